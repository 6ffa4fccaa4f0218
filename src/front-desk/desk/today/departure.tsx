import { useState } from 'react'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { officeHref } from '#routes/office.ts'
import type { DeskApi } from '../contract.ts'
import type { TodaysRow } from './contract.ts'
import { DepartureForm, type DepartureFormName } from './departure-form.tsx'
import { OperationLine } from './operation-line.tsx'
import { StayLine } from './stay-line.tsx'
import styles from './stay-line.module.css'
import { BalanceDue } from './take-money.tsx'
import type { RowOperation } from './use-finished-rows.ts'
import { useUndo } from './use-undo.ts'

/** An expected departure. If the stay is paid, one click checks the guest out. Otherwise a form settles the bill. */
export function Departure({
  row,
  operation,
  onDone,
}: {
  row: TodaysRow
  operation: RowOperation | null
  onDone: (row: TodaysRow, operation: RowOperation | null) => void
}) {
  const { t, day } = useTranslator()
  const office = useOffice()
  const createUndo = useUndo()
  const api = useApi<DeskApi>()
  const [openForm, setOpenForm] = useState<DepartureFormName | null>(null)
  const { form, isBusy, failure } = useForm(
    async ({ reportLostResponse }) => {
      if (row.owed !== null && row.owed !== 0) return setOpenForm('out')
      const { operation_id: operationId, message } = await reportLostResponse(
        api.checkGuestOut({ booking: row.booking, version: row.version }),
      )
      onDone(row, { undo: createUndo(operationId), message })
      office.refresh()
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (Object.keys(userError.errors).length > 0) setOpenForm('out')
        return userError
      },
    },
  )
  const isFinished = operation !== null && !operation.staysOpen
  const isOpen = !isFinished && openForm === null
  return (
    <StayLine
      row={row}
      time="departure"
      lateText={t('desk.due_out', { when: day(row.checkout, 'short') })}
      amount={isOpen && <BalanceDue row={row} onTakeMoney={() => setOpenForm('money')} />}
      actions={
        isOpen && (
          <form {...form}>
            <Button
              type="submit"
              variant="secondary"
              className={row.owed === null || row.owed === 0 ? styles.ready : undefined}
              isBusy={isBusy}
            >
              {t('desk.check_out')}
            </Button>
          </form>
        )
      }
      result={
        operation && (
          <OperationLine operation={operation} onUndone={() => onDone(row, null)}>
            {isFinished && office.can('see money') && (
              <Link to={officeHref('bill', row.code)}>{t('bill.invoices')}</Link>
            )}
          </OperationLine>
        )
      }
    >
      {isOpen && failure && <Failure>{failure}</Failure>}
      {!isFinished && <DepartureForm row={row} openForm={openForm} onOpen={setOpenForm} onDone={onDone} />}
    </StayLine>
  )
}
