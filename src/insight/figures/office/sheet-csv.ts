import { CSV_BOM, formatCsvLine } from '#platform/files/csv.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { Sheet } from './sheet.ts'

/**
 * Yields a sheet as CSV: one line per row, headings in the user's language, plain numbers. The period to compare with
 * follows in further columns.
 */
export async function* streamSheetCsv(
  { rowHeading, columns, rows, isCompared }: Sheet,
  { t }: Pick<ServerTranslator, 't'>,
): AsyncGenerator<string> {
  const hasNameBefore = rows.some(({ nameBefore }) => nameBefore !== undefined)
  const headings = [
    rowHeading,
    ...columns.map(({ name }) => name),
    ...(hasNameBefore ? [t('figures.compared_night')] : []),
    ...(isCompared ? columns.map(({ nameBefore }) => nameBefore) : []),
  ]
  yield (
    CSV_BOM +
    formatCsvLine(headings) +
    rows
      .map(({ name, now, before, nameBefore }) =>
        formatCsvLine([name, ...now, ...(hasNameBefore ? [nameBefore ?? null] : []), ...(before ?? [])]),
      )
      .join('')
  )
}
