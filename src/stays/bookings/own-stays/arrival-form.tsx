import { useEffect } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import type { BookingsApi } from '../contract.ts'
import { ArrivalField } from '../preferences/arrival-field.tsx'
import type { StayKey } from './cancel-dialog.tsx'
import styles from './stay-parts.module.css'

/** Changes the arrival time of a stay. Loaded on demand. */
export function ArrivalForm({
  stayKey,
  arrivalTime,
  onDone,
}: {
  stayKey: StayKey
  arrivalTime: string
  onDone: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<BookingsApi>()
  const showToast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      const { message } = await reportLostResponse(
        api.changeArrivalTime({ ...stayKey, arrival_time: text('arrival_time') }),
      )
      showToast(message)
      onDone()
    },
    { isRepeatable: true },
  )
  const { ref } = form
  useEffect(() => ref.current!.querySelector('select')!.focus(), [ref])
  return (
    <form {...form} className="stack-4">
      <ArrivalField value={arrivalTime} error={error('arrival_time')} />
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" isBusy={isBusy}>
        {t('summary.arrival_save')}
      </Button>
    </form>
  )
}
