import { useState } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIn } from './check-in.tsx'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import { NoShow } from './no-show.tsx'
import { StayLine } from './stay-line.tsx'
import { MoneyForm, TakeMoney } from './take-money.tsx'
import type { DoneRow } from './use-done.ts'

/** Who is to come: given a room and let in, or marked as not having come, without leaving the row. */
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
  const [asks, setAsks] = useState<'check_in' | 'no_show' | 'money' | null>(null)
  const finish = (act: { act: number }, said: string) => {
    setAsks(null)
    onDone(row, { act: act.act, said, at: performance.now() })
  }
  return (
    <StayLine
      row={row}
      saysReady
      late={t('desk.due_on', { when: day(row.checkin, 'short') })}
      act={
        done ? (
          <DoneLine done={done} onUndone={() => onDone(row, null)} />
        ) : (
          asks === null && (
            <>
              <Button look="secondary" onClick={() => setAsks('check_in')}>
                {t('desk.check_in')}
              </Button>
              <Button look="quiet" onClick={() => setAsks('no_show')}>
                {t('desk.no_show')}
              </Button>
              <TakeMoney row={row} onAsk={() => setAsks('money')} />
            </>
          )
        )
      }
    >
      {!done && asks === 'check_in' && (
        <CheckIn row={row} onDone={(act) => finish(act, t('desk.checked_in'))} onClose={() => setAsks(null)} />
      )}
      {!done && asks === 'money' && <MoneyForm row={row} onClose={() => setAsks(null)} />}
      {!done && asks === 'no_show' && (
        <NoShow row={row} onDone={(act) => finish(act, t('desk.marked_no_show'))} onClose={() => setAsks(null)} />
      )}
    </StayLine>
  )
}
