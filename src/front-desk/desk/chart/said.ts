import { isoDay } from '#platform/day.ts'
import { dates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import type { Bar, Chart, Row, Target } from './model.ts'

/** The label of a row: its unit, or the label of stays without one. */
export const rowSaid = (row: Row, { t }: Translator): string =>
  row.unit?.name ?? t('desk.unassigned_of', { room: row.kindName })

/** What has to be done before the next guest. Empty if the unit is ready. */
export const conditionSaid = ({ unit }: Row, { t }: Translator): string =>
  !unit || unit.condition === 'clean' || unit.condition === 'inspected' ? '' : t(`desk.unit_${unit.condition}`)

/** The screen reader text of a stay or closure: where, when, who, and what is due. */
export function barSaid(chart: Chart, bar: Bar, translator: Translator): string {
  const row = rowSaid(chart.rows[bar.row]!, translator)
  const when = datesSaid(chart, bar.stay ?? bar, translator)
  if (!bar.stay) return [row, when, closureSaid(bar.closure!, translator)].join(', ')
  return [row, when, bar.stay.name || translator.t('office.forgotten'), translator.t(`desk.due_${bar.stay.due}`)].join(
    ', ',
  )
}

/** Why a unit is not available: it is closed, or sold on another channel. */
export const closureSaid = ({ reason, told }: NonNullable<Bar['closure']>, { t }: Translator): string =>
  t(told ? 'desk.told_by' : 'desk.closed_for', { reason })

export const freeSaid = (row: Row, day: string, translator: Translator): string =>
  [rowSaid(row, translator), day, translator.t('desk.free')].join(', ')

/** The short label of each visible day. */
export const daysSaid = ({ first, days }: Chart, { day }: Translator): string[] =>
  Array.from({ length: days }, (_, at) => day(isoDay(first + at), 'short'))

export const targetSaid = (chart: Chart, target: Target, translator: Translator): string =>
  [rowSaid(chart.rows[target.row]!, translator), datesSaid(chart, target, translator)].join(', ')

/** The selected nights and their number. */
export const chosenSaid = (chart: Chart, nights: Target, translator: Translator): string =>
  translator.t('desk.chosen', {
    where: targetSaid(chart, nights, translator),
    nights: translator.count('rooms.nights', nights.to - nights.from),
  })

const datesSaid = ({ first }: Chart, { from, to }: { from: number; to: number }, translator: Translator): string =>
  dates(translator, isoDay(first + from), isoDay(first + to))
