import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { visitRetention } from './retention.ts'

const DAYS_PER_YEAR = 366

/** Deletes old visits day by day, starting with the oldest. */
export async function purgeOldVisits(db: Database, today: number): Promise<void> {
  const cutoffDay = today - visitRetention.years * DAYS_PER_YEAR
  for (const table of ['page_view', 'page_referrer'] as const) {
    await runInBatches(async () => {
      const { oldest } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.min('day').as('oldest'))
        .executeTakeFirstOrThrow()
      if (oldest === null || oldest >= cutoffDay) return 0n
      return (await db.deleteFrom(table).where('day', '=', oldest).executeTakeFirst()).numDeletedRows
    })
  }
}
