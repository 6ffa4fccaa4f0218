import { useEffect, useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import { inBooking } from '#routes/public.ts'
import type { DateChangesApi, DatesPlan } from '../contract.ts'
import { DatesField } from '../search/dates-field.tsx'
import type { StayKey } from './cancel-dialog.tsx'
import { DatesPlanView } from './dates-plan-view.tsx'
import styles from './stay-parts.module.css'

/** The form for new dates: shows the price first and changes the dates once it is confirmed. Loaded on demand. */
export function NewDates({
  by,
  stay,
  onDone,
}: {
  by: StayKey
  /** The calendar shows the nights of the room type, or of any room if there is none. */
  stay: { checkin: string; checkout: string; slug: string | null }
  onDone: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<DateChangesApi>()
  const toast = useToast()
  const [chosen, setChosen] = useState({ checkIn: stay.checkin, checkOut: stay.checkout })
  const [plan, setPlan] = useState<DatesPlan | null>(null)
  const {
    form,
    busy,
    error,
    failure,
    clear: clearErrors,
  } = useForm(
    async ({ text, orUnsure }) => {
      if (!plan) return setPlan(await api.previewDates({ ...by, checkin: text('checkin'), checkout: text('checkout') }))
      const { checkin, checkout, total } = plan
      const { message } = await orUnsure(api.changeDates({ ...by, checkin, checkout, total }))
      toast(message)
      onDone()
    },
    {
      again: true,
      onRefused(userError) {
        setPlan(null)
        return userError
      },
    },
  )
  const { ref } = form
  useEffect(() => ref.current!.querySelector('button')!.focus(), [ref])
  function onInput() {
    const data = new FormData(ref.current!)
    setChosen({ checkIn: String(data.get(inBooking.checkIn)), checkOut: String(data.get(inBooking.checkOut)) })
    clearErrors()
    setPlan(null)
  }
  return (
    <form {...form} className="stack-4" onInput={onInput}>
      <DatesField
        names={inBooking}
        chosen={chosen}
        slug={stay.slug ?? undefined}
        bookedNights={stay}
        error={error(inBooking.checkIn) ?? error(inBooking.checkOut)}
        isNewError
      />
      <div role="status">{plan && <DatesPlanView plan={plan} />}</div>
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" busy={busy}>
        {t(plan ? 'summary.dates_submit' : 'summary.dates_price')}
      </Button>
    </form>
  )
}
