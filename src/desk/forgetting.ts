import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { unitTaskRetention } from './keeping.ts'

const DAY_MS = 86_400_000

/** What was done in units long ago. What is still to be done stays. */
export async function forgetOldTasks(db: Database, now: number): Promise<void> {
  const then = now - unitTaskRetention.days * DAY_MS
  await inBatches(async (most) => {
    const old = db.selectFrom('unit_task').select('id').where('done_at', '<', then).orderBy('done_at').limit(most)
    return (await db.deleteFrom('unit_task').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
