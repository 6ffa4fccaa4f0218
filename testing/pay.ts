import type { Database } from '../src/platform/database/database.ts'
import { keepPaymentStatus, owedOf, stillOwed } from '../src/bookings/owed.ts'

/** All that is owed for a stay was paid online. */
export async function payWhole(db: Database, code: string): Promise<void> {
  const { id, created_at } = await db
    .selectFrom('booking')
    .select(['id', 'created_at'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  const amount_poisha = stillOwed((await owedOf(db, [code])).get(code))
  await db
    .insertInto('payment')
    .values({ booking_id: id, day: 0, amount_poisha, method: 'online', at: created_at, account_id: null })
    .execute()
  await keepPaymentStatus(db, [code])
}
