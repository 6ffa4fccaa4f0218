import { isoDay } from '#platform/day.ts'
import { dates } from '#locales/dates.ts'
import type { Words } from '#locales/words.ts'
import type { Bar, Chart, Row, Target } from './model.ts'

/** How a row is called: by its unit, or as the place of those that have none. */
export const rowSaid = (row: Row, { t }: Words): string =>
  row.unit?.name ?? t('desk.unassigned_of', { room: row.kindName })

/** What is to be done before anybody moves in; nothing where a unit is ready. */
export const conditionSaid = ({ unit }: Row, { t }: Words): string =>
  !unit || unit.condition === 'clean' || unit.condition === 'inspected' ? '' : t(`desk.unit_${unit.condition}`)

/** A stay or a closure, for those who listen: where, when, whose, and what is due. */
export function barSaid(chart: Chart, bar: Bar, words: Words): string {
  const row = rowSaid(chart.rows[bar.row]!, words)
  const when = datesSaid(chart, bar.stay ?? bar, words)
  if (!bar.stay) return [row, when, closureSaid(bar.closure!, words)].join(', ')
  return [row, when, bar.stay.name || words.t('office.forgotten'), words.t(`desk.due_${bar.stay.due}`)].join(', ')
}

/** Why a unit is not to be had: it is closed, or somebody else has sold it. */
export const closureSaid = ({ reason, told }: NonNullable<Bar['closure']>, { t }: Words): string =>
  t(told ? 'desk.told_by' : 'desk.closed_for', { reason })

export const freeSaid = (row: Row, day: string, words: Words): string =>
  [rowSaid(row, words), day, words.t('desk.free')].join(', ')

/** Each day that is seen, in short. */
export const daysSaid = ({ first, days }: Chart, { day }: Words): string[] =>
  Array.from({ length: days }, (_, at) => day(isoDay(first + at), 'short'))

export const targetSaid = (chart: Chart, target: Target, words: Words): string =>
  [rowSaid(chart.rows[target.row]!, words), datesSaid(chart, target, words)].join(', ')

/** Nights that are chosen, and how many. */
export const chosenSaid = (chart: Chart, nights: Target, words: Words): string =>
  words.t('desk.chosen', {
    where: targetSaid(chart, nights, words),
    nights: words.count('rooms.nights', nights.to - nights.from),
  })

const datesSaid = ({ first }: Chart, { from, to }: { from: number; to: number }, words: Words): string =>
  dates(words, isoDay(first + from), isoDay(first + to))
