import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { webhookRetention } from './retention.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Deletes old events with their deliveries, which are no longer retried. */
export async function purgeEvents(db: Database, now: number): Promise<void> {
  const cutoff = now - webhookRetention.days * DAY_MS
  await runInBatches(async (limit) => {
    const oldEvents = db.selectFrom('webhook_event').select('id').where('at', '<', cutoff).orderBy('at').limit(limit)
    return (await db.deleteFrom('webhook_event').where('id', 'in', oldEvents).executeTakeFirst()).numDeletedRows
  })
}
