import type { Insertable } from 'kysely'
import { confirmPaid, expireEndedHold, extendHold, reserveNightsAgain } from '#stays/bookings/hold.ts'
import { syncLedgerAt, loadBalance, getRemainingAmount } from '#stays/bookings/balance.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import { selectBookingByCode, type BookedRow } from '#stays/bookings/store.ts'
import { loadStay } from '#stays/bookings/stay-with-rooms.ts'
import { readCompany, type Company } from '#content/company.ts'
import { postPayment } from '#ledger/documents.ts'
import { toPostingTime, postEntries, type PostingTime } from '#ledger/posting.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { minorToMajor, poishaToBdt } from '#platform/money.ts'
import { recordAudit } from '#platform/audit.ts'
import type { ReviewReason } from '#schema/payments.ts'
import type { Tables } from '#schema/tables.ts'
import type { PaidVerdict } from './gateway.ts'
import { notifyPaymentReceived, notifyPaymentInReview } from './notifications.ts'
import { proposeRefund } from './refunds.ts'
import type { Attempt, PaymentDeps, Receipt } from './store.ts'
import { HOUR_MS } from '#platform/durations.ts'

/**
 * The stay was paid late, and its released nights are sold to others. The caller repeats the operation without booking
 * the nights again.
 */
export class NightsTakenError extends Error {}

/** The attempt and the rooms of its stay. The caller must have locked both. */
interface PaymentTarget {
  attempt: Attempt
  rooms: readonly BookedRow[]
  company: Company
  /** Whether released nights can be booked again. */
  canRebookNights: boolean
}

/**
 * Records a payment exactly once, even if it is reported several times. A first payment of the requested amount that is
 * not risky is applied to the bill. Any other payment is held for review.
 */
export async function recordPayment(
  db: Transaction,
  deps: PaymentDeps,
  { verdict, ...target }: Omit<PaymentTarget, 'company'> & { verdict: PaidVerdict },
): Promise<void> {
  const { attempt } = target
  const targetWithCompany = { ...target, company: await readCompany(db) }
  const postingTime = toPostingTime(targetWithCompany.company, deps.context.clock())
  const payments = [
    verdict,
    ...verdict.duplicates.map((duplicate) => ({ ...verdict, ...duplicate, storeAmountPoisha: duplicate.amountPoisha })),
  ]
  for (const [index, payment] of payments.entries()) {
    const reason = index > 0 ? 'again' : findReviewReason(attempt, payment)
    const existingReceipt = await findReceipt(db, payment.valId)
    if (existingReceipt && existingReceipt.attempt_id !== attempt.id)
      await markForReview(db, postingTime, attempt, 'other order')
    if (existingReceipt) continue
    const receipt = await storeReceipt(db, postingTime, attempt, payment, reason)
    if (reason === '') await applyPayment(db, deps, postingTime, { ...targetWithCompany, receipt })
    else await holdForReview(db, deps, postingTime, { ...targetWithCompany, receipt })
  }
}

function findReviewReason(attempt: Attempt, payment: PaidVerdict): ReviewReason | '' {
  const { amountPoisha, storeAmountPoisha, currency, isRisky } = payment
  if (currency !== 'BDT') return 'currency'
  if (amountPoisha !== attempt.amount_poisha || storeAmountPoisha > amountPoisha) return 'amount'
  return isRisky ? 'risk' : ''
}

const findReceipt = async (db: Transaction, valId: string): Promise<Receipt | undefined> =>
  (await selectReceipt(db, { valId })).rows[0]

const selectReceipt = statement((db, { valId }: { valId: string }) =>
  db.selectFrom('payment_receipt').selectAll().where('val_id', '=', valId).compile(),
)

/**
 * Stores the receipt of a payment and posts the fee. A concurrent insert of the same receipt violates the unique index.
 * The transaction is then repeated and finds the receipt.
 */
async function storeReceipt(
  db: Transaction,
  timestamp: PostingTime,
  attempt: Attempt,
  payment: PaidVerdict,
  reason: ReviewReason | '',
): Promise<Receipt> {
  const { valId, bankTranId, amountPoisha, currency, storeAmountPoisha, means, riskTitle } = payment
  // A negative fee is impossible, so such a reply is wrong.
  const fee_poisha = currency === 'BDT' ? Math.max(0, amountPoisha - storeAmountPoisha) : 0
  const { rows } = await insertReceipt(db, {
    attempt_id: attempt.id,
    val_id: valId,
    bank_tran_id: bankTranId,
    amount_minor: amountPoisha,
    currency,
    fee_poisha,
    means: means.type,
    brand: means.brand,
    issuer: means.issuer,
    issuer_country: means.issuerCountry,
    state: 'review',
    reason,
    risk_title: riskTitle,
    received_at: timestamp.at,
  })
  const receipt = rows[0]!
  const feeEntry = { debit: 'gateway fees', credit: 'gateway', amount_poisha: fee_poisha, reason: 'fee' } as const
  await postEntries(db, timestamp, [{ ...feeEntry, stay_code: attempt.stay_code, receipt_id: receipt.id }])
  return receipt
}

const insertReceipt = statement((db, row: Insertable<Tables['payment_receipt']>) =>
  db.insertInto('payment_receipt').values(row).returningAll().compile(),
)

