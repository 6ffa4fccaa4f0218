import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { toldRetention } from './retention.ts'

const DAY_MS = 86_400_000

/** What was told long ago, and what became of it. By then nothing of it is tried any more. */
export async function purgeTold(db: Database, now: number): Promise<void> {
  const then = now - toldRetention.days * DAY_MS
  await inBatches(async (most) => {
    const old = db.selectFrom('webhook_event').select('id').where('at', '<', then).orderBy('at').limit(most)
    return (await db.deleteFrom('webhook_event').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
