import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { DeliveryState, PauseReason } from '#schema/webhooks.ts'
import type { EventType } from './events.ts'
import { countMissed } from './resend.ts'
import { getEndpoint, decryptField, parseSubscribedEvents, type Endpoint } from './store.ts'
import type { DeliveryError } from './attempt-delivery.ts'

/** An endpoint without its secret. */
export interface EndpointView {
  id: number
  version: number
  description: string
  host: string
  events: EventType[]
  pausedAt: number | null
  pauseReason: PauseReason | null
  goodAt: number | null
  failingSince: number | null
  waiting: number
  failed: number
}

/** Lists all endpoints, oldest first. */
export async function listEndpoints(db: Database): Promise<EndpointView[]> {
  const rows = await db.selectFrom('webhook_endpoint').selectAll().orderBy('id').execute()
  const counts = await countOpenDeliveries(db).execute()
  return rows.map((row) => toEndpointView(row, counts))
}

/** Counts the deliveries that are waiting or failed, by endpoint and state. */
const countOpenDeliveries = (db: Database) =>
  db
    .selectFrom('webhook_delivery')
    .select(['endpoint_id', 'state'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', '<>', 'delivered')
    .groupBy(['endpoint_id', 'state'])

type Counts = Awaited<ReturnType<ReturnType<typeof countOpenDeliveries>['execute']>>

function toEndpointView(row: Endpoint, counts: Counts): EndpointView {
  const getCount = (state: DeliveryState) =>
    Number(counts.find((item) => item.endpoint_id === row.id && item.state === state)?.count ?? 0)
  return {
    id: row.id,
    version: row.version,
    description: row.description,
    host: row.host,
    events: parseSubscribedEvents(row),
    pausedAt: row.paused_at,
    pauseReason: row.pause_reason,
    goodAt: row.succeeded_at,
    failingSince: row.failing_since,
    waiting: getCount('waiting'),
    failed: getCount('failed'),
  }
}

interface EndpointDetails extends EndpointView {
  /** Null if the address can no longer be decrypted. */
  address: string | null
  /** Until this time, deliveries are also signed with the old secret. */
  oldSecretUntil: number | null
  /** The number of subscribed events since the pause that have no delivery. */
  missedCount: number
}

export async function getEndpointDetails(
  db: Database,
  { context, now }: { context: Pick<Context, 'sealer'>; now: number },
  id: number,
): Promise<EndpointDetails> {
  const row: Endpoint = await getEndpoint(db, id)
  const view = toEndpointView(row, await countOpenDeliveries(db).where('endpoint_id', '=', id).execute())
  const oldSecretUntil = row.old_until !== null && row.old_until > now ? row.old_until : null
  return {
    ...view,
    address: decryptField(context, row, 'address'),
    oldSecretUntil,
    missedCount: await countMissed(db, row),
  }
}

export interface DeliveryView {
  id: number
  endpointId: number
  type: string
  code: string
  about: string
  happenedAt: number
  state: DeliveryState
  tries: number
  triedAt: number | null
  nextAt: number | null
  tookMs: number | null
  status: number | null
  error: DeliveryError | null
}

const selectDeliveries = (db: Database) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'event_id')
    .selectAll('webhook_delivery')
    .select(['type', 'code', 'about', 'at', 'body'])

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

const toDeliveryView = (row: Row): DeliveryView => ({
  id: row.id,
  endpointId: row.endpoint_id,
  type: row.type,
  code: row.code,
  about: row.about,
  happenedAt: row.at,
  state: row.state,
  tries: row.tries,
  triedAt: row.tried_at,
  nextAt: row.next_at,
  tookMs: row.duration_ms,
  status: row.status,
  error: row.fault as DeliveryError | null,
})

/** Lists the deliveries of an endpoint page by page, newest first. */
export async function listDeliveries(
  db: Database,
  { id, state, before }: { id: number; state?: DeliveryState | undefined; before?: number | undefined },
  limit: number,
): Promise<{ rows: DeliveryView[]; nextCursor: string | null }> {
  const deliveries = await selectDeliveries(db)
    .where('webhook_delivery.endpoint_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(before !== undefined, (query) => query.where('webhook_delivery.id', '<', before!))
    .orderBy('webhook_delivery.id', 'desc')
    .limit(limit + 1)
    .execute()
  const rows = deliveries.slice(0, limit).map(toDeliveryView)
  return { rows, nextCursor: deliveries.length > limit ? String(rows.at(-1)!.id) : null }
}

/** Returns a delivery with its exact request body and the start of the response. */
export async function getDeliveryDetails(
  db: Database,
  id: number,
): Promise<DeliveryView & { body: string; answer: string }> {
  const row = await selectDeliveries(db).where('webhook_delivery.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return { ...toDeliveryView(row), body: row.body, answer: row.answer }
}
