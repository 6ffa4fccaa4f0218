import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import { recordChange } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import type { Receivables } from './contract.ts'
import { ageColumns } from './age-columns.ts'

/** Exports the receivables as CSV, one line per customer, and logs the export. */
export async function* streamReceivablesCsv(
  db: Database,
  ctx: RequestContext,
  day: string,
  { data }: Receivables,
): AsyncGenerator<string> {
  await inTransaction(db, (transaction) =>
    recordChange(transaction, ctx, 'receivables exported', 'customers all', { after: { day } }),
  )
  const { t } = translatorFor(ctx.language)
  yield (
    CSV_BOM +
    formatCsvLine([t('customer.one'), ...ageColumns.map(({ label }) => t(label)), t('customer.balance')]) +
    data.map((row) => formatCsvLine([row.name, ...ageColumns.map(({ field }) => row[field]), row.balance])).join('')
  )
}
