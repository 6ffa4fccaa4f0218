import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { isAboutAccount } from '#stays/bookings/personal-data.ts'
import { formatInvoiceNumber } from './number.ts'
import { parseInvoice } from './store.ts'

/**
 * The personal data in invoices and buyers. The law requires keeping invoices even after an account is closed. They are
 * purged after their own retention period.
 */
export const invoicesPersonalData = { exportData, purgeClosedAccounts: async () => {} }

async function exportData(db: Database, accountId: number) {
  const rows = await db
    .selectFrom('invoice')
    .innerJoin('booking', 'booking.code', 'invoice.stay_code')
    .selectAll('invoice')
    .where(isAboutAccount(accountId))
    .orderBy('invoice.id')
    .execute()
  const buyers = await db
    .selectFrom('stay_buyer')
    .innerJoin('booking', 'booking.code', 'stay_buyer.stay_code')
    .select(['stay_buyer.stay_code as booking_id', 'stay_buyer.name', 'stay_buyer.bin', 'stay_buyer.address'])
    .where(isAboutAccount(accountId))
    .orderBy('booking.id')
    .execute()
  const issuedInvoices = rows.map(parseInvoice).map((invoice) => ({
    number: formatInvoiceNumber(invoice),
    booking_id: invoice.stay_code,
    issued_at: isoInstant(invoice.at),
    ...invoice.content.buyer,
    total: poishaToBdt(invoice.total_poisha),
    vat: poishaToBdt(invoice.vat_poisha),
  }))
  return [...issuedInvoices, ...buyers]
}
