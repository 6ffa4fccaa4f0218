import { readRefundable, recordRefund } from '#stays/bills/payments.ts'
import { getRemainingAmount, loadBalance, readPayableAmount } from '#stays/bookings/balance.ts'
import { lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { mergeRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany, acceptsOnlinePayments } from '#content/company.ts'
import { toPostingTime, loadPostingTimeOfRequest } from '#ledger/posting.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalid, notFound } from '#platform/errors.ts'
import { enforceKeyLimit } from '#platform/http/rate-limit.ts'
import { minorToMajor, poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { DeskMethod } from '#schema/bills.ts'
import { failRefund, completeRefund } from './refund-jobs.ts'
import { emailPaymentRequest } from './notifications.ts'
import { postUnappliedPayment, NightsTakenError, applyPayment } from './receiving.ts'
import { isManual } from './manual-refunds.ts'
import { approveProposedRefund, loadRemainingPoisha, proposeRefund, requireDuePart } from './refunds.ts'
import {
  listReceipts,
  lockAttempt,
  lockReceipt,
  lockRefund,
  readReceipt,
  type PaymentDeps,
  type Receipt,
  type Refund,
} from './store.ts'

/*
 * Staff decisions about payments and refunds through the gateway. Each runs once, under the lock of its stay. A second
 * decision gets a conflict.
 */

/** Accepts a payment in review. The payment is added to the bill and confirms a stay that waits for it. */
export async function acceptReceipt(
  db: Database,
  deps: PaymentDeps,
  ctx: RequestContext,
  { id }: { id: number },
): Promise<void> {
  const accept = (canRebookNights: boolean) =>
    withReceiptInReview(db, ctx, id, async (transaction, { receipt, rooms, attempt }) => {
      if (receipt.currency !== 'BDT') throw conflict('payments.not_taka')
      const company = await loadCompany(transaction, ctx)
      const postingTime = toPostingTime(company, ctx.now)
      await postUnappliedPayment(transaction, postingTime, attempt, receipt, -1)
      await applyPayment(transaction, deps, postingTime, { attempt, rooms, company, receipt, canRebookNights })
      await recordChange(transaction, ctx, 'payment accepted', `booking ${attempt.stay_code}`, {
        after: { amount: poishaToBdt(receipt.amount_minor) },
      })
    })
  await accept(true).catch((error: unknown) => {
    if (!(error instanceof NightsTakenError)) throw error
    return accept(false)
  })
}

/**
 * Rejects a payment in review, and refunds it if requested. Only payments in taka can be refunded here. Staff settle
 * other payments directly with the gateway.
 */
export const rejectReceipt = (
  db: Database,
  ctx: RequestContext,
  { id, shouldRefund, reason }: { id: number; shouldRefund: boolean; reason: string },
): Promise<void> =>
  withReceiptInReview(
    db,
    ctx,
    id,
    async (transaction, { receipt, attempt }) => {
      if (shouldRefund && receipt.currency !== 'BDT') throw conflict('payments.not_taka')
      const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
      const { stay_code: code } = attempt
      if (shouldRefund) {
        const request = { code, receipt, maxPoisha: receipt.amount_minor, cause: 'not taken', reason } as const
        const refund = await proposeRefund(transaction, postingTime.at, { ...request, requestedBy: ctx.account!.id })
        await approveProposedRefund(transaction, postingTime, refund!, ctx.account!.id)
      } else await postUnappliedPayment(transaction, postingTime, attempt, receipt, -1)
      await closeRejectedAttempt(transaction, ctx, { attempt, receipt })
      await recordChange(transaction, ctx, 'payment rejected', `booking ${code}`, {
        after: { amount: minorToMajor(receipt.amount_minor), currency: receipt.currency, reason },
      })
    },
    'refused',
  )

/** Closes the attempt of a rejected payment, unless another of its payments is in review. A paid attempt stays paid. */
async function closeRejectedAttempt(
  db: Transaction,
  ctx: RequestContext,
  { attempt, receipt }: Pick<ReceiptContext, 'attempt' | 'receipt'>,
): Promise<void> {
  const receipts = await listReceipts(db, attempt.stay_code)
  if (
    receipts.some(({ id, attempt_id, state }) => id !== receipt.id && attempt_id === attempt.id && state === 'review')
  )
    return
  await db
    .updateTable('payment_attempt')
    .set({ state: 'failed', closed_at: ctx.now })
    .where('id', '=', attempt.id)
    .where('state', '=', 'review')
    .execute()
}

interface ReceiptContext {
  receipt: Receipt
  attempt: Awaited<ReturnType<typeof lockAttempt>>
  rooms: readonly BookedRow[]
}

/** Runs a decision on a receipt in review, with the receipt, its attempt and its stay locked. */
async function withReceiptInReview(
  db: Database,
  ctx: RequestContext,
  id: number,
  decide: (transaction: Transaction, receiptContext: ReceiptContext) => Promise<void>,
  newState?: 'refused',
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const attemptOfReceipt = await transaction
      .selectFrom('payment_receipt')
      .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
      .select(['attempt_id', 'stay_code'])
      .where('payment_receipt.id', '=', id)
      .executeTakeFirst()
    if (!attemptOfReceipt) throw notFound()
    const rooms = await lockStay(transaction, attemptOfReceipt.stay_code)
    const attempt = await lockAttempt(transaction, attemptOfReceipt.attempt_id)
    const receipt = await lockReceipt(transaction, id)
    if (receipt.state !== 'review') throw conflict('payments.already_decided')
    await decide(transaction, { receipt, attempt, rooms })
    await transaction
      .updateTable('payment_receipt')
      .set({ decided_at: ctx.now, decided_by: ctx.account!.id, ...(newState && { state: newState }) })
      .where('id', '=', id)
      .execute()
  })
}

