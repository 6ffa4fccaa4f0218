import { useState } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { officeHref } from '#routes/office.ts'
import { CheckOut, useCheckOut } from './check-out.tsx'
import type { TodaysRow } from './contract.ts'
import { OperationLine } from './operation-line.tsx'
import { StayLine } from './stay-line.tsx'
import { MoneyForm, TakeMoneyButton } from './take-money.tsx'
import type { RowOperation } from './use-finished-rows.ts'
import { useUndo } from './use-undo.ts'

/** An expected departure: checked out at once if paid. Otherwise it needs a payment or a reason. */
export function Departure({
  row,
  today,
  done,
  onDone,
}: {
  row: TodaysRow
  today: string
  done: RowOperation | null
  onDone: (row: TodaysRow, done: RowOperation | null) => void
}) {
  const { t, day } = useTranslator()
  const office = useOffice()
  const createUndo = useUndo()
  const [isTakingPayment, setTakingPayment] = useState(false)
  const checkOut = useCheckOut(row, ({ act }) => onDone(row, { undo: createUndo(act), message: t('desk.checked_out') }))
  const { form, busy, failure, isUnpaid, dismissOwing } = checkOut
  const isFinished = done !== null && !done.staysOpen
  const money = <TakeMoneyButton row={row} onAsk={() => setTakingPayment(true)} />
  return (
    <StayLine
      row={row}
      time="departure"
      lateText={t('desk.due_out', { when: day(row.checkout, 'short') })}
      actions={
        <>
          {done && <OperationLine done={done} onUndone={() => onDone(row, null)} />}
          {isFinished && office.may('see money') && (
            <Link to={officeHref('stayInvoices', row.code)}>{t('bill.invoices')}</Link>
          )}
          {!isFinished && !isTakingPayment && !isUnpaid && (
            <>
              <form {...form}>
                <Button type="submit" look="secondary" busy={busy}>
                  {t('desk.check_out')}
                </Button>
              </form>
              {money}
            </>
          )}
        </>
      }
    >
      {!isFinished && !isTakingPayment && !isUnpaid && failure && <Failure>{failure}</Failure>}
      {!isFinished && isTakingPayment && (
        <MoneyForm
          row={row}
          onDone={(operation) => {
            setTakingPayment(false)
            dismissOwing()
            onDone(row, operation)
          }}
          onClose={() => setTakingPayment(false)}
        />
      )}
      {!isFinished && !isTakingPayment && isUnpaid && (
        <CheckOut row={row} checkOut={checkOut} today={today} money={money} onClose={dismissOwing} />
      )}
    </StayLine>
  )
}
