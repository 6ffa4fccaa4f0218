import { loadCompany } from '#content/company.ts'
import { startOfDay } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import {
  addEndpoint,
  rotateSecret,
  validateEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  saveEndpoint,
} from '../endpoints.ts'
import { events, eventTypes } from '../events.ts'
import { webhookRetention } from '../retention.ts'
import { MAX_ENDPOINTS, MAX_RESENT } from '../limits.ts'
import {
  listEndpoints,
  listDeliveries,
  getDeliveryDetails,
  getEndpointDetails,
  type DeliveryView,
  type EndpointView,
} from '../overview.ts'
import { sendTestEvent, resendDelivery, resendSince } from '../resend.ts'
import type { Webhook, WebhookDelivery, WebhookRow, webhooksContract, WholeDelivery } from './contract.ts'

const MAX_SHOWN_DELIVERIES = 50
/** An event with an email address contains personal data. */
const eventKinds = eventTypes.map((type) => ({ type, of_person: 'email' in events[type].data.shape }))

export const webhooksHandlers = {
  async getWebhooks(db, { context }) {
    const data = (await listEndpoints(db)).map(toRowView)
    return { can_seal: context.sealer !== null, limit: MAX_ENDPOINTS, kinds: eventKinds, data }
  },
  getWebhook: (db, ctx, { id }) => loadWebhook(db, ctx, id),
  addWebhook: {
    validate: validateEndpoint,
    async execute(db, ctx, form) {
      const { id, secret } = await addEndpoint(db, ctx, form)
      return { ...(await loadWebhook(db, ctx, id)), secret }
    },
  },
  saveWebhook: {
    validate: validateEndpoint,
    async execute(db, ctx, form) {
      await saveEndpoint(db, ctx, form)
      return loadWebhook(db, ctx, form.id)
    },
  },
  async rotateWebhookSecret(db, ctx, { id }) {
    const secret = await rotateSecret(db, ctx, { id })
    return { ...(await loadWebhook(db, ctx, id)), secret }
  },
  async pauseWebhook(db, ctx, { id }) {
    await pauseEndpoint(db, ctx, { id })
    return loadWebhook(db, ctx, id)
  },
  async resumeWebhook(db, ctx, form) {
    await resumeEndpoint(db, ctx, form)
    return loadWebhook(db, ctx, form.id)
  },
  async removeWebhook(db, ctx, form) {
    await removeEndpoint(db, ctx, form)
    return {}
  },
  async getWebhookDeliveries(db, _, { after, ...filter }) {
    const beforeId = after === undefined ? undefined : Number(after)
    const { rows, nextCursor } = await listDeliveries(db, { ...filter, before: beforeId }, MAX_SHOWN_DELIVERIES)
    return { data: rows.map(toDeliveryView), more: nextCursor }
  },
  getWebhookDelivery: (db, _, { id }) => loadDelivery(db, id),
  async redeliverWebhook(db, ctx, { id }) {
    await resendDelivery(db, ctx, { id })
    return loadDelivery(db, id)
  },
  async redeliverWebhooksSince(db, ctx, { id, since }) {
    const { timeZone } = await loadCompany(db, ctx)
    const resentCount = await resendSince(db, ctx, { id, since: startOfDay(timeZone, parseDay(since)!) })
    return { resent: resentCount, limit: MAX_RESENT }
  },
  async sendTestWebhook(db, ctx, { id }) {
    return loadDelivery(db, await sendTestEvent(db, ctx, { id }))
  },
} satisfies Handlers<typeof webhooksContract>

async function loadWebhook(db: Database, ctx: RequestContext, id: number): Promise<Webhook> {
  const { address, oldSecretUntil, missedCount, ...details } = await getEndpointDetails(db, ctx, id)
  return {
    ...toRowView(details),
    address,
    old_until: toIso(oldSecretUntil),
    missed: missedCount,
    retention_days: webhookRetention.days,
  }
}

const toRowView = (details: EndpointView): WebhookRow => ({
  id: details.id,
  version: details.version,
  description: details.description,
  host: details.host,
  events: details.events,
  paused_at: toIso(details.pausedAt),
  paused_why: details.pauseReason,
  good_at: toIso(details.goodAt),
  failing_since: toIso(details.failingSince),
  waiting: details.waiting,
  failed: details.failed,
})

async function loadDelivery(db: Database, id: number): Promise<WholeDelivery> {
  const { body, answer, ...details } = await getDeliveryDetails(db, id)
  return { ...toDeliveryView(details), body, answer }
}

const toDeliveryView = (details: DeliveryView): WebhookDelivery => ({
  id: details.id,
  webhook: details.endpointId,
  event: details.code,
  type: details.type,
  about: details.about,
  happened_at: isoInstant(details.happenedAt),
  state: details.state,
  tries: details.tries,
  tried_at: toIso(details.triedAt),
  next_at: toIso(details.nextAt),
  took_ms: details.tookMs,
  status: details.status,
  fault: details.error,
})

const toIso = (timestamp: number | null) => (timestamp === null ? null : isoInstant(timestamp))
