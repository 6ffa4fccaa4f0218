import { useState } from 'react'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import type { DeskApi } from '../contract.ts'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import styles from './row-form.module.css'
import { StayLine } from './stay-line.tsx'
import { MoneyForm, TakeMoney } from './take-money.tsx'
import type { DoneRow } from './use-done.ts'

/** Who is to leave: checked out at once if nothing is to be paid; else it is taken, or somebody says why not. */
export function Departure({
  row,
  done,
  onDone,
}: {
  row: TodaysRow
  done: DoneRow | null
  onDone: (row: TodaysRow, done: DoneRow | null) => void
}) {
  const { t, day } = useWords()
  const api = useApi<DeskApi>()
  const desk = useDesk()
  const [asks, setAsks] = useState<'money' | 'why' | null>(null)
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      const looked = { booking: row.booking, version: row.version }
      const { act } = await orUnsure(api.checkGuestOut({ ...looked, owing: text('owing') }))
      setAsks(null)
      onDone(row, { act, said: t('desk.checked_out'), at: performance.now() })
      desk.refresh()
    },
    {
      again: true,
      onRefused(refusal) {
        if (refusal.errors?.['owing']) setAsks('why')
        return refusal
      },
    },
  )
  return (
    <StayLine
      row={row}
      late={t('desk.was_to_leave', { when: day(row.checkout, 'short') })}
      act={
        done ? (
          <DoneLine done={done} onUndone={() => onDone(row, null)} />
        ) : (
          asks === null && (
            <>
              <form {...form}>
                <Button type="submit" look="secondary" busy={busy}>
                  {t('desk.check_out')}
                </Button>
              </form>
              <TakeMoney row={row} onAsk={() => setAsks('money')} />
            </>
          )
        )
      }
    >
      {!done && asks === null && failure && <Failure>{failure}</Failure>}
      {!done && asks === 'money' && <MoneyForm row={row} onClose={() => setAsks(null)} />}
      {!done && asks === 'why' && (
        <form {...form} className={styles.form}>
          <TextField label={t('desk.why_owing')} name="owing" maxLength={200} error={error('owing')} />
          {failure && <Failure>{failure}</Failure>}
          <div className={styles.acts}>
            <TakeMoney row={row} onAsk={() => setAsks('money')} />
            <Button type="submit" look="secondary" busy={busy}>
              {t('desk.check_out_owing')}
            </Button>
            <Button look="quiet" onClick={() => setAsks(null)} disabled={busy}>
              {t('desk.not_now')}
            </Button>
          </div>
        </form>
      )}
    </StayLine>
  )
}
