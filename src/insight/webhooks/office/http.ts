import { companyOf } from '#content/company.ts'
import { dayBegins } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import {
  addEndpoint,
  exchangeSecret,
  validateEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  saveEndpoint,
} from '../endpoints.ts'
import { events, eventTypes } from '../events.ts'
import { toldRetention } from '../retention.ts'
import { MAX_ENDPOINTS, MAX_REPLAYED } from '../limits.ts'
import {
  allEndpoints,
  deliveriesTo,
  oneDelivery,
  oneEndpoint,
  type ShownDelivery,
  type ShownEndpoint,
} from '../overview.ts'
import { sendTrial, tellAgain, tellAllSince } from '../replaying.ts'
import type { Webhook, WebhookDelivery, WebhookRow, webhooksContract, WholeDelivery } from './contract.ts'

const MAX_SHOWN = 50
/** Whoever can be reached by it is told of. */
const kinds = eventTypes.map((type) => ({ type, of_person: 'email' in events[type].data.shape }))

export const webhooksHandlers = {
  async getWebhooks(db, { context }) {
    const data = (await allEndpoints(db)).map(presentRow)
    return { can_seal: context.sealer !== null, most: MAX_ENDPOINTS, kinds, data }
  },
  getWebhook: (db, ctx, { id }) => one(db, ctx, id),
  addWebhook: {
    validate: validateEndpoint,
    async act(db, ctx, form) {
      const { id, secret } = await addEndpoint(db, ctx, form)
      return { ...(await one(db, ctx, id)), secret }
    },
  },
  saveWebhook: {
    validate: validateEndpoint,
    async act(db, ctx, form) {
      await saveEndpoint(db, ctx, form)
      return one(db, ctx, form.id)
    },
  },
  async exchangeWebhookSecret(db, ctx, { id }) {
    const secret = await exchangeSecret(db, ctx, { id })
    return { ...(await one(db, ctx, id)), secret }
  },
  async pauseWebhook(db, ctx, { id }) {
    await pauseEndpoint(db, ctx, { id })
    return one(db, ctx, id)
  },
  async resumeWebhook(db, ctx, form) {
    await resumeEndpoint(db, ctx, form)
    return one(db, ctx, form.id)
  },
  async removeWebhook(db, ctx, form) {
    await removeEndpoint(db, ctx, form)
    return {}
  },
  async getWebhookDeliveries(db, _, { after, ...asked }) {
    const before = after === undefined ? undefined : Number(after)
    const { rows, more } = await deliveriesTo(db, { ...asked, before }, MAX_SHOWN)
    return { data: rows.map(presentDelivery), more }
  },
  getWebhookDelivery: (db, _, { id }) => delivery(db, id),
  async tellWebhookAgain(db, ctx, { id }) {
    await tellAgain(db, ctx, { id })
    return delivery(db, id)
  },
  async tellWebhookSince(db, ctx, { id, since }) {
    const { timeZone } = await companyOf(db, ctx)
    const told = await tellAllSince(db, ctx, { id, since: dayBegins(timeZone, parseDay(since)!) })
    return { told, most: MAX_REPLAYED }
  },
  async tryWebhook(db, ctx, { id }) {
    return delivery(db, await sendTrial(db, ctx, { id }))
  },
} satisfies Handlers<typeof webhooksContract>

async function one(db: Database, ctx: RequestContext, id: number): Promise<Webhook> {
  const { address, oldUntil, missed, ...shown } = await oneEndpoint(db, ctx, id)
  return { ...presentRow(shown), address, old_until: moment(oldUntil), missed, kept_days: toldRetention.days }
}

const presentRow = (shown: ShownEndpoint): WebhookRow => ({
  id: shown.id,
  version: shown.version,
  description: shown.description,
  host: shown.host,
  events: shown.events,
  paused_at: moment(shown.pausedAt),
  paused_why: shown.pausedWhy,
  good_at: moment(shown.goodAt),
  failing_since: moment(shown.failingSince),
  waiting: shown.waiting,
  failed: shown.failed,
})

async function delivery(db: Database, id: number): Promise<WholeDelivery> {
  const { body, answer, ...shown } = await oneDelivery(db, id)
  return { ...presentDelivery(shown), body, answer }
}

const presentDelivery = (shown: ShownDelivery): WebhookDelivery => ({
  id: shown.id,
  webhook: shown.endpointId,
  event: shown.code,
  type: shown.type,
  about: shown.about,
  happened_at: isoInstant(shown.happenedAt),
  state: shown.state,
  tries: shown.tries,
  tried_at: moment(shown.triedAt),
  next_at: moment(shown.nextAt),
  took_ms: shown.tookMs,
  status: shown.status,
  fault: shown.fault,
})

const moment = (at: number | null) => (at === null ? null : isoInstant(at))
