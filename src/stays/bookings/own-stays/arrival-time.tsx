import { useEffect, useRef, useState } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import type { BookingStatus } from '#schema/bookings.ts'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { StayPreferencesView } from '../contract.ts'
import { getStatusTraits } from '../status.ts'
import { ArrivalField } from '../preferences/arrival-field.tsx'
import type { StayKey } from './cancel-dialog.tsx'
import styles from './stay-parts.module.css'

/** The arrival time of a stay. The guest can change it until arrival, signed in or with the link in the email. */
export function ArrivalTime({
  stayKey,
  stay,
  onChange,
}: {
  stayKey: StayKey
  stay: Pick<StayPreferencesView, 'arrival_time' | 'arrival'> & { status: BookingStatus }
  onChange: () => void
}) {
  const { t } = useTranslator()
  const section = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./arrival-form.tsx')).ArrivalForm)
  const previousTime = useRef(stay.arrival_time)
  useEffect(() => {
    // The form that had the focus is closed, so the button takes the focus.
    if (previousTime.current !== stay.arrival_time) section.current?.querySelector('button')?.focus()
    previousTime.current = stay.arrival_time
  }, [stay.arrival_time])
  if (!getStatusTraits(stay.status).mayBeCancelled) return null
  function close() {
    setOpen(false)
    onChange()
  }
  return (
    <section ref={section} className={styles.part} aria-labelledby="arrival">
      <h2 id="arrival">{t('booking.arrival_time')}</h2>
      <p>{stay.arrival || t('summary.arrival_text')}</p>
      {'token' in stayKey && (
        <noscript>
          {import.meta.env.SSR && <NoScriptForm token={stayKey.token} arrivalTime={stay.arrival_time} />}
        </noscript>
      )}
      {isOpen && Form ? (
        <Form stayKey={stayKey} arrivalTime={stay.arrival_time} onDone={close} />
      ) : (
        <Button
          variant="secondary"
          className="needs-scripts"
          onClick={async () => setOpen((await fetchForm()) !== null)}
        >
          {t('summary.arrival_change')}
        </Button>
      )}
    </section>
  )
}

function NoScriptForm({ token, arrivalTime }: { token: string; arrivalTime: string }) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  const ownRejection = rejection?.values['arrival'] === undefined ? null : rejection
  return (
    <form method="post" className="stack-4">
      <input type="hidden" name="arrival" value={token} />
      <ArrivalField
        value={ownRejection?.values['arrival_time'] ?? arrivalTime}
        error={ownRejection?.errors['arrival_time']?.[0] ?? ownRejection?.message}
      />
      <Button type="submit" variant="secondary">
        {t('summary.arrival_save')}
      </Button>
    </form>
  )
}
