import { useEffect, useRef, useState } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { Cancelling, DatesPlan } from '../contract.ts'
import type { StayKey } from './cancel-dialog.tsx'
import { DatesPlanView } from './dates-plan-view.tsx'
import styles from './stay-parts.module.css'

/** New dates in the query string, used by visitors without scripts, with their price or the reason for a rejection. */
export interface RequestedDates {
  checkin: string
  checkout: string
  plan: DatesPlan | null
  refused: string
}

/** Changes the dates of a stay, for the signed-in guest or with the link in the email. */
export function OtherDates({
  by,
  stay,
  allowedChanges,
  requestedDates = null,
  onChange,
}: {
  by: StayKey
  stay: { checkin: string; checkout: string; slug: string | null }
  allowedChanges: Cancelling['other_dates']
  requestedDates?: RequestedDates | null
  onChange: () => void
}) {
  const { t } = useTranslator()
  const section = useRef<HTMLElement>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./new-dates.tsx')).NewDates)
  const days = `${stay.checkin} ${stay.checkout}`
  const previousDates = useRef(days)
  useEffect(() => {
    // The form that had the focus is gone.
    if (previousDates.current !== days) section.current?.querySelector('button')?.focus()
    previousDates.current = days
  }, [days])
  function closeForm() {
    setFormOpen(false)
    onChange()
  }
  if (allowedChanges === null) return null
  return (
    <section ref={section} className={styles.part} aria-labelledby="dates">
      <h2 id="dates">{t('summary.dates')}</h2>
      <p>{t(`summary.dates_${allowedChanges}`)}</p>
      {'token' in by && (
        <noscript>
          {import.meta.env.SSR && <NoScriptForms token={by.token} stay={stay} requestedDates={requestedDates} />}
        </noscript>
      )}
      <Button
        look="secondary"
        className="needs-scripts"
        aria-expanded={isFormOpen}
        onClick={async () => setFormOpen(!isFormOpen && (await fetchForm()) !== null)}
      >
        {t('summary.dates_choose')}
      </Button>
      {isFormOpen && Form && <Form by={by} stay={stay} onDone={closeForm} />}
    </section>
  )
}

/** The forms without scripts: one previews the price by the query string, one confirms the change. */
function NoScriptForms({
  token,
  stay,
  requestedDates,
}: {
  token: string
  stay: { checkin: string; checkout: string }
  requestedDates: RequestedDates | null
}) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  const failure = requestedDates?.refused || (rejection?.typed['dates'] === undefined ? '' : rejection.message)
  const dateField = (name: 'checkin' | 'checkout', label: string) => (
    <Field label={label} name={name}>
      {(inputProps) => <input {...inputProps} type="date" required defaultValue={(requestedDates ?? stay)[name]} />}
    </Field>
  )
  return (
    <>
      <form method="get" className="stack-4">
        <input type="hidden" name="stay" value={token} />
        <div className={styles.days}>
          {dateField('checkin', t('search.check_in'))}
          {dateField('checkout', t('search.check_out'))}
        </div>
        {failure && (
          <p role="alert" className={styles.failed}>
            {failure}
          </p>
        )}
        <Button type="submit" look="secondary">
          {t('summary.dates_price')}
        </Button>
      </form>
      {requestedDates?.plan && (
        <form method="post" className="stack-4">
          <DatesPlanView plan={requestedDates.plan} />
          <input type="hidden" name="dates" value={token} />
          <input type="hidden" name="checkin" value={requestedDates.checkin} />
          <input type="hidden" name="checkout" value={requestedDates.checkout} />
          <input type="hidden" name="total" value={requestedDates.plan.total} />
          <Button type="submit">{t('summary.dates_submit')}</Button>
        </form>
      )}
    </>
  )
}
