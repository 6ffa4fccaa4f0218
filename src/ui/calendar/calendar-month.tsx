import { useId } from 'react'
import styles from './calendar-month.module.css'
import { firstDayOf, weeksOf } from './months.ts'

/** How one day is shown. */
export interface DayView {
  /** All of it in words. */
  label: string
  price: string
  /** Why it cannot be chosen: somebody has it, or a rule is against it. */
  shut: 'taken' | 'rule' | undefined
  isChosen: boolean
  /** Of the range that is chosen; or of the one that would be, were the day it leads to chosen. */
  part: 'from' | 'to' | 'within' | 'ahead' | 'ahead-to' | undefined
  isToday: boolean
}

/** A month as a grid of days. What happens to them is heard by whoever it stands in: each names its day in data-day. */
export function Month({
  title,
  month,
  locale,
  firstWeekday,
  cursor,
  isComing,
  viewOf,
}: {
  title: string
  month: number
  locale: string
  firstWeekday: number
  /** The day that Tab leads to. */
  cursor: number
  isComing: boolean
  viewOf: (day: number) => DayView
}) {
  const titleId = useId()
  const weekday = (length: 'short' | 'long') => {
    const format = new Intl.DateTimeFormat(locale, { weekday: length, timeZone: 'UTC' })
    return (day: number) => format.format(day * MS_PER_DAY)
  }
  const [shortWeekday, longWeekday] = [weekday('short'), weekday('long')]
  const dateNumber = new Intl.NumberFormat(locale)
  const [first, weeks] = [firstDayOf(month), weeksOf(month, firstWeekday)]
  const fullWeek = weeks[1]!.map((day) => day!)
  return (
    <section className={styles.month}>
      <h3 id={titleId}>{title}</h3>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table of buttons is a grid */}
      <table role="grid" aria-labelledby={titleId} aria-busy={isComing}>
        <thead>
          <tr>
            {fullWeek.map((day) => (
              <th key={day} scope="col" abbr={longWeekday(day)}>
                {shortWeekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days.find(Boolean)}>
              {days.map((day, column) => {
                const view = day === null ? null : viewOf(day)
                return (
                  <td key={column} aria-selected={view?.isChosen}>
                    {view && (
                      <Day
                        day={day!}
                        date={dateNumber.format(day! - first + 1)}
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
  const { label, price, shut, part, isToday } = view
  return (
    <button
      type="button"
      className={styles.day}
      data-day={day}
      data-shut={shut}
      data-part={part}
      tabIndex={isCursor ? 0 : -1}
      aria-disabled={shut !== undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={label}
    >
      <span className={styles.date}>{date}</span>
      {/* Drawn by the style: what a button says must stand word for word in its label, and there it is an amount. */}
      <span className={styles.price} data-price={price} />
    </button>
  )
}

const MS_PER_DAY = 86_400_000
