import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { buildIncompleteEntryHref } from '#routes/office.ts'
import { isReady } from '../ready-unit.ts'
import { CheckIn } from './check-in.tsx'
import type { TodaysRow } from './contract.ts'
import { OperationLine } from './operation-line.tsx'
import { NoShow } from './no-show.tsx'
import { StayLine } from './stay-line.tsx'
import { BalanceDue, MoneyForm } from './take-money.tsx'
import type { RowOperation } from './use-finished-rows.ts'
import styles from './stay-line.module.css'
import { useUndo } from './use-undo.ts'

/** Returns whether the guest can move in: the room is assigned, ready and empty. */
const isReadyFor = ({ unit, current_guest }: TodaysRow): boolean =>
  unit !== null && current_guest === null && isReady(unit.condition)

/**
 * An expected guest: assign a unit, check in, or mark as a no-show, all within the row. Without a unit, the first action
 * is to assign one.
 */
export function Arrival({
  row,
  lastClosed,
  operation,
  onDone,
}: {
  row: TodaysRow
  /** The last closed day, or null. */
  lastClosed: string | null
  operation: RowOperation | null
  onDone: (row: TodaysRow, operation: RowOperation | null) => void
}) {
  const { t, day } = useTranslator()
  const createUndo = useUndo()
  const [openForm, setOpenForm] = useState<'check_in' | 'no_show' | 'money' | null>(null)
  const close = () => setOpenForm(null)
  const finish = (finishedOperation: RowOperation) => {
    close()
    onDone(row, finishedOperation)
  }
  const isFinished = operation !== null && !operation.staysOpen
  const isOpen = !isFinished && openForm === null
  return (
    <StayLine
      row={row}
      time="arrival"
      lateText={t('desk.due_on', { when: day(row.checkin, 'short') })}
      amount={isOpen && <BalanceDue row={row} onTakeMoney={() => setOpenForm('money')} />}
      actions={
        isOpen && (
          <>
            <Button
              variant="secondary"
              className={isReadyFor(row) ? styles.ready : undefined}
              onClick={() => setOpenForm('check_in')}
            >
              {t(row.needs_unit ? 'desk.assign' : 'desk.check_in')}
            </Button>
            <Button
              variant="quiet"
              className={styles.rare}
              aria-label={t('desk.no_show')}
              onClick={() => setOpenForm('no_show')}
            >
              {t('desk.no_show_short')}
            </Button>
          </>
        )
      }
      result={
        operation && (
          <OperationLine key={operation.message} operation={operation} onUndone={() => onDone(row, null)}>
            {operation.isCheckIn && row.unregistered > 0 && (
              <ButtonLink variant="secondary" to={buildIncompleteEntryHref(row.code)}>
                {t('desk.complete_register')}
              </ButtonLink>
            )}
          </OperationLine>
        )
      }
    >
      {!isFinished && openForm === 'check_in' && (
        <CheckIn
          row={row}
          lastClosed={lastClosed}
          onDone={({ operation_id, message }) => finish({ undo: createUndo(operation_id), message, isCheckIn: true })}
          onAssigned={({ operation_id: operationId, message }) =>
            finish({ undo: createUndo(operationId), message, staysOpen: true })
          }
          onClose={close}
        />
      )}
      {!isFinished && openForm === 'money' && <MoneyForm row={row} onDone={finish} onClose={close} />}
      {!isFinished && openForm === 'no_show' && (
        <NoShow
          row={row}
          onDone={({ operation_id: operationId, message }) => finish({ undo: createUndo(operationId), message })}
          onClose={close}
        />
      )}
    </StayLine>
  )
}
