import { readRecordId } from '#ui/office/record-address.ts'
import type { Page } from '#platform/pages/page.tsx'
import type { WebhooksApi } from './contract.ts'
import { NewWebhook } from './new-webhook.tsx'
import { OneWebhook } from './edit-webhook.tsx'
import { states, type WebhookData } from './webhook-data.ts'

/** The page of one endpoint: its event types, its status and its deliveries. */
export const webhookPage: Page<WebhooksApi, WebhookData> = {
  async load({ api, route }) {
    const { kinds, can_seal: canSeal } = await api.getWebhooks({})
    const noDeliveries = { data: [], more: null }
    if (route.params['id'] === 'new')
      return { kinds, canSeal, webhook: null, state: undefined, deliveries: noDeliveries }
    const id = readRecordId(route)
    const state = states.find((item) => item === route.query.get('state'))
    const [webhook, deliveries] = await Promise.all([
      api.getWebhook({ id }),
      api.getWebhookDeliveries({ id, ...(state && { state }) }),
    ])
    return { kinds, canSeal, webhook, state, deliveries }
  },
  head: ({ webhook }, { t }) => ({
    title: webhook ? webhook.description || webhook.host : t('webhooks.add'),
    hidden: true,
  }),
  View: ({ data }) =>
    data.webhook ? (
      <OneWebhook key={data.webhook.id} data={{ ...data, webhook: data.webhook }} />
    ) : (
      <NewWebhook {...data} />
    ),
}
