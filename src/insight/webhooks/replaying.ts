import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { writeEvent } from '#platform/work/events.ts'
import { recordChange } from '#platform/work/audit.ts'
import { trial, TRIAL } from './events.ts'
import { toldRetention } from './retention.ts'
import { MAX_REPLAYED, TRYING_MS } from './limits.ts'
import { newDelivery, wake } from './sharing.ts'
import { endpointWith, mustTake, subjectOf, wantedBy, type Endpoint } from './store.ts'
import { tryDelivery } from './trying.ts'

const DAY_MS = 86_400_000

/** Tells an endpoint one event once more, whatever became of it before: under the same id. */
export const tellAgain = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const found = await transaction
      .selectFrom('webhook_delivery')
      .select('endpoint_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!found) throw notFound()
    const endpoint = await mustTake(transaction, found.endpoint_id)
    if (endpoint.paused_at !== null) throw conflict('error.webhook_paused')
    await transaction.updateTable('webhook_delivery').set(anew(ctx.now)).where('id', '=', id).execute()
    await wake(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook told again', subjectOf(endpoint.id), { after: { told_again: 1 } })
    return endpoint.id
  })

/** Tells an endpoint everything that it wants and that has happened since then, the oldest first; no more than so much in one go. */
export const tellAllSince = (
  db: Database,
  ctx: RequestContext,
  { id, since }: { id: number; since: number },
): Promise<number> =>
  inTransaction(db, async (transaction) => {
    if (since > ctx.now) throw invalid({ since: 'error.webhook_since_future' })
    if (since < ctx.now - toldRetention.days * DAY_MS)
      throw invalid({ since: { key: 'error.webhook_since_past', values: { days: toldRetention.days } } })
    const endpoint = await mustTake(transaction, id)
    if (endpoint.paused_at !== null) throw conflict('error.webhook_paused')
    const sent = await replay(transaction, endpoint, { since, now: ctx.now, only: 'all' })
    await wake(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook told again', subjectOf(id), { after: { told_again: sent } })
    return sent
  })

interface Replay {
  since: number
  now: number
  /** Only what it was never to be told, or all. */
  only: 'missed' | 'all'
}

/** The endpoint was taken before. Says how many that were. */
export async function replay(db: Transaction, endpoint: Endpoint, { since, now, only }: Replay): Promise<number> {
  const events = await happened(db, endpoint, since)
    .$if(only === 'missed', (query) => query.where('known.id', 'is', null))
    .select(['webhook_event.id', 'known.id as delivery'])
    .orderBy('webhook_event.at')
    .orderBy('webhook_event.id')
    .limit(MAX_REPLAYED)
    .execute()
  const known = events.flatMap(({ delivery }) => delivery ?? [])
  const missed = events.filter(({ delivery }) => delivery === null)
  if (known.length > 0) await db.updateTable('webhook_delivery').set(anew(now)).where('id', 'in', known).execute()
  if (missed.length > 0)
    await db
      .insertInto('webhook_delivery')
      .values(missed.map((event) => newDelivery(endpoint, event, now)))
      .execute()
  return events.length
}

/** So many events have happened that it wants and was never to be told. */
export async function countMissed(db: Database, endpoint: Endpoint): Promise<number> {
  if (endpoint.paused_at === null) return 0
  const { missed } = await happened(db, endpoint, endpoint.paused_at)
    .where('known.id', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('missed'))
    .executeTakeFirstOrThrow()
  return Number(missed)
}

const happened = (db: Database, endpoint: Endpoint, since: number) =>
  db
    .selectFrom('webhook_event')
    .leftJoin('webhook_delivery as known', (join) =>
      join.onRef('known.event_id', '=', 'webhook_event.id').on('known.endpoint_id', '=', endpoint.id),
    )
    .where('webhook_event.at', '>=', since)
    .where('webhook_event.endpoint_id', 'is', null)
    .where('type', 'in', wantedBy(endpoint))

const anew = (now: number) => ({ state: 'waiting', tries: 0, next_at: now }) as const

/** Tries now whether an endpoint takes anything, also one that is paused; tried once, and what came of it is shown at once. */
export async function sendTrial(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<number> {
  const endpoint = await endpointWith(db, id)
  const delivery = await inTransaction(db, async (transaction) => {
    const data = trial.parse({ message: 'This is a trial. Nothing has happened.' })
    const told = { type: TRIAL, at: ctx.now, about: subjectOf(id), data, endpointId: id }
    const event = await writeEvent(transaction, told)
    return transaction
      .insertInto('webhook_delivery')
      .values({ ...newDelivery(endpoint, event, ctx.now), next_at: ctx.now + TRYING_MS })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await tryDelivery(db, ctx.context, delivery)
  return delivery.id
}
