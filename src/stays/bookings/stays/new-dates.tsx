import { useEffect, useState } from 'react'
import { useToday } from '#content/today.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import type { DateChangesApi, DatesPlan } from '../contract.ts'
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
  stay: { checkin: string; checkout: string }
  onDone: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<DateChangesApi>()
  const toast = useToast()
  const today = useToday()
  const [plan, setPlan] = useState<DatesPlan | null>(null)
  const {
    form,
    busy,
    error,
    failure,
    forget: clearErrors,
  } = useForm(
    async ({ text, orUnsure }) => {
      if (!plan) return setPlan(await api.planDates({ ...by, checkin: text('checkin'), checkout: text('checkout') }))
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
  useEffect(() => ref.current!.querySelector('input')!.focus(), [ref])
  const dateField = (name: 'checkin' | 'checkout', label: string) => (
    <Field label={label} name={name} error={error(name)}>
      {(inputProps) => (
        <input
          {...inputProps}
          type="date"
          min={today}
          required
          readOnly={busy}
          defaultValue={stay[name]}
          onInput={() => {
            clearErrors()
            setPlan(null)
          }}
        />
      )}
    </Field>
  )
  return (
    <form {...form} className="stack-4">
      <div className={styles.days}>
        {dateField('checkin', t('search.check_in'))}
        {dateField('checkout', t('search.check_out'))}
      </div>
      <div role="status">{plan && <DatesPlanView plan={plan} />}</div>
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" busy={busy}>
        {t(plan ? 'summary.dates_yes' : 'summary.dates_price')}
      </Button>
    </form>
  )
}
