import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { writeEvent } from '#platform/events.ts'
import { recordChange } from '#platform/audit.ts'
import { testEventData, TEST_EVENT } from './events.ts'
import { webhookRetention } from './retention.ts'
import { MAX_RESENT, ATTEMPT_LEASE_MS } from './limits.ts'
import { createDelivery, enqueueSending } from './create-deliveries.ts'
import { getEndpoint, lockEndpoint, formatAuditSubject, parseSubscribedEvents, type Endpoint } from './store.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Queues a delivery again with the same event ID, whatever its state, and returns the ID of its endpoint. */
export const resendDelivery = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const delivery = await transaction
      .selectFrom('webhook_delivery')
      .select('endpoint_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!delivery) throw notFound()
    const endpoint = await lockEndpoint(transaction, delivery.endpoint_id)
    if (endpoint.paused_at !== null) throw conflict('error.webhook_paused')
    await transaction.updateTable('webhook_delivery').set(createResetColumns(ctx.now)).where('id', '=', id).execute()
    await enqueueSending(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook events resent', formatAuditSubject(endpoint.id), {
      after: { told_again: 1 },
    })
    return endpoint.id
  })

/** Queues the subscribed events since a time again, oldest first, up to a maximum. */
export const resendSince = (
  db: Database,
  ctx: RequestContext,
  { id, since }: { id: number; since: number },
): Promise<number> =>
  inTransaction(db, async (transaction) => {
    if (since > ctx.now) throw invalid({ since: 'error.webhook_since_future' })
    if (since < ctx.now - webhookRetention.days * DAY_MS)
      throw invalid({ since: { key: 'error.webhook_since_past', values: { days: webhookRetention.days } } })
    const endpoint = await lockEndpoint(transaction, id)
    if (endpoint.paused_at !== null) throw conflict('error.webhook_paused')
    const deliveryCount = await resendEvents(transaction, endpoint, { since, now: ctx.now, only: 'all' })
    await enqueueSending(transaction, endpoint, ctx.now)
    await recordChange(transaction, ctx, 'webhook events resent', formatAuditSubject(id), {
      after: { told_again: deliveryCount },
    })
    return deliveryCount
  })

interface Replay {
  since: number
  now: number
  /** Only events without a delivery, or all events. */
  only: 'missed' | 'all'
}

/** Resets or creates the deliveries and returns their number. The caller must have locked the endpoint. */
export async function resendEvents(db: Transaction, endpoint: Endpoint, { since, now, only }: Replay): Promise<number> {
  const events = await selectEvents(db, endpoint, since)
    .$if(only === 'missed', (query) => query.where('known.id', 'is', null))
    .select(['webhook_event.id', 'known.id as delivery'])
    .orderBy('webhook_event.at')
    .orderBy('webhook_event.id')
    .limit(MAX_RESENT)
    .execute()
  const existingDeliveryIds = events.flatMap(({ delivery }) => delivery ?? [])
  const missedEvents = events.filter(({ delivery }) => delivery === null)
  if (existingDeliveryIds.length > 0)
    await db
      .updateTable('webhook_delivery')
      .set(createResetColumns(now))
      .where('id', 'in', existingDeliveryIds)
      .execute()
  if (missedEvents.length > 0)
    await db
      .insertInto('webhook_delivery')
      .values(missedEvents.map((event) => createDelivery(endpoint, event, now)))
      .execute()
  return events.length
}

/** Counts the subscribed events since the pause that have no delivery. */
export async function countMissed(db: Database, endpoint: Endpoint): Promise<number> {
  if (endpoint.paused_at === null) return 0
  const { missed } = await selectEvents(db, endpoint, endpoint.paused_at)
    .where('known.id', 'is', null)
    .select(({ fn }) => fn.countAll<number | string>().as('missed'))
    .executeTakeFirstOrThrow()
  return Number(missed)
}

const selectEvents = (db: Database, endpoint: Endpoint, since: number) =>
  db
    .selectFrom('webhook_event')
    .leftJoin('webhook_delivery as known', (join) =>
      join.onRef('known.event_id', '=', 'webhook_event.id').on('known.endpoint_id', '=', endpoint.id),
    )
    .where('webhook_event.at', '>=', since)
    .where('webhook_event.endpoint_id', 'is', null)
    .where('type', 'in', parseSubscribedEvents(endpoint))

const createResetColumns = (now: number) => ({ state: 'waiting', tries: 0, next_at: now }) as const

/** Sends a test event once, even to a paused endpoint. The caller can show the result at once. */
export async function sendTestEvent(db: WholeDatabase, ctx: RequestContext, { id }: { id: number }): Promise<number> {
  const endpoint = await getEndpoint(db, id)
  const delivery = await inTransaction(db, async (transaction) => {
    const data = testEventData.parse({ message: 'This is a test event. Nothing has happened.' })
    const testEvent = { type: TEST_EVENT, at: ctx.now, about: formatAuditSubject(id), data, endpointId: id }
    const event = await writeEvent(transaction, testEvent)
    return transaction
      .insertInto('webhook_delivery')
      .values({ ...createDelivery(endpoint, event, ctx.now), next_at: ctx.now + ATTEMPT_LEASE_MS })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  await attemptDelivery(db, ctx.context, delivery)
  return delivery.id
}
