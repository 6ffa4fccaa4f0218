import { useState } from 'react'
import { Link, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { officeHref } from '#routes/office.ts'
import { CheckOut, useCheckOut } from './check-out.tsx'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import { NotesOfRow, Unregistered } from './stay-line.tsx'
import { MoneyForm, TakeMoney } from './take-money.tsx'
import type { DoneRow } from './use-done.ts'
import { useUndo } from './use-undo.ts'
import styles from './in-house.module.css'

/** A guest in house with unit and departure day: check out, also early, or take a payment, all within the row. */
export function InHouse({
  row,
  today,
  done,
  onDone,
}: {
  row: TodaysRow
  today: string
  done: DoneRow | null
  onDone: (row: TodaysRow, done: DoneRow | null) => void
}) {
  const { t, day } = useWords()
  const undoOf = useUndo()
  const [asks, setAsks] = useState<'out' | 'money' | null>(null)
  const close = () => setAsks(null)
  const checkOut = useCheckOut(row, ({ act }) => {
    close()
    onDone(row, { undo: undoOf(act), said: t('desk.checked_out') })
  })
  const isOver = done !== null && !done.goesOn
  const money = <TakeMoney row={row} onAsk={() => setAsks('money')} />
  return (
    <li className={styles.row} data-late={row.late}>
      <strong>{row.unit?.name ?? '–'}</strong>
      <div className={styles.who}>
        <Link to={officeHref('booking', row.code)}>{row.name || row.code}</Link>
        <Unregistered row={row} />
      </div>
      <span className={styles.until}>{t('desk.until', { when: day(row.checkout, 'short') })}</span>
      <NotesOfRow row={row} time={asks === 'out' ? 'departure' : null} />
      <div className={styles.act}>
        {done && <DoneLine key={done.said} done={done} onUndone={() => onDone(row, null)} />}
        {!isOver && asks === null && (
          <>
            <Button look="quiet" onClick={() => setAsks('out')}>
              {t('desk.check_out')}
            </Button>
            {money}
          </>
        )}
        {!isOver && asks === 'out' && (
          <CheckOut row={row} checkOut={checkOut} today={today} money={money} onClose={close} />
        )}
        {!isOver && asks === 'money' && (
          <MoneyForm
            row={row}
            onDone={(taken) => {
              close()
              checkOut.forgetOwing()
              onDone(row, taken)
            }}
            onClose={close}
          />
        )}
      </div>
    </li>
  )
}
