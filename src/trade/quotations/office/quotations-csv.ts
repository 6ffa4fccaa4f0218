import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { recordChange } from '#platform/audit.ts'
import { minorToMajor } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import type { QuotationRow } from '../listing.ts'
import { formatNumber, getShownState } from '../store.ts'

/** Exports quotations as CSV, one line per quotation with its latest revision. */
export async function* streamQuotationsCsv(
  db: Database,
  ctx: RequestContext,
  day: number,
  pages: AsyncIterable<readonly QuotationRow[]>,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordChange(transaction, ctx, 'quotations exported', 'quotations list', { after: { day: isoDay(day) } }),
  )
  const { t } = translatorFor(ctx.language)
  const formatInstant = (at: number | null) => (at === null ? '' : isoInstant(at))
  const columns: readonly (readonly [string, (row: QuotationRow) => string | number | null])[] = [
    [t('quotation.number'), (row) => formatNumber(row, row.revision)],
    [t('quotation.state'), (row) => t(`quotation.state_${getShownState(row, day)}`)],
    [t('quotation.company'), ({ company }) => company],
    [t('quotation.name'), ({ name }) => name],
    [t('office.email'), ({ email }) => email],
    [t('quotation.enquiry'), ({ enquiry }) => enquiry],
    [t('quotation.currency'), ({ currency }) => currency],
    [t('quotation.total'), ({ total_minor }) => minorToMajor(total_minor)],
    [t('quotation.valid_until'), ({ valid_until }) => isoDay(valid_until)],
    [t('quotation.sent_at'), ({ sent_at }) => formatInstant(sent_at)],
    [t('quotation.closed_at'), ({ closed_at }) => formatInstant(closed_at)],
    [t('quotation.accepted_by'), ({ accepted_by }) => accepted_by],
    [t('quotation.reason'), ({ reason }) => reason],
  ]
  yield CSV_BOM + formatCsvLine(columns.map(([heading]) => heading))
  for await (const rows of pages)
    yield rows.map((row) => formatCsvLine(columns.map(([, getValue]) => getValue(row)))).join('')
}
