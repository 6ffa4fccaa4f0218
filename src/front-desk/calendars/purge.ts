import { today } from '#stays/availability/stay.ts'
import { readCompany } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { importedRetention } from './retention.ts'

/** What other calendars said of nights that are long over. That the unit was closed then stays known. */
export async function purgeImported(db: Database, now: number): Promise<void> {
  const then = today(await readCompany(db), now) - importedRetention.days
  await inBatches(async (most) => {
    const old = db.selectFrom('imported_event').select('id').where('to_day', '<', then).orderBy('to_day').limit(most)
    return (await db.deleteFrom('imported_event').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
