import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import { ChooseEvents } from './choose-events.tsx'
import type { Webhook, WebhooksApi } from './contract.ts'
import { Deliveries } from './deliveries.tsx'
import { formatEventName, type EventType } from './event-names.ts'
import { NewSecret } from './new-secret.tsx'
import { SendSince, WebhookStatus } from './webhook-status.tsx'
import { WebhookChip } from './status-chips.tsx'
import type { WebhookData } from './webhook-data.ts'

interface WebhookFields {
  version: number
  address: string
  description: string
  events: EventType[]
}

const toFields = ({ version, address, description, events }: Webhook): WebhookFields => ({
  version,
  address: address ?? '',
  description,
  events,
})

export function OneWebhook({ data }: { data: WebhookData & { webhook: Webhook } }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<WebhooksApi>()
  const office = useOffice()
  const { webhook, kinds } = data
  const { id, host } = webhook
  const showWebhook = (updatedWebhook: Webhook) => office.show({ ...data, webhook: updatedWebhook })
  const edit = useEdit<WebhookFields>(toFields(webhook), {
    async save(row) {
      const savedWebhook = await api.saveWebhook({ id, ...row })
      showWebhook(savedWebhook)
      return toFields(savedWebhook)
    },
    load: async () => toFields(await api.getWebhook({ id })),
    draft: `office webhook ${id}`,
  })
  return (
    <RecordPage
      back={{ to: officePages.webhooks, label: t('webhooks.title') }}
      about={t('webhooks.one')}
      title={webhook.description || host}
      state={
        <>
          <WebhookChip webhook={webhook} />
          <span>
            {webhook.good_at
              ? t('webhooks.last_delivery', { when: formatWhen(translator, webhook.good_at) })
              : t('webhooks.no_delivery')}
          </span>
        </>
      }
      aside={
        <History subject={`webhook ${id}`} version={`${webhook.version} ${webhook.paused_at} ${webhook.old_until}`} />
      }
    >
      <WebhookStatus webhook={webhook} onChange={showWebhook} />
      <Deliveries data={data} />
      {!webhook.paused_at && <SendSince webhook={webhook} />}
      <RecordSection title={t('webhooks.set_up')}>
        <EditForm
          edit={edit}
          isQuiet
          labels={{
            address: t('webhooks.address'),
            description: t('webhooks.description'),
            events: t('webhooks.events'),
          }}
          formatField={(field, value) =>
            field === 'events'
              ? (value as EventType[]).map((type) => formatEventName(type, translator)).join('\n')
              : undefined
          }
        >
          <TextField
            label={t('webhooks.address')}
            inputMode="url"
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            hint={t(webhook.address === null ? 'webhooks.address_lost' : 'webhooks.address_hint')}
            {...edit.text('address')}
          />
          <TextField
            label={t('webhooks.description')}
            maxLength={100}
            autoComplete="off"
            hint={t('webhooks.description_hint')}
            {...edit.text('description')}
          />
          <RecordSection title={t('webhooks.events')}>
            <ChooseEvents
              kinds={kinds}
              selectedTypes={edit.row.events}
              error={edit.error('events')}
              onChoose={(events) => edit.set({ events })}
            />
          </RecordSection>
        </EditForm>
      </RecordSection>
      <Secret webhook={webhook} onChange={showWebhook} />
      <RecordSection title={t('webhooks.remove')}>
        <div>
          <ConfirmedAction
            label={t('webhooks.remove')}
            title={t('webhooks.remove_title', { host })}
            text={t('webhooks.remove_text')}
            confirmLabel={t('webhooks.remove')}
            failed={t('webhooks.action_failed')}
            onConfirm={async () => {
              await api.removeWebhook({ id })
              navigate(officePages.webhooks, language, 'replace')
            }}
          />
        </div>
      </RecordSection>
    </RecordPage>
  )
}

/** The section that replaces the secret. An existing secret cannot be shown again. */
function Secret({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<WebhooksApi>()
  const [secret, setSecret] = useState<string | null>(null)
  const { id, host, old_until } = webhook
  return (
    <RecordSection title={t('webhooks.secret')}>
      <p>{t('webhooks.secret_text')}</p>
      {old_until && <p className="small">{t('webhooks.secret_old', { when: formatWhen(translator, old_until) })}</p>}
      {secret ? (
        <NewSecret secret={secret} onDone={() => setSecret(null)} />
      ) : (
        <div>
          <ConfirmedAction
            label={t('webhooks.secret_replace')}
            title={t('webhooks.secret_replace_title', { host })}
            text={t('webhooks.secret_replace_text')}
            confirmLabel={t('webhooks.secret_replace_submit')}
            failed={t('webhooks.action_failed')}
            onConfirm={async () => {
              const { secret: newSecret, ...rotatedWebhook } = await api.rotateWebhookSecret({ id })
              setSecret(newSecret)
              onChange(rotatedWebhook)
            }}
          />
        </div>
      )}
    </RecordSection>
  )
}
