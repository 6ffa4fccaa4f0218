import type { Database } from '#platform/database/database.ts'
import { syncLedgerAt, loadBalances, getRemainingAmount } from '#stays/bookings/balance.ts'
import { postPayment } from '#ledger/documents.ts'

/** Records an online payment of the whole balance of a stay. */
export async function payBalance(db: Database, code: string): Promise<void> {
  const { id, created_at } = await db
    .selectFrom('booking')
    .select(['id', 'created_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const amount_poisha = getRemainingAmount((await loadBalances(db, [code])).get(code))
  const paidAt = { at: created_at, day: 0 }
  await postPayment(db, paidAt, code, { booking_id: id, amount_poisha, method: 'online', account_id: null })
  await syncLedgerAt(db, paidAt, [code])
}
