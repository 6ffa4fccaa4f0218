import { monthsBefore } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { invoiceRetention } from './retention.ts'

/** One day longer than the period in which the database forbids deletion. */
const DAY_MS = 86_400_000

/** Deletes old invoices, credit notes before the invoices they credit. The deleted numbers are the oldest ones. */
export async function purgeOldInvoices(db: Database, now: number): Promise<void> {
  const then = monthsBefore(now, invoiceRetention.years * 12) - DAY_MS
  const old = (most: number) => db.selectFrom('invoice').select('id').where('at', '<', then).orderBy('id').limit(most)
  const purge = async (which: ReturnType<typeof old>) =>
    (await db.deleteFrom('invoice').where('id', 'in', which).executeTakeFirst()).numDeletedRows
  await inBatches((most) => purge(old(most).where('kind', '=', 'credit note')))
  await inBatches((most) =>
    purge(
      old(most).where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('invoice as note').select('note.id').whereRef('note.credits_id', '=', 'invoice.id'))),
      ),
    ),
  )
}
