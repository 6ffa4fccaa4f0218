import { readCompany, type Company } from '#content/company.ts'
import { readPayableAmount } from '#stays/bookings/balance.ts'
import { readAmounts } from '#stays/bookings/emails/amounts.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import type { BookedRow } from '#stays/bookings/store.ts'
import { emitStayEvent } from '#stays/bookings/stay-views.ts'
import { mergeRooms, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { publishPaymentEvent } from '#ledger/events.ts'
import { enqueueEmail, mailGuestAndCompany, emailCompany } from '#mail/outbox.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  composePaymentRequestEmail,
  composeReviewEmail,
  composeFailedEmail,
  composeRefundEmail,
  composeLateEmail,
  composeReceivedEmail,
  composeCompanyPaymentEmail,
  type PaidAmount,
} from './emails.ts'
import { buildReceiptUrl } from './receipts/receipt.ts'
import type { Attempt, PaymentDeps, Receipt, Refund } from './store.ts'

/* Sends the emails and events about payments, in the transaction of the change. */

interface ReceivedPayment {
  stay: StayWithRooms
  company: Company
  receipt: Receipt
  /** The payment on the bill. */
  paymentId: number
  /** Whether the stay was waiting for the payment and is now confirmed. */
  isConfirmed: boolean
  /** The overpaid amount, to be refunded. */
  overPoisha: number
  /** Whether the nights had already been released. */
  isLate: boolean
}

/** Notifies the guest and the company of a payment, and publishes the events. */
export async function notifyPaymentReceived(
  db: Transaction,
  deps: PaymentDeps,
  payment: ReceivedPayment,
): Promise<void> {
  const { stay, company, receipt, paymentId, isConfirmed, overPoisha, isLate } = payment
  const { emailData, reader, now, publicUrl } = await readEmailContext(db, deps, stay, company)
  const amount = toPaidAmount(receipt)
  const guestEmail = isLate
    ? composeLateEmail(emailData, { amount, overPoisha })
    : composeReceivedEmail(emailData, {
        amount,
        amounts: await readAmounts(db, stay, now),
        isConfirmed,
        receiptLink: buildReceiptUrl(publicUrl, reader, paymentId),
      })
  const companyEmail = composeCompanyPaymentEmail(
    isLate ? 'late' : overPoisha > 0 ? 'over' : 'received',
    stay,
    amount,
    company,
    publicUrl,
  )
  await mailGuestAndCompany(db, now, company, { ...stay, language: reader.language }, { guestEmail, companyEmail })
  await publishPaymentEvent(db, { now, company }, 'payment.received', {
    booking_id: stay.code,
    amountPoisha: receipt.amount_minor,
    method: 'online',
    reference: receipt.bank_tran_id,
  })
  if (isConfirmed) await emitStayEvent(db, { now, company }, 'stay.confirmed', stay.code, () => stay)
}

/** Notifies the guest and the company of a payment in review. */
export async function notifyPaymentInReview(
  db: Transaction,
  deps: PaymentDeps,
  { rooms, receipt, company }: { rooms: readonly BookedRow[]; receipt: Receipt; company: Company },
): Promise<void> {
  const stay = mergeRooms(rooms)
  const { emailData, reader, now, publicUrl } = await readEmailContext(db, deps, stay, company)
  const emails = {
    guestEmail: composeReviewEmail(emailData),
    companyEmail: composeCompanyPaymentEmail('review', stay, toPaidAmount(receipt), company, publicUrl),
  }
  await mailGuestAndCompany(db, now, company, { ...stay, language: reader.language }, emails)
}

/**
 * Publishes `payment.failed` for an attempt that failed, expired or was cancelled. Emails the guest once per stay, only
 * if the stay can still be paid, and never after the payer cancelled.
 */
