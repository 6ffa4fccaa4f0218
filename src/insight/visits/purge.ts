import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { visitRetention } from './retention.ts'

const DAYS_OF_YEAR = 366

/** Day by day, from the oldest one on. */
export async function purgeOldVisits(db: Database, today: number): Promise<void> {
  const before = today - visitRetention.years * DAYS_OF_YEAR
  for (const table of ['page_seen', 'came_from'] as const) {
    await inBatches(async () => {
      const { oldest } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.min('day').as('oldest'))
        .executeTakeFirstOrThrow()
      if (oldest === null || oldest >= before) return 0n
      return (await db.deleteFrom(table).where('day', '=', oldest).executeTakeFirst()).numDeletedRows
    })
  }
}
