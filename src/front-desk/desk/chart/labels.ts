import { isoDay } from '#platform/day.ts'
import { formatInclusiveDates, formatStay, formatStayDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { isReady } from '../ready-unit.ts'
import type { Bar, Chart, Row, Target } from './model.ts'

/** The label of a row: its unit, or the label of stays without one. */
export const formatRowLabel = (row: Row, { t }: Translator): string =>
  row.unit?.name ?? t('desk.unassigned_of', { room: row.roomTypeName })

/** The condition of a unit that is not ready for the next guest. Empty if the unit is ready. */
export const formatConditionLabel = ({ unit }: Row, { t }: Translator): string =>
  !unit || isReady(unit.condition) ? '' : t(`desk.unit_${unit.condition}`)

/** Returns the screen reader text of a stay or closure: unit, dates, guest, and the next step. */
export function formatBarLabel(chart: Chart, bar: Bar, translator: Translator): string {
  const rowLabel = formatRowLabel(chart.rows[bar.row]!, translator)
  if (!bar.stay)
    return [
      rowLabel,
      formatClosedNightsLabel(chart, bar.closure!, translator),
      formatClosureLabel(bar.closure!, translator),
    ].join(', ')
  return [
    rowLabel,
    formatStay(translator, ...toDates(chart, bar.stay)),
    bar.stay.name || translator.t('office.name_deleted'),
    translator.t(`desk.due_${bar.stay.due}`),
  ].join(', ')
}

/** Returns why a unit is not available: it is closed, or sold on another channel. */
export const formatClosureLabel = ({ reason, isImported }: NonNullable<Bar['closure']>, { t }: Translator): string =>
  t(isImported ? 'desk.sold_elsewhere_by' : 'desk.closed_for', { reason })

export const formatFreeNightLabel = (row: Row, day: string, translator: Translator): string =>
  [formatRowLabel(row, translator), day, translator.t('desk.free')].join(', ')

/** The short label of each visible day. */
export const listDayLabels = ({ first, days }: Chart, { day }: Translator): string[] =>
  Array.from({ length: days }, (_, index) => day(isoDay(first + index), 'short'))

export const formatTargetLabel = (chart: Chart, target: Target, translator: Translator): string =>
  [formatRowLabel(chart.rows[target.row]!, translator), formatStay(translator, ...toDates(chart, target))].join(', ')

/** The selected nights and their number. */
export const formatSelectionLabel = (chart: Chart, nights: Target, translator: Translator): string =>
  translator.t('desk.nights_selected', {
    where: [
      formatRowLabel(chart.rows[nights.row]!, translator),
      formatStayDates(translator, ...toDates(chart, nights)),
    ].join(', '),
    nights: translator.count('rooms.nights', nights.to - nights.from),
  })

const toDates = ({ first }: Chart, { from, to }: { from: number; to: number }) =>
  [isoDay(first + from), isoDay(first + to)] as const

export const formatClosedNightsLabel = (
  { first }: Chart,
  { from, to }: { from: number; to: number },
  translator: Translator,
): string => formatInclusiveDates(translator, isoDay(first + from), isoDay(first + to - 1))