export async function notifyPaymentFailed(
  db: Transaction,
  deps: PaymentDeps,
  { attempt, rooms }: { attempt: Attempt; rooms: readonly BookedRow[] },
): Promise<void> {
  const { state: reason, stay_code, amount_poisha } = attempt
  if (reason === 'failed' || reason === 'cancelled' || reason === 'expired') {
    const event = { booking_id: stay_code, amountPoisha: amount_poisha, reason }
    await publishPaymentEvent(
      db,
      { now: deps.context.clock(), company: await readCompany(db) },
      'payment.failed',
      event,
    )
  }
  if (reason === 'cancelled') return
  const earlierFailures = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('stay_code', '=', attempt.stay_code)
    .where('state', 'in', ['failed', 'expired'])
    .where('id', '<>', attempt.id)
    .limit(1)
    .execute()
  if (earlierFailures.length > 0 || (await readPayableAmount(db, rooms, deps.context.clock())) <= 0) return
  const stay = mergeRooms(rooms)
  const company = await readCompany(db)
  const { emailData, reader, now } = await readEmailContext(db, deps, stay, company, { requestsPayment: true })
  const email = composeFailedEmail(emailData, await readAmounts(db, stay, now))
  await enqueueEmail(db, now, stay.email, reader.language, email, company)
}

/** Emails the guest about a refund in progress. */
export async function notifyRefundSent(
  db: Transaction,
  deps: PaymentDeps,
  { refund, rooms }: { refund: Refund; rooms: readonly BookedRow[] },
): Promise<void> {
  const stay = mergeRooms(rooms)
  const company = await readCompany(db)
  const { emailData, reader, now } = await readEmailContext(db, deps, stay, company)
  const { amount_poisha: poisha, refund_trans_id: number, cause } = refund
  const email = composeRefundEmail(emailData, { poisha, number, cause })
  await enqueueEmail(db, now, stay.email, reader.language, email, company)
}

/**
 * Publishes a completed refund as an event, unless its payment was never on a bill. Refunds at the desk publish their
 * own event.
 */
export async function notifyRefundArrived(db: Transaction, now: number, refund: Refund): Promise<void> {
  if (refund.payment_id === null) return
  await publishPaymentEvent(db, { now, company: await readCompany(db) }, 'payment.refunded', {
    booking_id: refund.stay_code,
    amountPoisha: refund.amount_poisha,
    method: 'online',
    reference: refund.refund_trans_id,
  })
}

/**
 * Emails the company about a refund that failed or has an unknown outcome, because staff must check it.
 */
export async function notifyRefundFailed(
  db: Transaction,
  deps: PaymentDeps,
  { refund, rooms }: { refund: Refund; rooms: readonly BookedRow[] },
): Promise<void> {
  const stay = mergeRooms(rooms)
  const [company, { clock, publicUrl }] = [await readCompany(db), deps.context]
  const companyEmail = composeCompanyPaymentEmail(
    'refund_failed',
    stay,
    { amountMinor: refund.amount_poisha, currency: 'BDT' },
    company,
    publicUrl,
  )
  await emailCompany(db, clock(), company, companyEmail, { name: stay.name, address: stay.email })
}

/** Emails the guest a payment link, at the request of staff. */
export async function emailPaymentRequest(
  db: Transaction,
  deps: PaymentDeps,
  stay: StayWithRooms,
  message: string,
): Promise<void> {
  const company = await readCompany(db)
  const { emailData, reader, now } = await readEmailContext(db, deps, stay, company, { requestsPayment: true })
  const email = composePaymentRequestEmail(emailData, { amounts: await readAmounts(db, stay, now), message })
  await enqueueEmail(db, now, stay.email, reader.language, email, company)
}

/** Reads the recipient and the data for an email. */
async function readEmailContext(
  db: Transaction,
  { context }: PaymentDeps,
  stay: StayWithRooms,
  company: Company,
  options: { requestsPayment?: true } = {},
) {
  const now = context.clock()
  const reader = await createRecipient(db, { now, context }, stay, options)
  return { now, reader, publicUrl: context.publicUrl, emailData: { stay, company, reader, now } }
}

const toPaidAmount = ({ amount_minor, currency }: Receipt): PaidAmount => ({ amountMinor: amount_minor, currency })
