import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { describeSubject } from '#ui/office/describe-changes.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { EmptyListMessage, MoreButton, Rows, usePaged } from '#ui/office/list.tsx'
import { Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import type { Webhook, WebhookDelivery, WebhooksApi } from './contract.ts'
import { formatEventName } from './event-names.ts'
import { formatOutcome } from './outcome.ts'
import { DeliveryChip } from './status-chips.tsx'
import { states, type State, type WebhookData } from './webhook-data.ts'

/** The deliveries of an endpoint with their state, newest first. The URL holds the filter. */
export function Deliveries({ data }: { data: WebhookData & { webhook: Webhook } }) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<WebhooksApi>()
  const { webhook, state, deliveries } = data
  const { id, retention_days } = webhook
  const { rows, paging } = usePaged(deliveries, (after) =>
    api.getWebhookDeliveries({ id, ...(state && { state }), after }),
  )
  const buildViewPath = (shownState: State | undefined) =>
    officeHref('webhook', id) + queryString({ state: shownState })
  const describeAttempts = (row: WebhookDelivery) =>
    [
      formatOutcome(row, translator),
      row.tries > 1 && count('webhooks.tries', row.tries),
      row.state === 'waiting' && row.tries > 0 && `${t('webhooks.next_at')}: ${formatWhen(translator, row.next_at!)}`,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <RecordSection title={t('webhooks.deliveries')}>
      <p className="small">{t('webhooks.deliveries_kept', { days: retention_days })}</p>
      <Views
        label={t('webhooks.views')}
        views={([undefined, ...states] as const).map((item) => ({
          to: buildViewPath(item),
          label: t(`webhooks.view_${item ?? 'all'}`),
          isShown: item === state,
        }))}
      />
      {rows.length === 0 ? (
        state ? (
          <p>{t('webhooks.deliveries_none_found')}</p>
        ) : (
          <EmptyListMessage title={t('webhooks.deliveries_none')} text={t('webhooks.deliveries_none_text')} />
        )
      ) : (
        <Rows
          rows={rows.map((row) => ({
            path: officeHref('webhookDelivery', row.id),
            title: formatEventName(row.type, translator),
            about: [formatSubjectName(row, translator), formatWhen(translator, row.happened_at)]
              .filter(Boolean)
              .join(' · '),
            small: describeAttempts(row),
            chip: <DeliveryChip delivery={row} />,
          }))}
        />
      )}
      <MoreButton {...paging} />
    </RecordSection>
  )
}

/** The subject as the audit log names it. A test event has no subject. */
const formatSubjectName = ({ about }: WebhookDelivery, translator: Translator): string =>
  about.startsWith('webhook ') ? '' : describeSubject(about, translator)
