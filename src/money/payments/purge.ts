import { monthsBefore } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { paymentRetention } from './retention.ts'

const DAY_MS = 86_400_000

/** Deletes old attempts without a payment, and erases the means of payment from old receipts. */
export async function purgeOldPayments(db: Database, now: number): Promise<void> {
  await inBatches(async (most) => {
    const old = db
      .selectFrom('payment_attempt')
      .select('id')
      .where('created_at', '<', now - paymentRetention.attemptDays * DAY_MS)
      .where('state', 'in', ['failed', 'cancelled', 'expired'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_receipt').select('id').whereRef('attempt_id', '=', 'payment_attempt.id'))),
      )
      .limit(most)
    return (await db.deleteFrom('payment_attempt').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
  const then = monthsBefore(now, paymentRetention.meansMonths)
  await inBatches(async (most) => {
    const old = db
      .selectFrom('payment_receipt')
      .select('id')
      .where('received_at', '<', then)
      .where('means', '<>', '')
      .limit(most)
    const nothing = { means: '', brand: '', issuer: '', issuer_country: '' }
    const forgotten = db.updateTable('payment_receipt').set(nothing).where('id', 'in', old)
    return (await forgotten.executeTakeFirst()).numUpdatedRows
  })
}
