import { syncLedgerAt } from '#stays/bookings/balance.ts'
import { lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { postPayment } from '#ledger/documents.ts'
import { loadPostingTime } from '#ledger/posting.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordAudit } from '#platform/audit.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import { GatewayError, type RefundChannel, type RefundVerdict } from './gateway.ts'
import { isManual, manualRefunds } from './manual-refunds.ts'
import { notifyRefundArrived, notifyRefundFailed, notifyRefundSent } from './notifications.ts'
import { postRefund, refundStay, type StayRefund } from './refunds.ts'
import { findGateway, readReceipt, lockRefund, type PaymentDeps, type Refund } from './store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/**
 * The delays between status checks of a refund. Banks take days. After two months, staff ask the gateway and decide.
 */
const statusCheckDelaysMs = [
  ...[2, 15].map((minutes) => minutes * MINUTE_MS),
  ...[1, 6].map((hours) => hours * HOUR_MS),
  ...Array.from({ length: 60 }, (_, index) => (index + 1) * DAY_MS),
]

export const createRefundJobs = (deps: PaymentDeps): JobKinds => ({
  'refund-stay': (refund: StayRefund, db) => refundStay(db, deps, refund),
  'carry-refund': {
    concurrency: 2,
    maxDurationMs: 50_000,
    do: ({ refundId }: { refundId: number }, db) => processRefund(db, deps, refundId),
    // The job may have failed for a temporary reason, so try again later.
    onLastFailure: ({ refundId }: { refundId: number }, db) =>
      inTransaction(db, async (transaction) => {
        const { stay_code } = await transaction
          .selectFrom('refund')
          .select('stay_code')
          .where('id', '=', refundId)
          .executeTakeFirstOrThrow()
        const rooms = await lockStay(transaction, stay_code)
        const refund = await lockRefund(transaction, refundId)
        if (isDue(refund, deps)) await scheduleRetry(transaction, deps, refund, rooms, 'trouble')
      }),
  },
})

/**
 * Requests a refund from the gateway, or checks the status of a requested one. Runs outside of any transaction and
 * always with the same id, so a crash can repeat a request but never cause a second refund. After a gateway error, the
 * outcome is unknown.
 */
export async function processRefund(db: Database, deps: PaymentDeps, refundId: number): Promise<void> {
  const refund = await db.selectFrom('refund').selectAll().where('id', '=', refundId).executeTakeFirst()
  if (!refund || !isDue(refund, deps)) return
  // Recorded before the request: after a crash, the request may have been sent.
  await db.updateTable('refund').set({ checked_at: deps.context.clock() }).where('id', '=', refundId).execute()
  const verdict = await callChannel(db, findChannel(deps, refund), refund).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    return isRejection(refund, error) ? ({ outcome: 'failed', reason: error.reason } as const) : error
  })
  await inTransaction(db, (transaction) => applyVerdict(transaction, deps, refund, verdict))
}

/** Returns whether the refund must be checked now. False if the process died after it had scheduled the next check. */
const isDue = ({ state, next_at }: Refund, { context }: PaymentDeps) =>
  (state === 'queued' || state === 'processing') && (next_at === null || next_at <= context.clock())

/** Returns whether the gateway refused the refund. A refused status check does not mean that the refund was refused. */
const isRejection = ({ state }: Refund, { gatewayCause }: GatewayError) =>
  state === 'queued' && gatewayCause === 'refused'

const findChannel = ({ gateways }: PaymentDeps, refund: Refund): RefundChannel | undefined =>
  isManual(refund) ? manualRefunds : findGateway(gateways, refund.gateway)

async function callChannel(db: Database, channel: RefundChannel | undefined, refund: Refund): Promise<RefundVerdict> {
  if (!channel) throw new GatewayError('refund', 'closed', 'no store is set')
  if (refund.state === 'processing') return channel.refundStatus(refund.refund_ref!)
  const receipt = refund.receipt_id === null ? null : await readReceipt(db, refund.receipt_id)
  return channel.refund({
    refundTransId: refund.refund_trans_id,
    bankTranId: receipt?.bank_tran_id ?? '',
    amountPoisha: refund.amount_poisha,
    remarks: `Stay ${refund.stay_code}`,
    reference: refund.stay_code,
  })
}

async function applyVerdict(
  db: Transaction,
  deps: PaymentDeps,
  snapshot: Refund,
  verdict: RefundVerdict | GatewayError,
): Promise<void> {
  const rooms = await lockStay(db, snapshot.stay_code)
  const refund = await lockRefund(db, snapshot.id)
  if (refund.state !== snapshot.state) return
  const now = deps.context.clock()
  if (verdict instanceof GatewayError)
    return scheduleRetry(db, deps, { ...refund, next_at: snapshot.next_at }, rooms, verdict.message)
  switch (verdict.outcome) {
    case 'processing':
    case 'done':
      await markSent(db, deps, refund, rooms, verdict.refundRef)
      if (verdict.outcome === 'done') return completeRefund(db, now, refund)
      return scheduleRetry(db, deps, { ...refund, state: 'processing', next_at: snapshot.next_at }, rooms, '')
    case 'failed':
      // A repeated request may fail because the first one succeeded, so the outcome is unknown.
      if (snapshot.checked_at !== null) return markUnsure(db, deps, refund, rooms, verdict.reason)
      return failRefund(db, deps, refund, rooms, verdict.reason)
    case 'cancelled':
      return failRefund(db, deps, refund, rooms, verdict.reason)
    case 'unknown':
      return scheduleRetry(db, deps, { ...refund, next_at: snapshot.next_at }, rooms, 'unknown')
  }
}

