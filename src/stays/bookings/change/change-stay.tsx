import { useEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { ChangeView } from '../contract.ts'
import type { StayKey } from '../own-stays/cancel-dialog.tsx'
import { ContactLinks } from '../own-stays/next-steps.tsx'
import styles from '../own-stays/stay-parts.module.css'
import { ChangeSteps } from './change-steps.tsx'
import type { StepsData } from './steps.ts'

/** Changes the dates, rooms and guests of a stay, for the signed-in guest or with the link in the email. */
export function ChangeStay({
  stayKey,
  code,
  stay,
  change: { allowed, locked },
  steps = null,
  onChange,
}: {
  stayKey: StayKey
  code: string
  stay: { checkin: string; checkout: string }
  change: ChangeView
  /** The current step of the form without scripts. */
  steps?: StepsData | null
  onChange: () => void
}) {
  const { t } = useTranslator()
  const section = useRef<HTMLElement>(null)
  const isDone = useRef(false)
  const [isFormOpen, setFormOpen] = useState(false)
  const [Form, fetchForm] = useOnDemand(async () => (await import('./change-form.tsx')).ChangeForm)
  useEffect(() => {
    // The form that had the focus is closed, so the button takes the focus.
    if (isDone.current) section.current?.querySelector('button')?.focus()
    isDone.current = false
  }, [stay])

  function closeForm() {
    isDone.current = true
    setFormOpen(false)
    onChange()
  }

  if (allowed === null && locked === null) return null
  return (
    <section ref={section} id="change" className={styles.part} aria-labelledby="change-title">
      <h2 id="change-title">{t('summary.change')}</h2>
      {allowed === null ? (
        <>
          <p>{locked}</p>
          <p className="row-5">
            <ContactLinks code={code} />
          </p>
        </>
      ) : (
        <>
          <p>{t(`summary.change_${allowed}`)}</p>
          {'token' in stayKey && (
            <noscript>
              {import.meta.env.SSR && <ChangeSteps token={stayKey.token} stay={stay} steps={steps} />}
            </noscript>
          )}
          <Button
            variant="secondary"
            className="needs-scripts"
            aria-expanded={isFormOpen}
            onClick={async () => setFormOpen(!isFormOpen && (await fetchForm()) !== null)}
          >
            {t('summary.change_choose')}
          </Button>
          {isFormOpen && Form && <Form stayKey={stayKey} stay={stay} onDone={closeForm} />}
        </>
      )}
    </section>
  )
}
