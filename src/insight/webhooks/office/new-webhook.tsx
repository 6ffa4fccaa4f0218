import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { ChooseEvents, type EventKind } from './choose-events.tsx'
import type { WebhooksApi } from './contract.ts'
import type { EventType } from './event-names.ts'
import { NewSecret } from './new-secret.tsx'
import styles from './webhooks.module.css'

/** The form for a new endpoint. After it is saved, only the secret is shown until the user has stored it. */
export function NewWebhook({ kinds, canSeal }: { kinds: readonly EventKind[]; canSeal: boolean }) {
  const { t, language } = useTranslator()
  const api = useApi<WebhooksApi>()
  const [events, setEvents] = useState<EventType[]>([])
  const [addedEndpoint, setAddedEndpoint] = useState<{ id: number; secret: string } | null>(null)
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) =>
      setAddedEndpoint(
        await reportLostResponse(
          api.addWebhook({ address: text('address'), description: text('description'), events }),
        ),
      ),
    { isRepeatable: true },
  )
  return (
    <RecordPage
      back={{ to: officePages.webhooks, label: t('webhooks.title') }}
      about={t('webhooks.one')}
      title={t('webhooks.add')}
      state={null}
    >
      {!canSeal && (
        <p role="alert" className={styles.noKey}>
          {t('webhooks.no_key')}
        </p>
      )}
      {addedEndpoint ? (
        <NewSecret
          secret={addedEndpoint.secret}
          onDone={() => void navigate(officeHref('webhook', addedEndpoint.id), language, 'replace')}
        />
      ) : (
        <form {...form} className={`stack-4 ${styles.form}`}>
          <TextField
            label={t('webhooks.address')}
            name="address"
            inputMode="url"
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            hint={t('webhooks.address_hint')}
            error={error('address')}
          />
          <TextField
            label={t('webhooks.description')}
            name="description"
            maxLength={100}
            autoComplete="off"
            hint={t('webhooks.description_hint')}
            error={error('description')}
          />
          <RecordSection title={t('webhooks.events')}>
            <ChooseEvents kinds={kinds} selectedTypes={events} error={error('events')} onChoose={setEvents} />
          </RecordSection>
          {failure && <Failure>{failure}</Failure>}
          <Button type="submit" isBusy={isBusy} disabled={!canSeal}>
            {t('webhooks.add')}
          </Button>
        </form>
      )}
    </RecordPage>
  )
}
