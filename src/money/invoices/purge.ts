import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { invoiceRetention } from './retention.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Deletes invoices after the retention period, credit notes first. An invoice stays until its credit note is deleted.
 */
export async function purgeOldInvoices(db: Database, now: number): Promise<void> {
  // One day longer than the period in which the database forbids deletion.
  const cutoff = subtractMonths(now, invoiceRetention.years * 12) - DAY_MS
  const selectExpired = (limit: number) =>
    db.selectFrom('invoice').select('id').where('at', '<', cutoff).orderBy('id').limit(limit)
  const purge = async (ids: ReturnType<typeof selectExpired>) =>
    (await db.deleteFrom('invoice').where('id', 'in', ids).executeTakeFirst()).numDeletedRows
  await runInBatches((limit) => purge(selectExpired(limit).where('kind', '=', 'credit note')))
  await runInBatches((limit) =>
    purge(
      selectExpired(limit).where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('invoice as note').select('note.id').whereRef('note.credits_id', '=', 'invoice.id'))),
      ),
    ),
  )
}