/** Approves a refund, up to the proposed amount and the amount that is now due to the guest. */
export const approveRefund = (
  db: Database,
  ctx: RequestContext,
  { id, amountPoisha, reason }: { id: number; amountPoisha: number; reason: string },
): Promise<void> =>
  withRefund(db, id, ['to approve'], async (transaction, refund) => {
    const maxPoisha = await requireDuePart(transaction, refund)
    if (amountPoisha > maxPoisha)
      throw invalid({ amount: { key: 'payments.refund_too_large', values: { most: poishaToBdt(maxPoisha) } } })
    const announcedPoisha = amountPoisha === refund.amount_poisha ? refund.announced : 0
    const changes = {
      amount_poisha: amountPoisha,
      reason: reason || refund.reason,
      announced: announcedPoisha,
    } as const
    await transaction.updateTable('refund').set(changes).where('id', '=', id).execute()
    await approveProposedRefund(
      transaction,
      await loadPostingTimeOfRequest(transaction, ctx),
      { ...refund, ...changes },
      ctx.account!.id,
    )
  })

/**
 * Dismisses a refund that was paid in another way or is no longer due to the guest. The money of a payment that was
 * never on a bill was settled directly with the gateway, so it is no longer unapplied.
 */
export const dismissRefund = (
  db: Database,
  ctx: RequestContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> =>
  withRefund(db, id, ['to approve', 'failed', 'queued', 'processing'], async (transaction, refund) => {
    const { state, cause } = refund
    if ((state === 'queued' || state === 'processing') && !isManual(refund))
      throw conflict('payments.refund_by_gateway')
    if (state === 'failed' && cause === 'not taken') await settleUnappliedRefund(transaction, ctx, refund)
    await transaction
      .updateTable('refund')
      .set({ state: 'dismissed', closed_at: ctx.now, reason })
      .where('id', '=', id)
      .execute()
    await recordChange(transaction, ctx, 'refund dismissed', `booking ${refund.stay_code}`, {
      after: { amount: poishaToBdt(refund.amount_poisha), reason },
    })
  })

async function settleUnappliedRefund(db: Transaction, ctx: RequestContext, { stay_code, receipt_id }: Refund) {
  const receipt = await readReceipt(db, receipt_id!)
  await postUnappliedPayment(db, await loadPostingTimeOfRequest(db, ctx), { stay_code }, receipt, -1)
}

/** Requests the due part of a failed refund again, as a new refund, after staff have found the cause. */
export const retryRefund = (db: Database, ctx: RequestContext, { id }: { id: number }): Promise<void> =>
  withRefund(db, id, ['failed'], async (transaction, refund) => {
    const { stay_code: code, receipt_id, cause, reason } = refund
    const maxPoisha = await requireDuePart(transaction, refund)
    const receipt = (await listReceipts(transaction, code)).find((candidate) => candidate.id === receipt_id)
    if (!receipt) throw conflict('payments.no_longer_due')
    const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
    await transaction
      .updateTable('refund')
      .set({ state: 'dismissed', closed_at: ctx.now })
      .where('id', '=', id)
      .execute()
    const request = { code, receipt, maxPoisha, cause, reason, requestedBy: ctx.account!.id }
    const newRefund = await proposeRefund(transaction, ctx.now, request)
    if (!newRefund) throw conflict('payments.no_longer_due')
    await approveProposedRefund(transaction, postingTime, newRefund, ctx.account!.id)
  })

/** Resolves a refund of unknown outcome, after staff have asked the gateway. */
export const resolveUnsureRefund = (
  db: Database,
  deps: PaymentDeps,
  ctx: RequestContext,
  { id, wasSent }: { id: number; wasSent: boolean },
): Promise<void> =>
  withRefund(db, id, ['unsure'], async (transaction, refund, rooms) => {
    if (wasSent) await completeRefund(transaction, ctx.now, refund)
    else await failRefund(transaction, deps, refund, rooms, refund.trouble)
    await recordChange(transaction, ctx, 'refund settled', `booking ${refund.stay_code}`, {
      after: { amount: poishaToBdt(refund.amount_poisha), state: wasSent ? 'done' : 'failed' },
    })
  })

/**
 * Records on the bill that the due part of a manual refund was paid at the desk. If a part was billed to a customer, one
 * method cannot refund all of it. The rest becomes another manual refund.
 */
export const refundAtDesk = (
  db: Database,
  ctx: RequestContext,
  { id, method, reference }: { id: number; method: DeskMethod; reference: string },
): Promise<void> =>
  withRefund(db, id, ['processing'], async (transaction, refund, rooms) => {
    if (!isManual(refund)) throw conflict('payments.refund_by_gateway')
    const { stay_code: code, cause, reason } = refund
    const duePoisha = await requireDuePart(transaction, refund)
    const { refundablePoisha } = await readRefundable(transaction, { code, method }, rooms)
    const amountPoisha = refundablePoisha > 0 ? Math.min(duePoisha, refundablePoisha) : duePoisha
    await recordRefund(transaction, ctx, { code, amountPoisha, method, reference, reason: reason || cause })
    await transaction
      .updateTable('refund')
      .set({ state: 'done', amount_poisha: amountPoisha, closed_at: ctx.now })
      .where('id', '=', id)
      .execute()
    if (amountPoisha === duePoisha) return
    const request = { code, receipt: null, maxPoisha: duePoisha - amountPoisha, cause, reason }
    const rest = await proposeRefund(transaction, ctx.now, { ...request, requestedBy: ctx.account!.id })
    const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
    await approveProposedRefund(transaction, postingTime, rest!, ctx.account!.id)
  })

async function withRefund(
  db: Database,
  id: number,
  states: readonly Refund['state'][],
  decide: (transaction: Transaction, refund: Refund, rooms: readonly BookedRow[]) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const refundRow = await transaction.selectFrom('refund').select('stay_code').where('id', '=', id).executeTakeFirst()
    if (!refundRow) throw notFound()
    const rooms = await lockStay(transaction, refundRow.stay_code)
    const refund = await lockRefund(transaction, id)
    if (!states.includes(refund.state)) throw conflict('payments.already_decided')
    await decide(transaction, refund, rooms)
  })
}

