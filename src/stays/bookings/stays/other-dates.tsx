import { useEffect, useRef, useState } from 'react'
import { useRefused, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { Cancelling, DatesPlan } from '../contract.ts'
import type { By } from './cancel-question.tsx'
import { PlanTold } from './dates-plan.tsx'
import styles from './stay-parts.module.css'

/** New dates in the query string, used by visitors without scripts, with their price or the reason for a rejection. */
export interface DatesAsked {
  checkin: string
  checkout: string
  plan: DatesPlan | null
  refused: string
}

/** Changes the dates of a stay, for the signed-in guest or with the link in the email. */
export function OtherDates({
  by,
  stay,
  which,
  asked = null,
  onChange,
}: {
  by: By
  stay: { checkin: string; checkout: string }
  which: Cancelling['other_dates']
  asked?: DatesAsked | null
  onChange: () => void
}) {
  const { t } = useWords()
  const section = useRef<HTMLElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./new-dates.tsx')).NewDates)
  const days = `${stay.checkin} ${stay.checkout}`
  const known = useRef(days)
  useEffect(() => {
    // The form that had the focus is gone.
    if (known.current !== days) section.current?.querySelector('button')?.focus()
    known.current = days
  }, [days])
  function done() {
    setAsked(false)
    onChange()
  }
  if (which === null) return null
  return (
    <section ref={section} className={styles.part} aria-labelledby="dates">
      <h2 id="dates">{t('summary.dates')}</h2>
      <p>{t(`summary.dates_${which}`)}</p>
      {'token' in by && (
        <noscript>{import.meta.env.SSR && <WithoutScripts token={by.token} stay={stay} asked={asked} />}</noscript>
      )}
      <Button
        look="secondary"
        className="needs-scripts"
        aria-expanded={isAsked}
        onClick={async () => setAsked(!isAsked && (await fetchForm()) !== null)}
      >
        {t('summary.dates_choose')}
      </Button>
      {isAsked && Form && <Form by={by} stay={stay} onDone={done} />}
    </section>
  )
}

/** The forms without scripts: one previews the price by the query string, one confirms the change. */
function WithoutScripts({
  token,
  stay,
  asked,
}: {
  token: string
  stay: { checkin: string; checkout: string }
  asked: DatesAsked | null
}) {
  const { t } = useWords()
  const refused = useRefused()
  const failure = asked?.refused || (refused?.typed['dates'] === undefined ? '' : refused.message)
  const day = (name: 'checkin' | 'checkout', label: string) => (
    <Field label={label} name={name}>
      {(given) => <input {...given} type="date" required defaultValue={(asked ?? stay)[name]} />}
    </Field>
  )
  return (
    <>
      <form method="get" className={styles.asking}>
        <input type="hidden" name="stay" value={token} />
        <div className={styles.days}>
          {day('checkin', t('search.check_in'))}
          {day('checkout', t('search.check_out'))}
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
      {asked?.plan && (
        <form method="post" className={styles.asking}>
          <PlanTold plan={asked.plan} />
          <input type="hidden" name="dates" value={token} />
          <input type="hidden" name="checkin" value={asked.checkin} />
          <input type="hidden" name="checkout" value={asked.checkout} />
          <input type="hidden" name="total" value={asked.plan.total} />
          <Button type="submit">{t('summary.dates_yes')}</Button>
        </form>
      )}
    </>
  )
}
