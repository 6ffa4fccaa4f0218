import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import type { Webhook, WebhooksApi, WholeDelivery } from './contract.ts'
import { formatOutcome } from './outcome.ts'
import styles from './webhooks.module.css'

/** The notice that the endpoint is paused, and the form that sends a test event. */
export function WebhookStatus({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  return (
    <>
      {webhook.paused_at && <Paused webhook={webhook} onChange={onChange} />}
      <TestEventSender webhook={webhook} onChange={onChange} />
    </>
  )
}

function Paused({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<WebhooksApi>()
  const { id, host, paused_at, paused_why, missed, retention_days } = webhook
  const { form, isBusy, failure } = useForm(
    async ({ data }) => onChange(await api.resumeWebhook({ id, missed: data.get('missed') !== null })),
    { isRepeatable: true },
  )
  return (
    <form {...form} className={`stack-4 ${styles.paused}`}>
      <p>
        {t(`webhooks.paused_${paused_why ?? 'owner'}`, {
          host,
          when: formatWhen(translator, paused_at!),
          days: retention_days,
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
      <Button type="submit" isBusy={isBusy}>
        {t('webhooks.resume')}
      </Button>
    </form>
  )
}

function TestEventSender({ webhook, onChange }: { webhook: Webhook; onChange: (now: Webhook) => void }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<WebhooksApi>()
  const office = useOffice()
  const [isBusy, setBusy] = useState(false)
  const [testResult, setTestResult] = useState<WholeDelivery | { message: string } | null>(null)
  const { id, host, paused_at, retention_days } = webhook
  async function send() {
    setBusy(true)
    setTestResult(null)
    try {
      setTestResult(await api.sendTestWebhook({ id }))
      await office.refresh()
    } catch (error) {
      setTestResult({ message: (error instanceof ApiError && error.message) || t('webhooks.action_failed') })
    }
    setBusy(false)
  }
  const isAccepted = testResult !== null && 'state' in testResult && testResult.state === 'delivered'
  return (
    <div className={`stack-4 ${styles.test}`}>
      <p>{t('webhooks.try_text')}</p>
      <div className={styles.acts}>
        <Button variant="secondary" isBusy={isBusy} onClick={() => void send()}>
          {t('webhooks.try')}
        </Button>
        {!paused_at && (
          <ConfirmedAction
            label={t('webhooks.pause')}
            title={t('webhooks.pause_title', { host })}
            text={t('webhooks.pause_text', { days: retention_days })}
            confirmLabel={t('webhooks.pause')}
            failed={t('webhooks.action_failed')}
            onConfirm={async () => onChange(await api.pauseWebhook({ id }))}
          />
        )}
      </div>
      <div role="status">
        {testResult && (
          <p className={styles.outcome} data-kind={isAccepted ? 'taken' : 'failed'}>
            {'message' in testResult
              ? testResult.message
              : [t(`webhooks.delivery_${testResult.state}`), formatOutcome(testResult, translator), testResult.answer]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
        )}
      </div>
    </div>
  )
}

/** A form that resends the events since a day. */
export function SendSince({ webhook: { id } }: { webhook: Webhook }) {
  const { t, count } = useTranslator()
  const api = useApi<WebhooksApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      const { resent, limit } = await reportLostResponse(api.redeliverWebhooksSince({ id, since: text('since') }))
      const hasMore = resent >= limit
      showToast(
        resent === 0
          ? t('webhooks.resend_since_none')
          : hasMore
            ? t('webhooks.resend_since_limited', { most: limit })
            : count('webhooks.resend_since_sending', resent),
      )
      await office.refresh()
    },
    { isRepeatable: true },
  )
  return (
    <RecordSection title={t('webhooks.resend_since')}>
      <p>{t('webhooks.resend_since_text')}</p>
      <form {...form} className={`field-row ${styles.since}`}>
        <DateField label={t('webhooks.resend_since_day')} name="since" required error={error('since')} />
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('webhooks.resend_since_submit')}
        </Button>
      </form>
      {failure && <Failure>{failure}</Failure>}
    </RecordSection>
  )
}
