import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { toldRetention } from './retention.ts'

const DAY_MS = 86_400_000

/** Deletes old events with their deliveries. None of them is retried any more. */
export async function purgeTold(db: Database, now: number): Promise<void> {
  const cutoff = now - toldRetention.days * DAY_MS
  await inBatches(async (limit) => {
    const old = db.selectFrom('webhook_event').select('id').where('at', '<', cutoff).orderBy('at').limit(limit)
    return (await db.deleteFrom('webhook_event').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
