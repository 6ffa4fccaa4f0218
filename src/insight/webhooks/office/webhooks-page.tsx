import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyListMessage, ListHead, Rows } from '#ui/office/list.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref } from '#routes/office.ts'
import { apiDocsPath } from '#routes/public.ts'
import type { WebhookRow, WebhooksApi } from './contract.ts'
import { WebhookChip } from './status-chips.tsx'
import styles from './webhooks.module.css'

type Data = Awaited<ReturnType<WebhooksApi['getWebhooks']>>

/** The list of webhook endpoints with their status. */
export const webhooksPage: Page<WebhooksApi, Data> = {
  load: ({ api }) => api.getWebhooks({}),
  head: (_, { t }) => ({ title: t('webhooks.title'), hidden: true }),
  View: WebhooksView,
}

function WebhooksView({ data: { can_seal, limit, data } }: { data: Data }) {
  const translator = useTranslator()
  const { t, count } = translator
  const mayAdd = can_seal && data.length < limit
  const describeWebhook = ({ host, description, events }: WebhookRow) =>
    [description && host, count('webhooks.event_types', events.length)].filter(Boolean).join(' · ')
  const addButton = mayAdd && <ButtonLink to={officeHref('webhook', 'new')}>{t('webhooks.add')}</ButtonLink>
  return (
    <div className="stack-4">
      <ListHead title={t('webhooks.title')} about={t('webhooks.text')}>
        {data.length > 0 && addButton}
      </ListHead>
      {!can_seal && (
        <p role="alert" className={styles.noKey}>
          {t('webhooks.no_key')}
        </p>
      )}
      {data.length === 0 ? (
        <EmptyListMessage title={t('webhooks.none')} text={t('webhooks.none_text')} action={addButton} />
      ) : (
        <Rows
          rows={data.map((row) => ({
            path: officeHref('webhook', row.id),
            title: row.description || row.host,
            about: describeWebhook(row),
            small: [
              row.good_at
                ? t('webhooks.last_delivery', { when: formatWhen(translator, row.good_at) })
                : t('webhooks.no_delivery'),
              row.waiting > 0 && count('webhooks.waiting', row.waiting),
              row.failed > 0 && count('webhooks.failed', row.failed),
            ]
              .filter(Boolean)
              .join(' · '),
            chip: <WebhookChip webhook={row} />,
          }))}
        />
      )}
      {data.length >= limit && <p className="small">{t('webhooks.limit_reached', { most: limit })}</p>}
      <p>
        <a href={apiDocsPath}>{t('webhooks.description_of_api')}</a>
      </p>
    </div>
  )
}
