import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** What refers to a stay comes before it; its nights, persons and words go with it. */
const emptied = [
  'settlement_line',
  'refund',
  'payment_receipt',
  'payment_attempt',
  'ledger_entry',
  'payment',
  'charge',
  'booking',
  'inventory',
  'unit_closure',
  'unit_state',
  'desk_act',
  'request_key',
]

/** A house in which nobody ever slept, and where no unit was closed or looked at. */
export async function purgeStays(db: Database): Promise<void> {
  for (const table of emptied) await sql`delete from ${sql.table(table)}`.execute(db)
}
