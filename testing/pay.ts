import type { Database } from '#platform/database/database.ts'
import { syncLedgerAt, balancesOf, stillOwed } from '#stays/bookings/owed.ts'
import { writePayment } from '#ledger/documents.ts'

/** Records an online payment of the whole balance of a stay. */
export async function payBalance(db: Database, code: string): Promise<void> {
  const { id, created_at } = await db
    .selectFrom('booking')
    .select(['id', 'created_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const amount_poisha = stillOwed((await balancesOf(db, [code])).get(code))
  const paidAt = { at: created_at, day: 0 }
  await writePayment(db, paidAt, code, { booking_id: id, amount_poisha, method: 'online', account_id: null })
  await syncLedgerAt(db, paidAt, [code])
}