/**
 * Holds a payment for review: posts it as unapplied, holds the room for the company's response time and notifies the
 * guest and the company.
 */
async function holdForReview(
  db: Transaction,
  deps: PaymentDeps,
  timestamp: PostingTime,
  { attempt, rooms, company, receipt }: PaymentTarget & { receipt: Receipt },
): Promise<void> {
  await postUnappliedPayment(db, timestamp, attempt, receipt, 1)
  await markForReview(db, timestamp, attempt, receipt.reason)
  await extendHold(db, timestamp.at, rooms, timestamp.at + company.answerHours * HOUR_MS)
  await recordAudit(db, {
    at: timestamp.at,
    accountId: null,
    action: 'payment put under review',
    subject: `booking ${attempt.stay_code}`,
    details: { amount: minorToMajor(receipt.amount_minor), currency: receipt.currency, reason: receipt.reason },
  })
  await notifyPaymentInReview(db, deps, { rooms, receipt, company })
}

/** Posts an unapplied payment to the ledger, or removes it with -1. The ledger has only taka. */
export async function postUnappliedPayment(
  db: Transaction,
  timestamp: PostingTime,
  attempt: Pick<Attempt, 'stay_code'>,
  receipt: Receipt,
  sign: 1 | -1,
): Promise<void> {
  if (receipt.currency !== 'BDT') return
  const entry = {
    debit: 'gateway',
    credit: 'unapplied',
    amount_poisha: sign * receipt.amount_minor,
    reason: 'held',
  } as const
  await postEntries(db, timestamp, [{ ...entry, stay_code: attempt.stay_code, receipt_id: receipt.id }])
}

/** Marks an attempt for review. A paid attempt stays paid. */
const markForReview = (db: Transaction, { at: closedAt }: PostingTime, { id }: Attempt, reason: ReviewReason | '') =>
  db
    .updateTable('payment_attempt')
    .set({ state: 'review', reason, closed_at: closedAt })
    .where('id', '=', id)
    .where('state', '<>', 'paid')
    .execute()

/**
 * Applies a payment to the bill and confirms a stay that waits for it. A late payment also confirms if the nights are
 * still free. An overpaid amount becomes a refund to approve. The guest and the company are notified.
 */
export async function applyPayment(
  db: Transaction,
  deps: PaymentDeps,
  timestamp: PostingTime,
  { attempt, rooms, company, receipt, canRebookNights }: PaymentTarget & { receipt: Receipt },
): Promise<void> {
  const { stay_code: code } = attempt
  const isConfirmed = await confirmStay(db, timestamp, { rooms, company, canRebookNights })
  const payment_id = await postPayment(db, timestamp, code, {
    booking_id: rooms[0]!.id,
    amount_poisha: receipt.amount_minor,
    method: 'online',
    reference: receipt.bank_tran_id,
    account_id: null,
  })
  await markReceiptTaken(db, { payment_id, id: receipt.id })
  await markAttemptPaid(db, { closed_at: timestamp.at, id: attempt.id })
  await syncLedgerAt(db, timestamp, [code])
  const overpaidPoisha = -getRemainingAmount(await loadBalance(db, code))
  const stay = await loadStay(db, await selectBookingByCode(db, code))
  const isLate = overpaidPoisha > 0 && getStatusTraits(stay.status).releasedNights === true
  if (overpaidPoisha > 0)
    await proposeRefund(db, timestamp.at, {
      code,
      receipt,
      maxPoisha: overpaidPoisha,
      cause: isLate ? 'late' : 'twice',
    })
  await recordAudit(db, {
    at: timestamp.at,
    accountId: null,
    action: 'payment received',
    subject: `booking ${code}`,
    details: { amount: poishaToBdt(receipt.amount_minor), by: receipt.means },
  })
  await notifyPaymentReceived(db, deps, {
    stay,
    company,
    receipt,
    paymentId: payment_id,
    isConfirmed,
    overPoisha: overpaidPoisha,
    isLate,
  })
}

const markReceiptTaken = statement((db, { payment_id, id }: { payment_id: number; id: number }) =>
  db.updateTable('payment_receipt').set({ state: 'taken', payment_id }).where('id', '=', id).compile(),
)
const markAttemptPaid = statement((db, { closed_at, id }: { closed_at: number; id: number }) =>
  db.updateTable('payment_attempt').set({ state: 'paid', reason: '', closed_at }).where('id', '=', id).compile(),
)

/**
 * Confirms a stay that waits for payment or has expired, and returns whether it did. Books released nights again. A stay
 * whose nights are over is not confirmed: if it still waits, it expires.
 */
async function confirmStay(
  db: Transaction,
  timestamp: PostingTime,
  { rooms, company, canRebookNights }: Pick<PaymentTarget, 'rooms' | 'company' | 'canRebookNights'>,
): Promise<boolean> {
  const isOver = rooms.every(({ check_out }) => check_out <= timestamp.day)
  const isExpired = rooms.every(({ status }) => status === 'expired')
  if (!isExpired && !rooms.some(({ status }) => status === 'pending_payment')) return false
  if (isOver) {
    await expireEndedHold(db, { now: timestamp.at, company }, rooms)
    return false
  }
  if (isExpired) {
    if (!canRebookNights) return false
    if (!(await reserveNightsAgain(db, rooms))) throw new NightsTakenError()
  }
  await confirmPaid(db, rooms)
  return true
}
