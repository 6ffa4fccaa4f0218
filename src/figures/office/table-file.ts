import { may } from '../../permissions.ts'
import type { Asker } from '../../platform/contract.ts'
import { isoDay } from '../../platform/day.ts'
import { CSV_BEGINS, csvLine } from '../../platform/files/csv.ts'
import { bdtOf } from '../../platform/money.ts'
import { wordsIn } from '../../words/both.ts'
import type { HouseFigures } from '../figures.ts'

type Night = HouseFigures['nights'][number]
type Column = readonly [heading: string, of: (night: Night) => string | number]

/** Nights as a table, for programs: a line for each, its headings in the language of whoever asks. */
// eslint-disable-next-line typescript/require-await -- a file is given in parts, and this one has one
export async function* asTable(nights: readonly Night[], asker: Asker): AsyncGenerator<string> {
  const columns = columnsFor(asker)
  yield (
    CSV_BEGINS +
    csvLine(columns.map(([heading]) => heading)) +
    nights.map((night) => csvLine(columns.map(([, of]) => of(night)))).join('')
  )
}

/** Amounts stand there for who may see money alone. */
function columnsFor({ account, language }: Asker): Column[] {
  const { t } = wordsIn(language)
  const amounts: Column[] = [
    [t('figures.net'), ({ grossPoisha, vatPoisha }) => bdtOf(grossPoisha - vatPoisha)],
    [t('figures.vat'), ({ vatPoisha }) => bdtOf(vatPoisha)],
    [t('figures.gross'), ({ grossPoisha }) => bdtOf(grossPoisha)],
  ]
  return [
    [t('figures.night'), ({ night }) => isoDay(night)],
    [t('figures.units'), ({ units }) => units],
    [t('figures.closed'), ({ closed }) => closed],
    [t('figures.sold'), ({ sold }) => sold],
    [t('figures.free'), ({ sold, paid }) => sold - paid],
    [t('figures.waiting'), ({ waiting }) => waiting],
    ...(may(account, 'see money') ? amounts : []),
  ]
}
