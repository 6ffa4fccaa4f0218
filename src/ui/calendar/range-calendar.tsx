import { useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import type { DayView } from './calendar-month.tsx'
import { CalendarMonths } from './calendar-months.tsx'
import { Dialog } from '../dialog.tsx'
import { monthOf } from './months.ts'
import { against, type Range } from './range-rules.ts'
import { rangeWords } from './range-words.ts'
import styles from './range-calendar.module.css'
import { useTerms, type AskTerms } from './use-terms.ts'

interface Props {
  from: string
  to: string
  today: string
  /** The last possible day of departure. */
  lastDay: string
  maxNights: number
  /** The fixed length of the stay. If set, only the day of arrival is chosen. */
  nights?: number
  askTerms: AskTerms
  /** Whether the prices are minimums over several rooms. */
  least: boolean
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
      <Choice {...props} onDone={onClose} />
    </Dialog>
  )
}

function Choice({
  maxNights,
  nights = 0,
  askTerms,
  least,
  onChange,
  onDone,
  ...given
}: Props & { onDone: () => void }) {
  const translator = useWords()
  const { t, number } = translator
  const [today, lastDay] = [parseDay(given.today)!, parseDay(given.lastDay)!]
  const [range, setRange] = useState(() => rangeIn(given, today, lastDay))
  const { from, to } = range
  const [month, setMonth] = useState(monthOf(from ?? today))
  /** The day under the pointer or in focus. */
  const [near, setNear] = useState<number | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const { terms, coming, missing } = useTerms(askTerms, month, Math.min(month + 2, monthOf(lastDay)))
  const rules = { today, lastDay, maxNights, terms }
  const say = rangeWords(translator, range, rules, least)
  const isRefused = (day: number) => against(day, range, rules) !== null
  /** The day of departure if the hovered day were chosen. */
  const ahead = from !== null && to === null && near !== null && near > from && !isRefused(near) ? near : null
  const aside = ahead === null ? near !== null && say.whyNot(near) : say.stay(from!, ahead)

  return (
    <div className={styles.choice}>
      <CalendarMonths
        firstDay={today}
        lastDay={lastDay}
        start={from ?? today}
        month={month}
        coming={coming}
        viewOf={viewOf}
        onTurn={setMonth}
        onChoose={choose}
        onNear={comeNear}
      />
      <p className={styles.prices} role="status">
        {pricesInWords()}
      </p>
      <div className={styles.foot}>
        <p className={styles.said}>
          <span role="status" className={aside ? 'visually-hidden' : undefined}>
            {(refused !== null && say.whyNot(refused)) || say.chosen()}
          </span>
          {aside && <span aria-hidden="true">{aside}</span>}
        </p>
        <Button look="quiet" aria-disabled={from === null} className={styles.again} onClick={() => choose(null)}>
          {t('calendar.again')}
        </Button>
        <Button onClick={onDone}>{t('calendar.done')}</Button>
      </div>
    </div>
  )

  function choose(day: number | null) {
    setNear(null)
    setRefused(null)
    if (day === null) return setRange({ from: null, to: null })
    if (isRefused(day)) return setRefused(day)
    if (from !== null && to === null && day > from) return settle(from, day)
    const arrival = { from: day, to: null }
    if (nights > 0 && against(day + nights, arrival, rules) === null) return settle(day, day + nights)
    setRange(arrival)
  }

  function settle(arrival: number, departure: number) {
    setRange({ from: arrival, to: departure })
    onChange(isoDay(arrival), isoDay(departure))
  }

  function comeNear(day: number | null) {
    setNear(day)
    if (day !== null && day !== refused) setRefused(null)
  }

  function viewOf(day: number): DayView {
    const known = terms.get(day)
    const obstacle = against(day, range, rules)
    const part = partOf(day, range, ahead)
    return {
      label: say.label(day),
      price: known?.free && known.price != null ? number(Math.round(known.price)) : '',
      shut: obstacle ? (known?.free === false ? 'taken' : 'rule') : undefined,
      isChosen: part === 'from' || part === 'to' || part === 'within',
      part,
      isToday: day === today,
    }
  }

  function pricesInWords(): string {
    if (coming.has(month)) return t('calendar.prices_coming')
    if (missing.has(month)) return t('calendar.prices_missing')
    return t(least ? 'calendar.prices_least' : 'calendar.prices')
  }
}

/** The dates of the form, as far as they are valid. */
function rangeIn(given: { from: string; to: string }, today: number, lastDay: number): Range {
  const [from, to] = [parseDay(given.from), parseDay(given.to)]
  if (from === undefined || from < today || from >= lastDay) return { from: null, to: null }
  return { from, to: to !== undefined && to > from && to <= lastDay ? to : null }
}

function partOf(day: number, { from, to }: Range, ahead: number | null): DayView['part'] {
  if (day === from) return 'from'
  if (day === to) return 'to'
  if (day === ahead) return 'ahead-to'
  if (from === null || day < from) return undefined
  if (to !== null) return day < to ? 'within' : undefined
  return ahead !== null && day < ahead ? 'ahead' : undefined
}
