import { useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import type { DayView } from './calendar-month.tsx'
import { CalendarMonths } from './calendar-months.tsx'
import { Dialog } from '../dialog.tsx'
import { toMonth } from './months.ts'
import { findDayConflict, type Range } from './range-rules.ts'
import { createRangeTexts } from './range-texts.ts'
import styles from './range-calendar.module.css'
import { useTerms, type FetchTerms } from './use-terms.ts'

interface Props {
  from: string
  to: string
  today: string
  /** The last possible day of departure. */
  lastDay: string
  maxNights: number
  /** The fixed length of the stay. If set, only the day of arrival is chosen. */
  nights?: number
  fetchTerms: FetchTerms
  /** Whether the prices are minimums over several rooms. */
  areMinPrices: boolean
  onChange: (from: string, to: string) => void
}

/** Chooses the days of arrival and departure of a stay. */
export function RangeCalendar({
  open,
  title,
  onClose,
  ...props
}: Props & { open: boolean; title: string; onClose: () => void }) {
  return (
    <Dialog open={open} title={title} size="wide" onClose={onClose}>
      <RangePicker {...props} onDone={onClose} />
    </Dialog>
  )
}

function RangePicker({
  maxNights,
  nights = 0,
  fetchTerms,
  areMinPrices,
  onChange,
  onDone,
  ...dates
}: Props & { onDone: () => void }) {
  const translator = useTranslator()
  const { t, number } = translator
  const [today, lastDay] = [parseDay(dates.today)!, parseDay(dates.lastDay)!]
  const [range, setRange] = useState(() => parseRange(dates, today, lastDay))
  const { from, to } = range
  const [month, setMonth] = useState(toMonth(from ?? today))
  /** The day under the pointer or in focus. */
  const [hoveredDay, setHoveredDay] = useState<number | null>(null)
  const [rejectedDay, setRejectedDay] = useState<number | null>(null)
  const {
    terms,
    loading: loadingMonths,
    failedMonths,
  } = useTerms(fetchTerms, month, Math.min(month + 2, toMonth(lastDay)))
  const rules = { today, lastDay, maxNights, terms }
  const rangeTexts = createRangeTexts(translator, range, rules, areMinPrices)
  const isRejected = (day: number) => findDayConflict(day, range, rules) !== null
  /** The day of departure if the hovered day were chosen. */
  const possibleDeparture =
    from !== null && to === null && hoveredDay !== null && hoveredDay > from && !isRejected(hoveredDay)
      ? hoveredDay
      : null
  const hoverText =
    possibleDeparture === null
      ? hoveredDay !== null && rangeTexts.conflictText(hoveredDay)
      : rangeTexts.stay(from!, possibleDeparture)

  return (
    <div className={styles.choice}>
      <CalendarMonths
        firstDay={today}
        lastDay={lastDay}
        start={from ?? today}
        month={month}
        loadingMonths={loadingMonths}
        getView={getDayView}
        onMonthChange={setMonth}
        onChoose={chooseDay}
        onHover={hoverDay}
      />
      <p className={styles.prices} role="status">
        {describePrices()}
      </p>
      <div className={styles.foot}>
        <p className={styles.said}>
          <span role="status" className={hoverText ? 'visually-hidden' : undefined}>
            {(rejectedDay !== null && rangeTexts.conflictText(rejectedDay)) || rangeTexts.chosen()}
          </span>
          {hoverText && <span aria-hidden="true">{hoverText}</span>}
        </p>
        <Button variant="quiet" aria-disabled={from === null} className={styles.again} onClick={() => chooseDay(null)}>
          {t('calendar.again')}
        </Button>
        <Button onClick={onDone}>{t('calendar.done')}</Button>
      </div>
    </div>
  )

  function chooseDay(day: number | null) {
    setHoveredDay(null)
    setRejectedDay(null)
    if (day === null) return setRange({ from: null, to: null })
    if (isRejected(day)) return setRejectedDay(day)
    if (from !== null && to === null && day > from) return finishRange(from, day)
    const arrival = { from: day, to: null }
    if (nights > 0 && findDayConflict(day + nights, arrival, rules) === null) return finishRange(day, day + nights)
    setRange(arrival)
  }

  function finishRange(arrival: number, departure: number) {
    setRange({ from: arrival, to: departure })
    onChange(isoDay(arrival), isoDay(departure))
  }

  function hoverDay(day: number | null) {
    setHoveredDay(day)
    if (day !== null && day !== rejectedDay) setRejectedDay(null)
  }

  function getDayView(day: number): DayView {
    const dayTerms = terms.get(day)
    const conflict = findDayConflict(day, range, rules)
    const part = findRangePart(day, range, possibleDeparture)
    return {
      label: rangeTexts.label(day),
      price: dayTerms?.free && dayTerms.price != null ? number(Math.round(dayTerms.price)) : '',
      closedReason: conflict ? (dayTerms?.free === false ? 'taken' : 'rule') : undefined,
      isChosen: part === 'from' || part === 'to' || part === 'within',
      part,
      isToday: day === today,
    }
  }

  function describePrices(): string {
    if (loadingMonths.has(month)) return t('calendar.prices_coming')
    if (failedMonths.has(month)) return t('calendar.prices_missing')
    return t(areMinPrices ? 'calendar.prices_least' : 'calendar.prices')
  }
}

/** Parses the dates of the form, as far as they are valid. */
function parseRange(dates: { from: string; to: string }, today: number, lastDay: number): Range {
  const [from, to] = [parseDay(dates.from), parseDay(dates.to)]
  if (from === undefined || from < today || from >= lastDay) return { from: null, to: null }
  return { from, to: to !== undefined && to > from && to <= lastDay ? to : null }
}

function findRangePart(day: number, { from, to }: Range, possibleEnd: number | null): DayView['part'] {
  if (day === from) return 'from'
  if (day === to) return 'to'
  if (day === possibleEnd) return 'ahead-to'
  if (from === null || day < from) return undefined
  if (to !== null) return day < to ? 'within' : undefined
  return possibleEnd !== null && day < possibleEnd ? 'ahead' : undefined
}
