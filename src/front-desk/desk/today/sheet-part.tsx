import { useId, type ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './sheet-part.module.css'

/** The names of the columns after the title. A narrow list has no columns. */
const columnNames = {
  stays: ['desk.book_unit', 'desk.stay_status'],
  house: ['desk.book_to'],
} as const

/** A list of the sheet with its number of rows. On a phone one list is shown at a time. */
export function SheetPart({
  part,
  title,
  count,
  summary,
  columns,
  hasAmounts = false,
  empty,
  emptyText,
  children,
}: {
  part: string
  title: string
  count: number
  /** A summary of the arrivals or departures that are already done today. */
  summary?: string | null
  /** The columns of its rows: arrivals and departures, or guests in house. */
  columns?: keyof typeof columnNames
  /** Whether the rows have a column of amounts. */
  hasAmounts?: boolean
  /** Shown if the list is empty. Not needed for a list that is never empty. */
  empty?: string
  /** Says what the list will contain. Shown below `empty`. */
  emptyText?: string
  children: readonly ReactNode[]
}) {
  const { t, number } = useTranslator()
  const id = useId()
  return (
    <section className={styles.part} data-part={part} aria-labelledby={id}>
      <header data-columns={columns}>
        <div className={styles.title}>
          <h2 className="size-5" id={id}>
            {title} <span className={styles.count}>{number(count)}</span>
          </h2>
          {summary && <p>{summary}</p>}
        </div>
        {columns && children.length > 0 && (
          <p className={styles.names} aria-hidden="true">
            {columnNames[columns].map((name) => (
              <span key={name}>{t(name)}</span>
            ))}
            {hasAmounts && <span className={styles.amounts}>{t('desk.amount_due')}</span>}
          </p>
        )}
      </header>
      {children.length === 0 ? (
        <div className={styles.empty}>
          <p>{empty}</p>
          {emptyText && <p className="small">{emptyText}</p>}
        </div>
      ) : (
        <ul role="list">{children}</ul>
      )}
    </section>
  )
}
