import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import { enqueueSettling } from './settling.ts'

/** Enqueues another query of the gateway about a payment, at the request of a staff member. */
export async function recheckAttempt(db: Database, { now }: RequestContext, id: number): Promise<void> {
  const attempt = await db.selectFrom('payment_attempt').select('tran_id').where('id', '=', id).executeTakeFirst()
  if (!attempt) throw notFound()
  await enqueueSettling(db, now, attempt.tran_id, {})
}

/**
 * Closes an attempt of unknown outcome as unpaid, after a staff member has checked it. A payment that the gateway
 * reports later is still recorded.
 */
export async function closeAttempt(
  db: Database,
  ctx: RequestContext,
  { attempt: id, reason }: { attempt: number; reason: string },
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const attempt = await transaction
      .updateTable('payment_attempt')
      .set({ state: 'expired', closed_at: ctx.now })
      .where('id', '=', id)
      .where('state', '=', 'review')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payment_receipt')
              .select('payment_receipt.id')
              .whereRef('attempt_id', '=', 'payment_attempt.id')
              .where('payment_receipt.state', '=', 'review'),
          ),
        ),
      )
      .returning(['stay_code', 'amount_poisha'])
      .executeTakeFirst()
    if (!attempt) throw conflict('payments.already_decided')
    await recordChange(transaction, ctx, 'payment rejected', `booking ${attempt.stay_code}`, {
      after: { amount: poishaToBdt(attempt.amount_poisha), reason },
    })
  })
}
