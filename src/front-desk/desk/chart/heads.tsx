import { memo } from 'react'
import { isoDay } from '#platform/day.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Chart, Line } from './model.ts'
import styles from './tape-chart.module.css'
import type { Span } from './hooks/use-visible-range.ts'

/** The row of days. Marks today and the weekend, which is Friday and Saturday in Bangladesh. */
export const DateHead = memo(function DateHead({ chart, today }: { chart: Chart; today: string }) {
  const { t, day, number, language } = useTranslator()
  const weekdayFormat = new Intl.DateTimeFormat(language === 'bn' ? 'bn-BD' : 'en-GB', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  return (
    <div role="row" aria-rowindex={1} className={styles.dates}>
      <div role="columnheader" className={styles.corner}>
        {t('desk.book_unit')}
      </div>
      {Array.from({ length: chart.days }, (_, index) => {
        const iso = isoDay(chart.first + index)
        const date = new Date(`${iso}T00:00:00Z`)
        const isToday = index === chart.today
        return (
          <div
            key={index}
            role="columnheader"
            aria-colindex={index + 2}
            className={styles.date}
            data-today={isToday}
            data-rest={WEEKEND_WEEKDAYS.includes(date.getUTCDay())}
          >
            <span className="visually-hidden">{isToday ? `${t('desk.today')}, ${today}` : day(iso, 'weekday')}</span>
            {/* Bangla has no short form of Thursday in the browser's data, and the long form is too wide. */}
            <span aria-hidden="true">{weekdayFormat.format(date).replace('বৃহস্পতি', 'বৃহ')}</span>
            <strong aria-hidden="true">{number(date.getUTCDate())}</strong>
          </div>
        )
      })}
    </div>
  )
})
const WEEKEND_WEEKDAYS = [5, 6]

type RoomType = Extract<Line, { head: unknown }>['head']

/** A room type with its rooms left to sell per night. */
export const RoomTypeHead = memo(function RoomTypeHead({
  roomType,
  drawnDays,
  line,
  top,
}: {
  roomType: RoomType
  drawnDays: Span
  line: number
  top: number
}) {
  const { t, number } = useTranslator()
  return (
    <div role="row" aria-rowindex={line + 2} className={styles.kind} style={{ top }}>
      <div role="rowheader">
        <span className="visually-hidden">
          {roomType.name}, {t('desk.left_to_sell')}
        </span>
      </div>
      {roomType.left.slice(drawnDays.from, drawnDays.to).map((freeCount, index) => (
        <div
          key={drawnDays.from + index}
          role="gridcell"
          aria-colindex={drawnDays.from + index + 2}
          data-none={freeCount === 0}
          style={{ gridColumn: drawnDays.from + index + 2 }}
        >
          {number(freeCount)}
        </div>
      ))}
    </div>
  )
})
