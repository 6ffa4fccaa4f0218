import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { paymentRetention } from './retention.ts'
import { DAY_MS } from '#platform/durations.ts'

/** Deletes old closed attempts without a payment, and erases the means of payment from old receipts. */
export async function purgeOldPayments(db: Database, now: number): Promise<void> {
  await runInBatches(async (limit) => {
    const oldAttempts = db
      .selectFrom('payment_attempt')
      .select('id')
      .where('created_at', '<', now - paymentRetention.attemptDays * DAY_MS)
      .where('state', 'in', ['failed', 'cancelled', 'expired'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_receipt').select('id').whereRef('attempt_id', '=', 'payment_attempt.id'))),
      )
      .limit(limit)
    return (await db.deleteFrom('payment_attempt').where('id', 'in', oldAttempts).executeTakeFirst()).numDeletedRows
  })
  const cutoff = subtractMonths(now, paymentRetention.meansMonths)
  await runInBatches(async (limit) => {
    const oldReceipts = db
      .selectFrom('payment_receipt')
      .select('id')
      .where('received_at', '<', cutoff)
      .where('means', '<>', '')
      .limit(limit)
    const anonymousMeans = { means: '', brand: '', issuer: '', issuer_country: '' }
    const anonymization = db.updateTable('payment_receipt').set(anonymousMeans).where('id', 'in', oldReceipts)
    return (await anonymization.executeTakeFirst()).numUpdatedRows
  })
}
