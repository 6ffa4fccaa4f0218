import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { lockEndpointIfExists, parseSubscribedEvents, type Endpoint } from './store.ts'

/**
 * Creates one delivery for each endpoint that subscribes to an event and was not paused when it happened. A repeated
 * run creates no duplicates. Events during a pause are stored and can be sent later.
 */
export async function createDeliveries(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { event: id }: { event: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const event = await transaction.selectFrom('webhook_event').selectAll().where('id', '=', id).executeTakeFirst()
    if (!event) return
    const endpoints = await transaction.selectFrom('webhook_endpoint').select(['id', 'events']).orderBy('id').execute()
    for (const subscriber of endpoints.filter((endpoint) =>
      (parseSubscribedEvents(endpoint) as string[]).includes(event.type),
    )) {
      const endpoint = await lockEndpointIfExists(transaction, subscriber.id)
      if (!endpoint || endpoint.created_at > event.at) continue
      if (endpoint.paused_at !== null && endpoint.paused_at <= event.at) continue
      await transaction
        .insertInto('webhook_delivery')
        .values(createDelivery(endpoint, event, clock()))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      if (endpoint.paused_at === null) await enqueueSending(transaction, endpoint, clock())
    }
  })
}

export const createDelivery = (endpoint: { id: number }, event: { id: number }, now: number) => ({
  endpoint_id: endpoint.id,
  event_id: event.id,
  state: 'waiting' as const,
  created_at: now,
  next_at: now,
  tried_at: null,
  duration_ms: null,
  status: null,
  fault: null,
})

/**
 * Enqueues a job that sends the waiting deliveries of an endpoint, unless one is enqueued already. The caller must have
 * locked the endpoint, so that concurrent callers see the flag.
 */
export async function enqueueSending(db: Transaction, { id, job_queued }: Endpoint, now: number): Promise<void> {
  if (job_queued === 1) return
  await db.updateTable('webhook_endpoint').set({ job_queued: 1 }).where('id', '=', id).execute()
  await enqueue(db, now, 'tell-endpoint', { endpoint: id })
}
