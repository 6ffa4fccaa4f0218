import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import type { DeskApi } from '../contract.ts'
import type { TodaysRow } from './contract.ts'
import { DoneLine } from './done-line.tsx'
import { StayLine } from './stay-line.tsx'
import type { DoneRow } from './use-done.ts'

/** Who is to leave. */
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
  const { form, busy, failure } = useForm(
    async ({ orUnsure }) => {
      const { act } = await orUnsure(api.checkGuestOut({ booking: row.booking, version: row.version }))
      onDone(row, { act, said: t('desk.checked_out'), at: performance.now() })
      desk.refresh()
    },
    { again: true },
  )
  return (
    <StayLine
      row={row}
      late={t('desk.was_to_leave', { when: day(row.checkout, 'short') })}
      act={
        done ? (
          <DoneLine done={done} onUndone={() => onDone(row, null)} />
        ) : (
          <form {...form}>
            <Button type="submit" look="secondary" busy={busy}>
              {t('desk.check_out')}
            </Button>
          </form>
        )
      }
    >
      {failure && <Failure>{failure}</Failure>}
    </StayLine>
  )
}
