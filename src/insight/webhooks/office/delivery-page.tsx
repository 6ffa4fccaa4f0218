import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { ActionForm } from '#ui/office/action-form.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import type { WebhooksApi, WholeDelivery } from './contract.ts'
import { formatEventName } from './event-names.ts'
import { formatOutcome } from './outcome.ts'
import { DeliveryChip } from './status-chips.tsx'
import styles from './webhooks.module.css'

/** The page of one delivery: the exact request, the response, and a button to send it again. */
export const deliveryPage: Page<WebhooksApi, WholeDelivery> = {
  load: ({ api, route }) => api.getWebhookDelivery({ id: readRecordId(route) }),
  head: ({ type }, translator) => ({ title: formatEventName(type, translator), hidden: true }),
  View: DeliveryView,
}

function DeliveryView({ data: delivery }: { data: WholeDelivery }) {
  const translator = useTranslator()
  const { t, number } = translator
  const api = useApi<WebhooksApi>()
  const { id, webhook, event, type, happened_at, tries, tried_at, took_ms, next_at, body, answer, status } = delivery
  const outcomeText = formatOutcome(delivery, translator)
  const duration = took_ms !== null && t('webhooks.duration', { ms: took_ms })
  return (
    <RecordPage
      back={{ to: officeHref('webhook', webhook), label: t('webhooks.deliveries') }}
      about={<code>{type}</code>}
      title={formatEventName(type, translator)}
      state={
        <>
          <DeliveryChip delivery={delivery} /> <time dateTime={happened_at}>{formatWhen(translator, happened_at)}</time>
        </>
      }
    >
      <Facts>
        <Fact name={t('webhooks.number')}>
          <code>{event}</code>
        </Fact>
        <Fact name={t('webhooks.tries')}>{number(tries)}</Fact>
        {tried_at && <Fact name={t('webhooks.tried_at')}>{formatWhen(translator, tried_at)}</Fact>}
        {outcomeText && <Fact name={t('webhooks.answer')}>{[outcomeText, duration].filter(Boolean).join(' · ')}</Fact>}
        {next_at && <Fact name={t('webhooks.next_at')}>{formatWhen(translator, next_at)}</Fact>}
      </Facts>
      <RecordSection title={t('webhooks.resend')}>
        <ActionForm
          label={t('webhooks.resend')}
          done={t('webhooks.resent')}
          onSubmit={() => api.redeliverWebhook({ id })}
        >
          {() => <p>{t('webhooks.resend_text')}</p>}
        </ActionForm>
      </RecordSection>
      <RecordSection title={t('webhooks.body')}>
        <pre className={styles.code} tabIndex={0} aria-label={t('webhooks.body')}>
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
      </RecordSection>
      {status !== null && (
        <RecordSection title={t('webhooks.answer_text')}>
          {answer === '' ? (
            <p className="small">{t('webhooks.answer_empty')}</p>
          ) : (
            <pre className={styles.code} tabIndex={0} aria-label={t('webhooks.answer_text')}>
              {answer}
            </pre>
          )}
        </RecordSection>
      )}
    </RecordPage>
  )
}
