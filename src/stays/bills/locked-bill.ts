import { syncLedger } from '../bookings/balance.ts'
import { getStatusTraits, getStatus } from '../bookings/status.ts'
import { lockStay, type BookedRow } from '../bookings/store.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { conflict, notFound } from '#platform/errors.ts'

/**
 * Runs a write on a bill. Locks the stay first, so that a concurrent write sees the result. A repeated idempotency key
 * writes nothing.
 */
export async function withLockedBill(
  db: Database,
  ctx: RequestContext,
  form: { code: string },
  write: (transaction: Transaction, rooms: readonly BookedRow[]) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { code } = form
    const keyedRequest = { scope: `bill:${ctx.account!.id}`, key: ctx.idempotencyKey, request: form, answer: code }
    if ((await claimRequest(transaction, keyedRequest, ctx.now)) !== undefined) return
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    await write(transaction, rooms)
    await syncLedger(transaction, ctx, [code])
  }).catch((error: unknown) => {
    const constraint = findConstraintName(error)
    throw constraint === 'charge_reverses' || constraint === 'payment_reverses'
      ? conflict('bill.already_voided')
      : error
  })
}

/**
 * Rejects charges and payments for an unconfirmed booking, including an expired request whose status is not updated
 * yet.
 */
export function requireConfirmed([first]: readonly BookedRow[], now: number): void {
  if (getStatusTraits(first!.status).awaitsAnswer) throw conflict(`booking.now_${getStatus(first!, now)}`)
}
