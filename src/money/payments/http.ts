import type { StayReference } from '#stays/bookings/contract.ts'
import { selectBookingByCode, getBookingReference, requireStay } from '#stays/bookings/store.ts'
import { readPayableAmount } from '#stays/bookings/balance.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { findCodeOfPayLink } from '#stays/bookings/stay-link.ts'
import { getRoomName, describeNextStep } from '#stays/bookings/stay-views.ts'
import { loadStay } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany, acceptsOnlinePayments } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { paymentsContract, PaymentDetails } from './contract.ts'
import { openPayment } from './opening.ts'
import { readStayReceipt, type StayReceipt } from './receipts/receipt.ts'
import { findAttemptByToken, type Attempt, type Gateways } from './store.ts'

export const createPaymentsHandlers = (gateways: Gateways) =>
  ({
    async startPayment(db, ctx, form) {
      return openPayment(db, ctx, gateways, await resolveStayCode(db, ctx, form))
    },

    async getPayment(db, ctx, { payment: token }) {
      return readPaymentDetails(db, ctx, await readAttempt(db, token))
    },

    async getOwnReceiptPdf(db, ctx, { language, ...selection }) {
      const receipt = await readOwnReceipt(db, ctx, selection)
      // The fonts and the shaping of Bengali take 60 MB, so they are loaded only when a PDF is requested.
      const { renderReceiptPdf } = await import('./receipts/receipt-pdf.ts')
      return renderReceiptPdf(receipt, language)
    },
  }) satisfies Handlers<typeof paymentsContract>

async function readAttempt(db: Database, token: string): Promise<Attempt> {
  const attempt = await findAttemptByToken(db, token)
  if (!attempt) throw notFound()
  return attempt
}

/**
 * Returns the stay to pay. A link or a return from the gateway is enough, because paying for another guest does no
 * harm.
 */
async function resolveStayCode(
  db: Database,
  ctx: RequestContext,
  { payment, pay, ...stayRef }: StayReference & { payment?: string | undefined; pay?: string | undefined },
): Promise<string> {
  if (pay) return requirePayLink(db, ctx, pay)
  if (payment && !stayRef.token) return (await readAttempt(db, payment)).stay_code
  return getBookingReference(await requireStay(db, ctx, stayRef))
}

async function requirePayLink(db: Database, { now }: RequestContext, token: string): Promise<string> {
  const code = await findCodeOfPayLink(db, now, token)
  if (code === undefined) throw notFound()
  return code
}

async function readPaymentDetails(db: Database, ctx: RequestContext, attempt: Attempt): Promise<PaymentDetails> {
  const { language, now, context } = ctx
  const stay = await loadStay(db, await selectBookingByCode(db, attempt.stay_code))
  const canPayOnline = acceptsOnlinePayments(await loadCompany(db, ctx), context)
  const payablePoisha = canPayOnline ? await readPayableAmount(db, stay.rooms, now) : 0
  return {
    outcome: await readOutcome(db, attempt),
    amount: poishaToBdt(attempt.amount_poisha),
    booking_id: stay.code,
    room_name: getRoomName(stay, language),
    checkin: isoDay(stay.check_in),
    checkout: isoDay(stay.check_out),
    status: getStatus(stay, now),
    next: describeNextStep(stay, { language, now }),
    to_pay: payablePoisha > 0 ? poishaToBdt(payablePoisha) : null,
    is_demo: context.isDemo,
  }
}

interface ReceiptSelection extends StayReference {
  receipt?: number | undefined
  payment?: string | undefined
}

/** Reads a receipt of the caller's stay, or of the payment with the given key. */
async function readOwnReceipt(
  db: Database,
  ctx: RequestContext,
  { receipt, payment, ...stayRef }: ReceiptSelection,
): Promise<StayReceipt> {
  if (payment && !stayRef.token && !stayRef.id) {
    const attempt = await readAttempt(db, payment)
    const paymentId = await findPaymentId(db, attempt)
    return readStayReceipt(db, ctx, paymentId, { code: attempt.stay_code, isByLink: true })
  }
  const { code } = await requireStay(db, ctx, stayRef)
  if (receipt === undefined) throw notFound()
  return readStayReceipt(db, ctx, receipt, { code, isByLink: stayRef.token !== undefined })
}

async function findPaymentId(db: Database, { id }: Attempt): Promise<number> {
  const row = await db
    .selectFrom('payment_receipt')
    .select('payment_id')
    .where('attempt_id', '=', id)
    .where('payment_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.payment_id!
}

/**
 * Returns the outcome for the guest. An outcome that only a browser or a notice reported is unknown until the gateway
 * confirms it.
 */
async function readOutcome(db: Database, attempt: Attempt): Promise<PaymentDetails['outcome']> {
  const { state, notice_pending: isReported } = attempt
  if (state === 'paid') return (await wasPaidLate(db, attempt)) ? 'late' : 'paid'
  if (state === 'opened' || (isReported === 1 && state !== 'review')) return 'asking'
  return state === 'failed' && (await wasRejected(db, attempt)) ? 'rejected' : state
}

/** Returns whether staff rejected a payment of the attempt, so that money did arrive. */
async function wasRejected(db: Database, { id }: Attempt): Promise<boolean> {
  const receipt = await db
    .selectFrom('payment_receipt')
    .select('id')
    .where('attempt_id', '=', id)
    .where('state', '=', 'refused')
    .executeTakeFirst()
  return receipt !== undefined
}

async function wasPaidLate(db: Database, { id }: Attempt): Promise<boolean> {
  const refund = await db
    .selectFrom('refund')
    .innerJoin('payment_receipt', 'payment_receipt.id', 'refund.receipt_id')
    .select('refund.id')
    .where('attempt_id', '=', id)
    .where('cause', '=', 'late')
    .executeTakeFirst()
  return refund !== undefined
}