/**
 * Marks a refund as sent and emails the guest once, unless an earlier email stated the amount. A manual refund waits
 * for the desk instead.
 */
async function markSent(
  db: Transaction,
  deps: PaymentDeps,
  refund: Refund,
  rooms: readonly BookedRow[],
  refund_ref: string,
): Promise<void> {
  if (refund.state === 'processing') return
  await db
    .updateTable('refund')
    .set({ state: 'processing', refund_ref, sent_at: deps.context.clock(), trouble: '' })
    .where('id', '=', refund.id)
    .execute()
  if (!isManual(refund) && refund.announced === 0) await notifyRefundSent(db, deps, { refund, rooms })
}

/** Marks a refund as completed and reduces the gateway balance in the ledger. */
export async function completeRefund(db: Transaction, now: number, refund: Refund): Promise<void> {
  const postingTime = await loadPostingTime(db, now)
  await postRefund(db, postingTime, refund, 'refunds', 'gateway')
  await syncLedgerAt(db, postingTime, [refund.stay_code])
  await db
    .updateTable('refund')
    .set({ state: 'done', closed_at: now, next_at: null, trouble: '' })
    .where('id', '=', refund.id)
    .execute()
  await notifyRefundArrived(db, now, refund)
}

async function markUnsure(
  db: Transaction,
  deps: PaymentDeps,
  refund: Refund,
  rooms: readonly BookedRow[],
  problemText: string,
): Promise<void> {
  await db
    .updateTable('refund')
    .set({ state: 'unsure', trouble: problemText, next_at: null })
    .where('id', '=', refund.id)
    .execute()
  await notifyRefundFailed(db, deps, { refund, rooms })
}

/**
 * Reverses a failed refund on the bill or in the unapplied money, and emails the company. The amount is due to the
 * guest again, and staff refund it in another way.
 */
export async function failRefund(
  db: Transaction,
  deps: PaymentDeps,
  refund: Refund,
  rooms: readonly BookedRow[],
  problemText: string,
): Promise<void> {
  const { id, stay_code: code, payment_id, amount_poisha } = refund
  const postingTime = await loadPostingTime(db, deps.context.clock())
  if (payment_id === null) await postRefund(db, postingTime, refund, 'refunds', 'unapplied')
  else {
    await postPayment(db, postingTime, code, {
      booking_id: rooms[0]!.id,
      amount_poisha,
      method: 'online',
      reference: refund.refund_trans_id,
      account_id: null,
      reverses_id: payment_id,
      reason: problemText,
    })
  }
  await syncLedgerAt(db, postingTime, [code])
  await db
    .updateTable('refund')
    .set({ state: 'failed', trouble: problemText, closed_at: postingTime.at, next_at: null })
    .where('id', '=', id)
    .execute()
  await recordAudit(db, {
    at: postingTime.at,
    accountId: null,
    action: 'refund failed',
    subject: `booking ${code}`,
    details: { amount: poishaToBdt(amount_poisha) },
  })
  await notifyRefundFailed(db, deps, { refund, rooms })
}

/**
 * Schedules the next attempt. Queued refunds: every two minutes in the first hour, then hourly. Sent refunds: by the
 * delays above. After the last delay, the outcome is unknown, and staff decide. Manual refunds: never.
 */
async function scheduleRetry(
  db: Transaction,
  deps: PaymentDeps,
  refund: Refund,
  rooms: readonly BookedRow[],
  problemText: string,
): Promise<void> {
  const { id, state, approved_at, next_at } = refund
  const now = deps.context.clock()
  const elapsedMs = now - (approved_at ?? now)
  const nextAt = isManual(refund)
    ? null
    : state === 'queued'
      ? now + (elapsedMs < HOUR_MS ? 2 * MINUTE_MS : HOUR_MS)
      : findNextAttemptTime(statusCheckDelaysMs, elapsedMs, now)
  const { numUpdatedRows } = await db
    .updateTable('refund')
    .set({ next_at: nextAt, trouble: problemText.slice(0, 300) })
    .where('id', '=', id)
    .where('next_at', next_at === null ? 'is' : '=', next_at)
    .executeTakeFirst()
  // Only one of two concurrent processes schedules the next attempt.
  if (numUpdatedRows === 0n || isManual(refund)) return
  if (nextAt === null) await markUnsure(db, deps, refund, rooms, problemText || 'processing')
  else await enqueue(db, now, 'carry-refund', { refundId: id }, nextAt)
}

function findNextAttemptTime(delays: readonly number[], elapsedMs: number, now: number): number | null {
  const delayMs = delays.find((candidate) => candidate > elapsedMs)
  return delayMs === undefined ? null : now + delayMs - elapsedMs
}
