import { sql } from 'kysely'
import { entryAmountOwed } from '#ledger/stay-balance.ts'
import type { Database } from '#platform/database/database.ts'
import { loadStays, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'

/** A stay of a customer with an open balance, which is neither billed to the customer nor paid. */
export interface UnbilledStay {
  stay: StayWithRooms
  owedPoisha: number
}

/** Returns the stays of a customer with an open balance, earliest arrival first. */
export async function readUnbilledStays(db: Database, customerId: number): Promise<UnbilledStay[]> {
  const owedSum = sql<number | string>`sum(${entryAmountOwed})`
  const rows = await db
    .selectFrom('stay_customer')
    .innerJoin('booking', 'booking.code', 'stay_customer.stay_code')
    .innerJoin('ledger_entry', 'ledger_entry.stay_code', 'stay_customer.stay_code')
    .selectAll('booking')
    .select(owedSum.as('owed'))
    .where('customer_id', '=', customerId)
    // The entries of settled stays need not be read.
    .where('payment_status', '<>', 'paid')
    .groupBy('booking.id')
    .having(owedSum, '>', 0)
    .orderBy('check_in')
    .orderBy('booking.id')
    .execute()
  const stays = await loadStays(db, rows)
  return stays.map((stay, index) => ({ stay, owedPoisha: Number(rows[index]!.owed) }))
}
