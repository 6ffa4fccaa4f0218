import type { Database } from '../platform/database/database.ts'
import { isoInstant } from '../platform/day.ts'
import { bdtOf } from '../platform/money.ts'
import { numberOf } from './number.ts'
import { read } from './store.ts'

/** What invoices keep of a person: papers that must be kept, which outlive an account and are forgotten in their own time. */
export const invoicesPersonalData = { exportData, forgetClosed: async () => {} }

async function exportData(db: Database, accountId: number) {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('booking', 'booking.code', 'invoice.stay_code')
    .selectAll('invoice')
    .where('booking.account_id', '=', accountId)
    .orderBy('invoice.id')
    .execute()
  return rows.map(read).map((invoice) => ({
    number: numberOf(invoice),
    booking_id: invoice.stay_code,
    issued_at: isoInstant(invoice.at),
    ...invoice.content.buyer,
    total: bdtOf(invoice.total_poisha),
    vat: bdtOf(invoice.vat_poisha),
  }))
}
