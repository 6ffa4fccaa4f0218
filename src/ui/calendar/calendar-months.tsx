import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Month, type DayView } from './calendar-month.tsx'
import styles from './calendar-months.module.css'
import { dayByKey, firstDayOf, firstWeekdayIn, lastDayOf, monthOf } from './months.ts'
import { Icon } from '../icons.tsx'
import { useMedia } from '../use-media.ts'
import { useSwipe } from '../use-swipe.ts'

/** One or two months, turned by buttons, keys or swipes. */
export function CalendarMonths({
  firstDay,
  lastDay,
  start,
  month,
  coming,
  viewOf,
  onTurn,
  onChoose,
  onNear,
}: {
  firstDay: number
  lastDay: number
  /** The day that has the focus at first. */
  start: number
  /** The first visible month. */
  month: number
  /** Months whose data is loading. */
  coming: ReadonlySet<number>
  viewOf: (day: number) => DayView
  onTurn: (month: number) => void
  onChoose: (day: number) => void
  /** Called when a day comes under the pointer or into focus, and with null when no day is. */
  onNear: (day: number | null) => void
}) {
  const { t, language } = useWords()
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const firstWeekday = firstWeekdayIn(locale)
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const inSight = useMedia('(min-width: 51.25rem)') ? 2 : 1
  const firstMonth = monthOf(firstDay)
  const lastMonth = Math.max(firstMonth, monthOf(lastDay) - inSight + 1)
  const months = Array.from({ length: inSight }, (_, index) => month + index)
  const [first] = useState(start)
  const [cursor, setCursor] = useState(first)
  const [turnedTo, setTurnedTo] = useState('')
  const swipe = useSwipe(turn)
  const keysId = useId()

  const grids = useRef<HTMLDivElement>(null)
  const followsKey = useRef(false)
  // The surrounding dialog opens after this effect and then focuses this button.
  useLayoutEffect(() => buttonIn(grids.current!, first)?.setAttribute('autofocus', ''), [first])
  useEffect(() => {
    if (followsKey.current) buttonIn(grids.current!, cursor)?.focus()
    followsKey.current = false
  }, [cursor, month])

  return (
    <div
      ref={grids}
      role="group"
      aria-describedby={keysId}
      className={styles.all}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onNear(null)}
      onPointerOver={(event) => event.pointerType === 'mouse' && onNear(dayAt(event))}
      onPointerLeave={() => onNear(null)}
      {...swipe}
    >
      <div className={styles.turns}>
        <Turn label={t('calendar.previous')} to="previous" isOver={month <= firstMonth} onTurn={() => turn(-1)} />
        <Turn label={t('calendar.next')} to="next" isOver={month >= lastMonth} onTurn={() => turn(1)} />
      </div>
      <div className={styles.months}>
        {months.map((each) => (
          <Month
            key={each}
            title={monthName.format(firstDayOf(each) * MS_PER_DAY)}
            month={each}
            locale={locale}
            firstWeekday={firstWeekday}
            cursor={months.includes(monthOf(cursor)) ? cursor : Math.max(firstDayOf(month), firstDay)}
            isComing={coming.has(each)}
            viewOf={viewOf}
          />
        ))}
      </div>
      <p id={keysId} hidden>
        {t('calendar.keys')}
      </p>
      <p className="visually-hidden" role="status">
        {turnedTo}
      </p>
    </div>
  )

  function turn(by: 1 | -1) {
    const next = Math.min(Math.max(month + by, firstMonth), lastMonth)
    if (next === month) return
    onTurn(next)
    setTurnedTo(months.map((each) => monthName.format(firstDayOf(each + by) * MS_PER_DAY)).join(', '))
  }
  function onClick(event: SyntheticEvent) {
    const day = dayAt(event)
    if (day !== null) onChoose(day)
  }
  function onFocus(event: SyntheticEvent) {
    const day = dayAt(event)
    if (day !== null) setCursor(day)
    onNear(day)
  }
  function onKeyDown(event: KeyboardEvent) {
    const day = dayAt(event)
    const wanted = day === null ? null : dayByKey(event.key, day, firstWeekday, event.shiftKey)
    if (wanted === null) return
    event.preventDefault()
    const next = Math.min(Math.max(wanted, firstDayOf(firstMonth)), lastDayOf(monthOf(lastDay)))
    followsKey.current = true
    setCursor(next)
    onTurn(Math.min(monthOf(next), Math.max(month, monthOf(next) - inSight + 1)))
  }
}

function Turn({
  label,
  to,
  isOver,
  onTurn,
}: {
  label: string
  to: 'previous' | 'next'
  isOver: boolean
  onTurn: () => void
}) {
  return (
    <button type="button" className={styles.turn} aria-label={label} aria-disabled={isOver} onClick={onTurn}>
      <Icon name={to} />
    </button>
  )
}

function dayAt({ target }: SyntheticEvent): number | null {
  const day = (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
  return day === undefined ? null : Number(day)
}

const buttonIn = (grids: Element, day: number) => grids.querySelector<HTMLElement>(`[data-day="${day}"]`)

const MS_PER_DAY = 86_400_000
