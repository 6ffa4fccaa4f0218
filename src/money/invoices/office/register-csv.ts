import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import { formatInvoiceNumber } from '../number.ts'
import { readRegister, type RegisterRow } from '../register.ts'

/** Returns the register of a month as CSV, one row per invoice, without totals. Logs the export. */
export async function* streamRegisterTable(db: Database, ctx: RequestContext, month: string): AsyncGenerator<string> {
  const { rows } = await readRegister(db, month)
  await inTransaction(db, (transaction) =>
    recordChange(transaction, ctx, 'invoices exported', 'invoices list', { after: { month } }),
  )
  const { t } = translatorFor(ctx.language)
  const columns: readonly (readonly [string, (row: RegisterRow) => string | number])[] = [
    [t('invoice.number'), (row) => formatInvoiceNumber(row)],
    [t('invoice.day'), ({ day }) => isoDay(day)],
    [t('invoice.kind'), ({ kind }) => t(kind === 'invoice' ? 'invoice.one' : 'invoice.credit_note')],
    [t('booking.success_reference'), ({ stay_code }) => stay_code],
    [t('invoice.buyer'), ({ buyer_name }) => buyer_name],
    [t('summary.invoice_bin'), ({ buyer_bin }) => buyer_bin],
    [t('invoice.net'), ({ net_poisha }) => poishaToBdt(net_poisha)],
    [t('invoice.service'), ({ service_poisha }) => poishaToBdt(service_poisha)],
    [t('invoice.vat'), ({ vat_poisha }) => poishaToBdt(vat_poisha)],
    [t('invoice.total'), ({ total_poisha }) => poishaToBdt(total_poisha)],
  ]
  yield CSV_BOM + formatCsvLine(columns.map(([heading]) => heading))
  yield rows.map((row) => formatCsvLine(columns.map(([, readColumn]) => readColumn(row)))).join('')
}
