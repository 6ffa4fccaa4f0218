import { companyOf } from '#content/company.ts'
import { dayBegins } from '#platform/clock.ts'
import type { Asker } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import {
  addEndpoint,
  exchangeSecret,
  judgeEndpoint,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  saveEndpoint,
} from '../endpoints.ts'
import { events, eventTypes } from '../events.ts'
import { toldRetention } from '../keeping.ts'
import { MOST_ENDPOINTS, MOST_REPLAYED } from '../limits.ts'
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

const MOST_SHOWN = 50
/** Whoever can be reached by it is told of. */
const kinds = eventTypes.map((type) => ({ type, of_person: 'email' in events[type].data.shape }))

export const webhooksHandlers = {
  async getWebhooks(db, { context }) {
    const data = (await allEndpoints(db)).map(presentRow)
    return { can_seal: context.sealer !== null, most: MOST_ENDPOINTS, kinds, data }
  },
  getWebhook: (db, asker, { id }) => one(db, asker, id),
  addWebhook: {
    judge: judgeEndpoint,
    async act(db, asker, form) {
      const { id, secret } = await addEndpoint(db, asker, form)
      return { ...(await one(db, asker, id)), secret }
    },
  },
  saveWebhook: {
    judge: judgeEndpoint,
    async act(db, asker, form) {
      await saveEndpoint(db, asker, form)
      return one(db, asker, form.id)
    },
  },
  async exchangeWebhookSecret(db, asker, { id }) {
    const secret = await exchangeSecret(db, asker, { id })
    return { ...(await one(db, asker, id)), secret }
  },
  async pauseWebhook(db, asker, { id }) {
    await pauseEndpoint(db, asker, { id })
    return one(db, asker, id)
  },
  async resumeWebhook(db, asker, form) {
    await resumeEndpoint(db, asker, form)
    return one(db, asker, form.id)
  },
  async removeWebhook(db, asker, form) {
    await removeEndpoint(db, asker, form)
    return {}
  },
  async getWebhookDeliveries(db, _, { after, ...asked }) {
    const before = after === undefined ? undefined : Number(after)
    const { rows, more } = await deliveriesTo(db, { ...asked, before }, MOST_SHOWN)
    return { data: rows.map(presentDelivery), more }
  },
  getWebhookDelivery: (db, _, { id }) => delivery(db, id),
  async tellWebhookAgain(db, asker, { id }) {
    await tellAgain(db, asker, { id })
    return delivery(db, id)
  },
  async tellWebhookSince(db, asker, { id, since }) {
    const { timeZone } = await companyOf(db, asker)
    const told = await tellAllSince(db, asker, { id, since: dayBegins(timeZone, parseDay(since)!) })
    return { told, most: MOST_REPLAYED }
  },
  async tryWebhook(db, asker, { id }) {
    return delivery(db, await sendTrial(db, asker, { id }))
  },
} satisfies Handlers<typeof webhooksContract>

async function one(db: Database, asker: Asker, id: number): Promise<Webhook> {
  const { address, oldUntil, missed, ...shown } = await oneEndpoint(db, asker, id)
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
