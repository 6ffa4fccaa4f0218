import { CSV_BEGINS, csvLine } from '#platform/files/csv.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { Sheet } from './sheet.ts'

/**
 * A sheet as a table, for programs: a line for each row, its headings in the language of whoever asks, each number as it is.
 * What it is compared with stands behind it, under the same headings once more.
 */
// eslint-disable-next-line typescript/require-await -- a file is given in parts, and this one has one
export async function* asTable(
  { named, columns, rows, isCompared }: Sheet,
  { t }: Pick<ServerTranslator, 't'>,
): AsyncGenerator<string> {
  const isNamedAnew = rows.some(({ nameBefore }) => nameBefore !== undefined)
  const headings = [
    named,
    ...columns.map(({ name }) => name),
    ...(isNamedAnew ? [t('figures.compared_night')] : []),
    ...(isCompared ? columns.map(({ nameBefore }) => nameBefore) : []),
  ]
  yield (
    CSV_BEGINS +
    csvLine(headings) +
    rows
      .map(({ name, now, before, nameBefore }) =>
        csvLine([name, ...now, ...(isNamedAnew ? [nameBefore ?? null] : []), ...(before ?? [])]),
      )
      .join('')
  )
}
