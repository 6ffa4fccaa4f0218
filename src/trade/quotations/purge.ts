import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { quotationRetention } from './retention.ts'

/** Deletes old quotations, regardless of their outcome. */
export async function purgeOldQuotations(db: Database, now: number): Promise<void> {
  const cutoff = subtractMonths(now, quotationRetention.years * 12)
  await runInBatches(async (batchSize) => {
    const oldQuotations = db
      .selectFrom('quotation')
      .select('id')
      .where('created_at', '<', cutoff)
      .orderBy('created_at')
      .limit(batchSize)
    return (await db.deleteFrom('quotation').where('id', 'in', oldQuotations).executeTakeFirst()).numDeletedRows
  })
}
