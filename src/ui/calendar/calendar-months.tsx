import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Month, type DayView } from './calendar-month.tsx'
import styles from './calendar-months.module.css'
import { findDayByKey, getFirstDayOfMonth, getFirstWeekday, getLastDayOfMonth, toMonth } from './months.ts'
import { Icon } from '../icons.tsx'
import { tablet } from '../breakpoints.ts'
import { useMedia } from '../use-media-query.ts'
import { useSwipe } from '../pictures/use-swipe.ts'
import { DAY_MS } from '#platform/durations.ts'

/** One or two months. Buttons, keys and swipes change the month. */
export function CalendarMonths({
  firstDay,
  lastDay,
  start,
  month,
  loadingMonths,
  getView,
  onMonthChange,
  onChoose,
  onHover,
}: {
  firstDay: number
  lastDay: number
  /** The day that has the focus at first. */
  start: number
  /** The first visible month. */
  month: number
  /** Months whose data is loading. */
  loadingMonths: ReadonlySet<number>
  getView: (day: number) => DayView
  onMonthChange: (month: number) => void
  onChoose: (day: number) => void
  /** Called with the day that is hovered or focused, or with null. */
  onHover: (day: number | null) => void
}) {
  const { t, language } = useTranslator()
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const firstWeekday = getFirstWeekday(locale)
  const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const visibleMonthCount = useMedia(tablet) ? 2 : 1
  const firstMonth = toMonth(firstDay)
  const lastStartMonth = Math.max(firstMonth, toMonth(lastDay) - visibleMonthCount + 1)
  const months = Array.from({ length: visibleMonthCount }, (_, index) => month + index)
  const [initialDay] = useState(start)
  const [cursorDay, setCursor] = useState(initialDay)
  const [announcement, setAnnouncement] = useState('')
  const swipeHandlers = useSwipe(moveMonths)
  const keyboardHelpId = useId()

  const gridsContainer = useRef<HTMLDivElement>(null)
  const followsKey = useRef(false)
  // The surrounding dialog opens after this effect and then focuses this button.
  useLayoutEffect(() => findDayButton(gridsContainer.current!, initialDay)?.setAttribute('autofocus', ''), [initialDay])
  useEffect(() => {
    if (followsKey.current) findDayButton(gridsContainer.current!, cursorDay)?.focus()
    followsKey.current = false
  }, [cursorDay, month])

  return (
    <div
      ref={gridsContainer}
      role="group"
      aria-describedby={keyboardHelpId}
      className={styles.all}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => onHover(null)}
      onPointerOver={(event) => event.pointerType === 'mouse' && onHover(findDay(event))}
      onPointerLeave={() => onHover(null)}
      {...swipeHandlers}
    >
      <div className={styles.turns}>
        <TurnButton to="previous" isDisabled={month <= firstMonth} onMonthChange={() => moveMonths(-1)} />
        <TurnButton to="next" isDisabled={month >= lastStartMonth} onMonthChange={() => moveMonths(1)} />
      </div>
      <div className={styles.months}>
        {months.map((visibleMonth) => (
          <Month
            key={visibleMonth}
            title={monthFormat.format(getFirstDayOfMonth(visibleMonth) * DAY_MS)}
            month={visibleMonth}
            locale={locale}
            firstWeekday={firstWeekday}
            cursor={months.includes(toMonth(cursorDay)) ? cursorDay : Math.max(getFirstDayOfMonth(month), firstDay)}
            isLoading={loadingMonths.has(visibleMonth)}
            getView={getView}
          />
        ))}
      </div>
      <p id={keyboardHelpId} hidden>
        {t('calendar.keys')}
      </p>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  )

  function moveMonths(step: 1 | -1) {
    const nextMonth = Math.min(Math.max(month + step, firstMonth), lastStartMonth)
    if (nextMonth === month) return
    onMonthChange(nextMonth)
    setAnnouncement(
      months.map((visibleMonth) => monthFormat.format(getFirstDayOfMonth(visibleMonth + step) * DAY_MS)).join(', '),
    )
  }
  function onClick(event: SyntheticEvent) {
    const day = findDay(event)
    if (day !== null) onChoose(day)
  }
  function onFocus(event: SyntheticEvent) {
    const day = findDay(event)
    if (day !== null) setCursor(day)
    onHover(day)
  }
  function onKeyDown(event: KeyboardEvent) {
    const day = findDay(event)
    const targetDay = day === null ? null : findDayByKey(event.key, day, firstWeekday, event.shiftKey)
    if (targetDay === null) return
    event.preventDefault()
    const nextDay = Math.min(Math.max(targetDay, getFirstDayOfMonth(firstMonth)), getLastDayOfMonth(toMonth(lastDay)))
    followsKey.current = true
    setCursor(nextDay)
    onMonthChange(Math.min(toMonth(nextDay), Math.max(month, toMonth(nextDay) - visibleMonthCount + 1)))
  }
}

function TurnButton({
  to,
  isDisabled,
  onMonthChange,
}: {
  to: 'previous' | 'next'
  isDisabled: boolean
  onMonthChange: () => void
}) {
  const { t } = useTranslator()
  return (
    <button
      type="button"
      className={styles.turn}
      aria-label={t(`calendar.${to}`)}
      aria-disabled={isDisabled}
      onClick={onMonthChange}
    >
      <Icon name={to} />
    </button>
  )
}

function findDay({ target }: SyntheticEvent): number | null {
  const day = (target as Element).closest<HTMLElement>('[data-day]')?.dataset['day']
  return day === undefined ? null : Number(day)
}

const findDayButton = (grids: Element, day: number) => grids.querySelector<HTMLElement>(`[data-day="${day}"]`)
