import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { DeliveryState, PausedWhy } from '#schema/webhooks.ts'
import type { EventType } from './events.ts'
import { countMissed } from './replaying.ts'
import { endpointWith, open, wantedBy, type Endpoint } from './store.ts'
import type { DeliveryFault } from './trying.ts'

/** An endpoint as it is shown: of its secret, only that there is one. */
export interface ShownEndpoint {
  id: number
  version: number
  description: string
  host: string
  events: EventType[]
  pausedAt: number | null
  pausedWhy: PausedWhy | null
  goodAt: number | null
  failingSince: number | null
  waiting: number
  failed: number
}

/** All of them, the oldest first. */
export async function allEndpoints(db: Database): Promise<ShownEndpoint[]> {
  const rows = await db.selectFrom('webhook_endpoint').selectAll().orderBy('id').execute()
  const counts = await openDeliveries(db).execute()
  return rows.map((row) => shownEndpoint(row, counts))
}

/** How many are not delivered, by endpoint and state. */
const openDeliveries = (db: Database) =>
  db
    .selectFrom('webhook_delivery')
    .select(['endpoint_id', 'state'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('state', '<>', 'delivered')
    .groupBy(['endpoint_id', 'state'])

type Counts = Awaited<ReturnType<ReturnType<typeof openDeliveries>['execute']>>

function shownEndpoint(row: Endpoint, counts: Counts): ShownEndpoint {
  const countOf = (state: DeliveryState) =>
    Number(counts.find((each) => each.endpoint_id === row.id && each.state === state)?.count ?? 0)
  return {
    id: row.id,
    version: row.version,
    description: row.description,
    host: row.host,
    events: wantedBy(row),
    pausedAt: row.paused_at,
    pausedWhy: row.paused_why,
    goodAt: row.good_at,
    failingSince: row.failing_since,
    waiting: countOf('waiting'),
    failed: countOf('failed'),
  }
}

interface WholeEndpoint extends ShownEndpoint {
  /** Null where it cannot be shown any more. */
  address: string | null
  /** Until then the secret that was exchanged signs as well. */
  oldUntil: number | null
  /** So much has happened while it is paused. */
  missed: number
}

export async function oneEndpoint(
  db: Database,
  { context, now }: { context: Pick<Context, 'sealer'>; now: number },
  id: number,
): Promise<WholeEndpoint> {
  const row: Endpoint = await endpointWith(db, id)
  const shown = shownEndpoint(row, await openDeliveries(db).where('endpoint_id', '=', id).execute())
  const oldUntil = row.old_until !== null && row.old_until > now ? row.old_until : null
  return { ...shown, address: open(context, row, 'address'), oldUntil, missed: await countMissed(db, row) }
}

export interface ShownDelivery {
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
  fault: DeliveryFault | null
}

const deliveries = (db: Database) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'event_id')
    .selectAll('webhook_delivery')
    .select(['type', 'code', 'about', 'at', 'body'])

type Row = Awaited<ReturnType<ReturnType<typeof deliveries>['executeTakeFirstOrThrow']>>

const shownOf = (row: Row): ShownDelivery => ({
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
  tookMs: row.took_ms,
  status: row.status,
  fault: row.fault as DeliveryFault | null,
})

/** What an endpoint was told, or is to be, a page at a time, the last one first. */
export async function deliveriesTo(
  db: Database,
  { id, state, before }: { id: number; state?: DeliveryState | undefined; before?: number | undefined },
  most: number,
): Promise<{ rows: ShownDelivery[]; more: string | null }> {
  const found = await deliveries(db)
    .where('webhook_delivery.endpoint_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(before !== undefined, (query) => query.where('webhook_delivery.id', '<', before!))
    .orderBy('webhook_delivery.id', 'desc')
    .limit(most + 1)
    .execute()
  const rows = found.slice(0, most).map(shownOf)
  return { rows, more: found.length > most ? String(rows.at(-1)!.id) : null }
}

/** One of them, with what was sent word for word and how the answer began. */
export async function oneDelivery(db: Database, id: number): Promise<ShownDelivery & { body: string; answer: string }> {
  const row = await deliveries(db).where('webhook_delivery.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return { ...shownOf(row), body: row.body, answer: row.answer }
}