/**
 * Refunds online payments of a stay through the gateway, at the request of staff. The amount is limited to the balance
 * due to the guest, and the latest payments are refunded first. Repeating a request with the same key has no effect.
 */
export async function refundOnline(
  db: Database,
  ctx: RequestContext,
  form: { code: string; amountPoisha: number; reason: string },
): Promise<void> {
  const { code, amountPoisha, reason } = form
  await inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'refund', form))) return
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const postingTime = await loadPostingTimeOfRequest(transaction, ctx)
    const receipts = (await listReceipts(transaction, code)).filter(({ state }) => state === 'taken').toReversed()
    const overpaidPoisha = -getRemainingAmount(await loadBalance(transaction, code))
    const refundableAmounts = await Promise.all(receipts.map((receipt) => loadRemainingPoisha(transaction, receipt)))
    const maxPoisha = Math.min(
      overpaidPoisha,
      refundableAmounts.reduce((sum, candidate) => sum + candidate, 0),
    )
    if (amountPoisha > maxPoisha)
      throw invalid({
        amount: { key: 'payments.refund_too_large', values: { most: poishaToBdt(Math.max(0, maxPoisha)) } },
      })
    let remainingPoisha = amountPoisha
    for (const receipt of receipts) {
      const proposal = {
        code,
        receipt,
        maxPoisha: remainingPoisha,
        cause: 'asked',
        reason,
        requestedBy: ctx.account!.id,
      } as const
      const refund = await proposeRefund(transaction, ctx.now, proposal)
      if (!refund) continue
      remainingPoisha -= refund.amount_poisha
      await approveProposedRefund(transaction, postingTime, refund, ctx.account!.id)
    }
    await recordChange(transaction, ctx, 'refund requested', `booking ${code}`, {
      after: { amount: poishaToBdt(amountPoisha), reason },
    })
  })
}

const linkLimit = { times: 5, seconds: 3_600 }

/** Emails the guest a link for paying the balance. */
export async function sendPayLink(
  db: Database,
  deps: PaymentDeps,
  ctx: RequestContext,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const { now, context } = ctx
  await inTransaction(db, async (transaction) => {
    const rooms = await lockStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const stay = mergeRooms(rooms)
    if (!acceptsOnlinePayments(await loadCompany(transaction, ctx), context)) throw conflict('payment.unavailable')
    if (stay.email === '') throw conflict('booking.no_address')
    const poisha = await readPayableAmount(transaction, rooms, now)
    if (poisha <= 0) throw conflict('payment.nothing_due')
    await enforceKeyLimit(transaction, ctx, `pay link:${code}`, linkLimit)
    await emailPaymentRequest(transaction, deps, stay, message)
    await recordChange(transaction, ctx, 'payment link sent', `booking ${code}`, {
      after: { amount: poishaToBdt(poisha) },
    })
  })
}
