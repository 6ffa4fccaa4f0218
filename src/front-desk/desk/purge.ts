import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { doneNotesRetention } from './retention.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Deletes notes and tasks that were done long ago. Open ones stay. */
export async function purgeDoneNotes(db: Database, now: number): Promise<void> {
  const threshold = now - doneNotesRetention.days * DAY_MS
  await runInBatches(async (limit) => {
    const oldNotesQuery = db
      .selectFrom('desk_note')
      .select('id')
      .where('written_at', '<', threshold)
      .where('done_at', '<', threshold)
      .orderBy('written_at')
      .limit(limit)
    return (await db.deleteFrom('desk_note').where('id', 'in', oldNotesQuery).executeTakeFirst()).numDeletedRows
  })
}
