import { useState } from 'react'
import { Link, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { officeHref } from '#routes/office.ts'
import { CheckOut, useCheckOut } from './check-out.tsx'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import { StayLine } from './stay-line.tsx'
import { MoneyForm, TakeMoney } from './take-money.tsx'
import type { DoneRow } from './use-done.ts'
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
  done: DoneRow | null
  onDone: (row: TodaysRow, done: DoneRow | null) => void
}) {
  const { t, day } = useWords()
  const desk = useDesk()
  const undoOf = useUndo()
  const [asksMoney, setAsksMoney] = useState(false)
  const checkOut = useCheckOut(row, ({ act }) => onDone(row, { undo: undoOf(act), said: t('desk.checked_out') }))
  const { form, busy, failure, owes, forgetOwing: purgeOwing } = checkOut
  const isOver = done !== null && !done.goesOn
  const money = <TakeMoney row={row} onAsk={() => setAsksMoney(true)} />
  return (
    <StayLine
      row={row}
      time="departure"
      late={t('desk.was_to_leave', { when: day(row.checkout, 'short') })}
      act={
        <>
          {done && <DoneLine done={done} onUndone={() => onDone(row, null)} />}
          {isOver && desk.may('see money') && (
            <Link to={officeHref('stayInvoices', row.code)}>{t('bill.invoices')}</Link>
          )}
          {!isOver && !asksMoney && !owes && (
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
      {!isOver && !asksMoney && !owes && failure && <Failure>{failure}</Failure>}
      {!isOver && asksMoney && (
        <MoneyForm
          row={row}
          onDone={(taken) => {
            setAsksMoney(false)
            purgeOwing()
            onDone(row, taken)
          }}
          onClose={() => setAsksMoney(false)}
        />
      )}
      {!isOver && !asksMoney && owes && (
        <CheckOut row={row} checkOut={checkOut} today={today} money={money} onClose={purgeOwing} />
      )}
    </StayLine>
  )
}
