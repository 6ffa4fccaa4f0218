import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Referring tables come first. The nights, persons and search words of a booking are deleted with it. */
const clearedTables = [
  'settlement_line',
  'refund',
  'payment_receipt',
  'payment_attempt',
  'ledger_entry',
  'customer_payment',
  'stay_customer',
  'payment',
  'charge',
  'booking',
  'inventory',
  'unit_closure',
  'unit_state',
  'desk_operation',
  'request_key',
]

/** Deletes all stays with their payments, and all closures and states of units. */
export async function purgeStays(db: Database): Promise<void> {
  for (const table of clearedTables) await sql`delete from ${sql.table(table)}`.execute(db)
}
