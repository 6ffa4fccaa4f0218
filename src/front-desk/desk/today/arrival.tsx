import { useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Assign } from './assign.tsx'
import { CheckIn } from './check-in.tsx'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import { NoShow } from './no-show.tsx'
import { StayLine } from './stay-line.tsx'
import { MoneyForm, TakeMoney } from './take-money.tsx'
import type { DoneRow } from './use-done.ts'
import { useUndo } from './use-undo.ts'

/** An expected guest: assign a unit, check in, or mark as a no-show, all within the row. */
export function Arrival({
  row,
  done,
  onDone,
}: {
  row: TodaysRow
  done: DoneRow | null
  onDone: (row: TodaysRow, done: DoneRow | null) => void
}) {
  const { t, day } = useWords()
  const undoOf = useUndo()
  const [asks, setAsks] = useState<'check_in' | 'assign' | 'no_show' | 'money' | null>(null)
  const close = () => setAsks(null)
  const finish = (what: DoneRow) => {
    close()
    onDone(row, what)
  }
  const isOver = done !== null && !done.goesOn
  return (
    <StayLine
      row={row}
      time="arrival"
      late={t('desk.due_on', { when: day(row.checkin, 'short') })}
      act={
        <>
          {done && <DoneLine key={done.said} done={done} onUndone={() => onDone(row, null)} />}
          {!isOver && asks === null && (
            <>
              <Button look="secondary" onClick={() => setAsks('check_in')}>
                {t('desk.check_in')}
              </Button>
              {row.needs_unit && (
                <Button look="quiet" onClick={() => setAsks('assign')}>
                  {t('desk.assign')}
                </Button>
              )}
              <Button look="quiet" onClick={() => setAsks('no_show')}>
                {t('desk.no_show')}
              </Button>
              <TakeMoney row={row} onAsk={() => setAsks('money')} />
            </>
          )}
        </>
      }
    >
      {!isOver && asks === 'check_in' && (
        <CheckIn
          row={row}
          onDone={({ act }) => finish({ undo: undoOf(act), said: t('desk.checked_in') })}
          onClose={close}
        />
      )}
      {!isOver && asks === 'assign' && (
        <Assign
          row={row}
          onDone={({ act }, unit) => finish({ undo: undoOf(act), said: t('desk.assigned', { unit }), goesOn: true })}
          onClose={close}
        />
      )}
      {!isOver && asks === 'money' && <MoneyForm row={row} onDone={finish} onClose={close} />}
      {!isOver && asks === 'no_show' && (
        <NoShow
          row={row}
          onDone={({ act }) => finish({ undo: undoOf(act), said: t('desk.marked_no_show') })}
          onClose={close}
        />
      )}
    </StayLine>
  )
}
