import { useState } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { officeHref } from '#routes/office.ts'
import type { TodaysRow } from './contract.ts'
import { DepartureForm, type DepartureFormName } from './departure-form.tsx'
import { OperationLine } from './operation-line.tsx'
import { RowNotes, UnregisteredLink } from './stay-line.tsx'
import { BalanceDue } from './take-money.tsx'
import type { RowOperation } from './use-finished-rows.ts'
import styles from './in-house.module.css'

/**
 * A guest who stays tonight, with unit and departure day. The row contains the forms for a payment and for the rare
 * early check-out.
 */
export function InHouse({
  row,
  operation,
  onDone,
}: {
  row: TodaysRow
  operation: RowOperation | null
  onDone: (row: TodaysRow, operation: RowOperation | null) => void
}) {
  const { t, day } = useTranslator()
  const [openForm, setOpenForm] = useState<DepartureFormName | null>(null)
  const isFinished = operation !== null && !operation.staysOpen
  return (
    <li className={styles.row}>
      <strong>{row.unit?.name ?? '–'}</strong>
      <div className={styles.who}>
        <Link to={officeHref('booking', row.code)}>{row.name || row.code}</Link>
        <UnregisteredLink row={row} />
      </div>
      <span className={styles.until}>{t('desk.until', { when: day(row.checkout, 'short') })}</span>
      <RowNotes row={row} time={openForm === 'out' ? 'departure' : null} />
      <div className={styles.actions}>
        {operation && (
          <OperationLine key={operation.message} operation={operation} onUndone={() => onDone(row, null)} />
        )}
        {!isFinished && openForm === null && (
          <>
            <BalanceDue row={row} onTakeMoney={() => setOpenForm('money')} />
            <Button variant="quiet" className={styles.early} onClick={() => setOpenForm('out')}>
              {t('desk.check_out')}
            </Button>
          </>
        )}
        {!isFinished && <DepartureForm row={row} openForm={openForm} onOpen={setOpenForm} onDone={onDone} />}
      </div>
    </li>
  )
}
