import type { Context } from '#platform/context.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/work/jobs.ts'
import { takeEndpoint, wantedBy, type Endpoint } from './store.ts'

/**
 * Finds out who is to hear of an event: each endpoint that wanted its type and was not paused when it happened, once. Done again,
 * nothing is new. What an endpoint misses while it is paused is kept, and can be sent to it later.
 */
export async function shareEvent(
  db: Database,
  { clock }: Pick<Context, 'clock'>,
  { event: id }: { event: number },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const event = await transaction.selectFrom('webhook_event').selectAll().where('id', '=', id).executeTakeFirst()
    if (!event) return
    const all = await transaction.selectFrom('webhook_endpoint').select(['id', 'events']).orderBy('id').execute()
    for (const each of all.filter((endpoint) => (wantedBy(endpoint) as string[]).includes(event.type))) {
      const endpoint = await takeEndpoint(transaction, each.id)
      if (!endpoint || endpoint.made_at > event.at) continue
      if (endpoint.paused_at !== null && endpoint.paused_at <= event.at) continue
      await transaction
        .insertInto('webhook_delivery')
        .values(newDelivery(endpoint, event, clock()))
        .onConflict((known) => known.doNothing())
        .execute()
      if (endpoint.paused_at === null) await wake(transaction, endpoint, clock())
    }
  })
}

export const newDelivery = (endpoint: { id: number }, event: { id: number }, now: number) => ({
  endpoint_id: endpoint.id,
  event_id: event.id,
  state: 'waiting' as const,
  made_at: now,
  next_at: now,
  tried_at: null,
  took_ms: null,
  status: null,
  fault: null,
})

/**
 * Has an endpoint told what waits for it: by one job for all that comes to wait before it has begun. The endpoint was taken
 * before, so of two who wake it the second sees that it was woken.
 */
export async function wake(db: Transaction, { id, woken }: Endpoint, now: number): Promise<void> {
  if (woken === 1) return
  await db.updateTable('webhook_endpoint').set({ woken: 1 }).where('id', '=', id).execute()
  await enqueue(db, now, 'tell-endpoint', { endpoint: id })
}
