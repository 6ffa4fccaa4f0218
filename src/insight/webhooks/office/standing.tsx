import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { AskedAct } from '#ui/office/asked-act.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { Part } from '#ui/office/file.tsx'
import { when } from '#ui/office/when.ts'
import { useToast } from '#ui/toast.tsx'
import type { Webhook, WebhooksApi, WholeDelivery } from './contract.ts'
import { outcomeSaid } from './outcome.ts'
import styles from './webhooks.module.css'

/** How it goes with an endpoint, and what can be done about that. */
export function Standing({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  return (
    <>
      {webhook.paused_at && <Paused webhook={webhook} onChange={onChange} />}
      <Trial webhook={webhook} onChange={onChange} />
    </>
  )
}

function Paused({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  const translator = useWords()
  const { t, count } = translator
  const api = useApi<WebhooksApi>()
  const { id, host, paused_at, paused_why, missed, kept_days } = webhook
  const { form, busy, failure } = useForm(
    async ({ data }) => onChange(await api.resumeWebhook({ id, missed: data.get('missed') !== null })),
    { again: true },
  )
  return (
    <form {...form} className={styles.paused}>
      <p>
        {t(`webhooks.paused_${paused_why ?? 'owner'}`, {
          host,
          when: when(translator, paused_at!),
          days: kept_days,
        })}
      </p>
      {missed > 0 && (
        <CheckField
          label={count('webhooks.resume_missed', missed)}
          name="missed"
          hint={t('webhooks.resume_missed_hint')}
          defaultChecked
        />
      )}
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" busy={busy}>
        {t('webhooks.resume')}
      </Button>
    </form>
  )
}

function Trial({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  const translator = useWords()
  const { t } = translator
  const api = useApi<WebhooksApi>()
  const desk = useDesk()
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<WholeDelivery | { told: string } | null>(null)
  const { id, host, paused_at, kept_days } = webhook
  async function send() {
    setBusy(true)
    setTried(null)
    try {
      setTried(await api.tryWebhook({ id }))
      await desk.refresh()
    } catch (error) {
      setTried({ told: (error instanceof ApiError && error.message) || t('webhooks.failed_to') })
    }
    setBusy(false)
  }
  const isTaken = tried !== null && 'state' in tried && tried.state === 'delivered'
  return (
    <div className={styles.trial}>
      <p>{t('webhooks.try_text')}</p>
      <div className={styles.acts}>
        <Button look="secondary" busy={busy} onClick={() => void send()}>
          {t('webhooks.try')}
        </Button>
        {!paused_at && (
          <AskedAct
            label={t('webhooks.pause')}
            title={t('webhooks.pause_title', { host })}
            text={t('webhooks.pause_text', { days: kept_days })}
            yes={t('webhooks.pause')}
            failed={t('webhooks.failed_to')}
            act={async () => onChange(await api.pauseWebhook({ id }))}
          />
        )}
      </div>
      <div role="status">
        {tried && (
          <p className={styles.outcome} data-kind={isTaken ? 'taken' : 'failed'}>
            {'told' in tried
              ? tried.told
              : [t(`webhooks.delivery_${tried.state}`), outcomeSaid(tried, translator), tried.answer]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
        )}
      </div>
    </div>
  )
}

/** Everything since a day, once more. */
export function SendSince({ webhook: { id } }: { webhook: Webhook }) {
  const { t, count } = useWords()
  const api = useApi<WebhooksApi>()
  const desk = useDesk()
  const say = useToast()
  const { form, busy, error, failure } = useForm(
    async ({ text, orUnsure }) => {
      const { told, most } = await orUnsure(api.tellWebhookSince({ id, since: text('since') }))
      const isMore = told >= most
      say(
        told === 0
          ? t('webhooks.since_none')
          : isMore
            ? t('webhooks.since_most', { most })
            : count('webhooks.since_told', told),
      )
      await desk.refresh()
    },
    { again: true },
  )
  return (
    <Part title={t('webhooks.since')}>
      <p>{t('webhooks.since_text')}</p>
      <form {...form} className={styles.since}>
        <TextField label={t('webhooks.since_day')} name="since" type="date" required error={error('since')} />
        <Button type="submit" look="secondary" busy={busy}>
          {t('webhooks.since_go')}
        </Button>
      </form>
      {failure && <Failure>{failure}</Failure>}
    </Part>
  )
}
