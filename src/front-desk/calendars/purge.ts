import { computeToday } from '#stays/availability/stay.ts'
import { readCompany } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { importedRetention } from './retention.ts'

/** Deletes imported events after their retention period. The closures of the unit remain. */
export async function purgeImportedEvents(db: Database, now: number): Promise<void> {
  const cutoffDay = computeToday(await readCompany(db), now) - importedRetention.days
  await runInBatches(async (limit) => {
    const oldEventsQuery = db
      .selectFrom('imported_event')
      .select('id')
      .where('to_day', '<', cutoffDay)
      .orderBy('to_day')
      .limit(limit)
    return (await db.deleteFrom('imported_event').where('id', 'in', oldEventsQuery).executeTakeFirst()).numDeletedRows
  })
}
