import { useState } from 'react'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import styles from './booking-fields.module.css'
import type { RoomWithBeds } from './preference-fields.tsx'

/** The optional fields for the arrival and the beds. They load when the visitor opens them. */
export function Preferences(props: { rooms: readonly RoomWithBeds[]; errors: FieldErrors }) {
  const { t } = useTranslator()
  const [hasFailed, setFailed] = useState(false)
  const [Fields, fetchFields] = useOnDemand(async () => (await import('./preference-fields.tsx')).PreferenceFields)
  const loadIfOpen = (details: HTMLDetailsElement | null) =>
    void (details?.open && fetchFields().then((loaded) => setFailed(!loaded)))
  return (
    // The visitor may have opened the fields before the scripts ran, hence the ref.
    <details ref={loadIfOpen} className={styles.fold} onToggle={({ currentTarget }) => loadIfOpen(currentTarget)}>
      <summary className="beside-2">
        <OptionalLabel>{t('booking.preferences')}</OptionalLabel>
      </summary>
      {Fields ? <Fields {...props} /> : <p role="status">{t(hasFailed ? 'failure.offline' : 'shell.loading')}</p>}
    </details>
  )
}
