import { useId } from 'react'
import styles from './calendar-month.module.css'
import { getFirstDayOfMonth, listWeeks } from './months.ts'
import { DAY_MS } from '#platform/durations.ts'

/** How a day is shown. */
export interface DayView {
  /** The whole day as text, for screen readers. */
  label: string
  price: string
  /** Why the day cannot be chosen: the night is sold out, or a rule forbids it. */
  closedReason: 'taken' | 'rule' | undefined
  isChosen: boolean
  /** The position in the chosen range, or in the range that would result if the focused day were chosen. */
  part: 'from' | 'to' | 'within' | 'ahead' | 'ahead-to' | undefined
  isToday: boolean
}

/** A month as a grid of days. The surrounding element handles the events: each day has its number in data-day. */
export function Month({
  title,
  month,
  locale,
  firstWeekday,
  cursor,
  isLoading,
  getView,
}: {
  title: string
  month: number
  locale: string
  firstWeekday: number
  /** The day that Tab moves to. */
  cursor: number
  isLoading: boolean
  getView: (day: number) => DayView
}) {
  const titleId = useId()
  const createWeekdayFormatter = (length: 'short' | 'long') => {
    const weekdayFormat = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' })
    return (day: number) => weekdayFormat.format(day * DAY_MS)
  }
  const [formatShortWeekday, formatLongWeekday] = [createWeekdayFormatter('short'), createWeekdayFormatter('long')]
  const numberFormat = new Intl.NumberFormat(locale)
  const [firstDay, weeks] = [getFirstDayOfMonth(month), listWeeks(month, firstWeekday)]
  const headerWeek = weeks[1]!.map((day) => day!)
  return (
    <section className={styles.month}>
      <h3 id={titleId}>{title}</h3>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table of buttons is a grid */}
      <table role="grid" aria-labelledby={titleId} aria-busy={isLoading}>
        <thead>
          <tr>
            {headerWeek.map((day) => (
              <th className="small" key={day} scope="col" abbr={formatLongWeekday(day)}>
                {formatShortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days.find(Boolean)}>
              {days.map((day, column) => {
                const view = day === null ? null : getView(day)
                return (
                  <td key={column} aria-selected={view?.isChosen}>
                    {view && (
                      <Day
                        day={day!}
                        date={numberFormat.format(day! - firstDay + 1)}
                        isCursor={day === cursor}
                        view={view}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Day({ day, date, isCursor, view }: { day: number; date: string; isCursor: boolean; view: DayView }) {
  const { label, price, closedReason, part, isToday } = view
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      data-shut={closedReason}
      data-part={part}
      tabIndex={isCursor ? 0 : -1}
      aria-disabled={closedReason !== undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={label}
    >
      <span className={styles.date}>{date}</span>
      {/* CSS draws the price: visible text must match the label word for word, but the label contains a formatted amount. */}
      <span className={styles.price} data-price={price} />
    </button>
  )
}
