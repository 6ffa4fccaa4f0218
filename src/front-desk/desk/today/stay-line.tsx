import type { ReactNode } from 'react'
import { formatGuests } from '#stays/availability/format-guests.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { buildIncompleteEntryHref, officeHref } from '#routes/office.ts'
import { lineFields, paragraphFields } from '#stays/bookings/guest-fields.ts'
import { isReady } from '../ready-unit.ts'
import type { TodaysRow } from './contract.ts'
import { Note } from './notes.tsx'
import styles from './stay-line.module.css'

/** A stay on the sheet in columns: guest, unit, state, amount due and actions. What does not fit them stands below. */
export function StayLine({
  row,
  lateText,
  time,
  amount,
  actions,
  result,
  children,
}: {
  row: TodaysRow
  /** Shown if the arrival or departure is overdue. */
  lateText: string
  /**
   * Whether the row is an arrival or a departure. It decides which notes are shown, and whether the unit must be ready.
   */
  time: 'arrival' | 'departure'
  /** The balance of the stay. */
  amount: ReactNode
  /** The main action, and a rare one. */
  actions: ReactNode
  /** The result of the last action. */
  result: ReactNode
  /** A form below the row. */
  children?: ReactNode
}) {
  const translator = useTranslator()
  const { t } = translator
  const guestsText = formatGuests({ adult: row.adults, child: row.children }, translator)
  const isArrival = time === 'arrival'
  const remarks = [
    isArrival && row.arrival && t('desk.arrives_at', { when: row.arrival }),
    isArrival && row.bed && t('desk.bed_wish', { bed: row.bed }),
    row.package && t('desk.package', { name: row.package }),
    row.preferences && t('people.preferences_are', { preferences: row.preferences }),
    ...[...lineFields, ...paragraphFields].map((name) => row[name]),
  ]
    .filter((remark) => typeof remark === 'string')
    .filter(Boolean)
  return (
    <li className={styles.line} data-late={row.late}>
      <div className={`anywhere ${styles.who}`}>
        <h3>
          <Link to={officeHref('booking', row.code)}>{row.name || row.code}</Link>
        </h3>
        <p>
          {translator.count('rooms.nights', row.nights)}, {guestsText}
        </p>
        {row.phone && (
          <p className={styles.phone}>
            <a href={`tel:${row.phone}`}>{row.phone}</a>
          </p>
        )}
      </div>
      <div className={`anywhere ${styles.where}`}>
        <strong>{row.unit?.name ?? '–'}</strong>
        <p>{row.room_name}</p>
      </div>
      <div className={`anywhere ${styles.state}`}>
        {row.late && <p className={styles.late}>{lateText}</p>}
        {isArrival && (
          <p>
            <Readiness row={row} />
          </p>
        )}
        <UnregisteredLink row={row} />
      </div>
      <div className={styles.amount}>{amount}</div>
      <div className={styles.actions}>{actions}</div>
      {remarks.length > 0 && (
        <div className={`anywhere ${styles.remarks}`}>
          {[...new Set(remarks)].map((remark) => (
            <p key={remark} className={styles.message}>
              {remark}
            </p>
          ))}
        </div>
      )}
      {result}
      <RowNotes row={row} time={time} />
      {children && <div className={`full-row ${styles.more}`}>{children}</div>}
    </li>
  )
}

/** The notes for the arrival or departure and for the whole stay, each with a checkbox to mark it as done. */
export function RowNotes({ row, time }: { row: TodaysRow; time: 'arrival' | 'departure' | null }) {
  const notes = row.notes.filter(({ show_at }) => show_at === null || show_at === time)
  if (notes.length === 0) return null
  return (
    <ul role="list" className={styles.notes}>
      {notes.map((note) => (
        <Note key={note.id} note={note} isOfThisStay isInset={false} />
      ))}
    </ul>
  )
}

/** A link to the guest register, shown while guests have no complete entry in it. */
export function UnregisteredLink({ row: { code, unregistered } }: { row: TodaysRow }) {
  const { count } = useTranslator()
  if (unregistered === 0) return null
  return (
    <p className={styles.unregistered}>
      <Link to={buildIncompleteEntryHref(code)}>{count('desk.unregistered', unregistered)}</Link>
    </p>
  )
}

/** Shows whether the guest can move in, or why not yet. */
function Readiness({ row: { unit, current_guest } }: { row: TodaysRow }) {
  const { t } = useTranslator()
  if (!unit) return <span className={styles.unassigned}>{t('desk.unassigned')}</span>
  if (current_guest !== null)
    return (
      <span className={`alarm ${styles.occupied}`}>
        {t('desk.still_occupied', { name: current_guest || t('office.name_deleted') })}
      </span>
    )
  const { condition } = unit
  return (
    <span className={isReady(condition) ? styles.clean : `alarm ${styles.notReady}`}>
      {t(`desk.unit_${condition}`)}
    </span>
  )
}
