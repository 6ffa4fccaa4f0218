import type { Selectable } from 'kysely'
import { loadBalance, getRemainingAmount } from '../bookings/balance.ts'
import { loadCompany } from '#content/company.ts'
import { postPayment } from '#ledger/documents.ts'
import { loadPostingTimeOfRequest } from '#ledger/posting.ts'
import { publishPaymentEvent } from '#ledger/events.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound, UserError } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { recordChange } from '#platform/audit.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import type { Tables } from '#schema/tables.ts'
import type { BookedRow } from '../bookings/store.ts'
import { findStayCustomer } from '../customers/stay-customer.ts'
import { requireConfirmed, withLockedBill } from './locked-bill.ts'
import { readLastHandoverNumber, moveCash } from './till.ts'
import { MINUTE_MS } from '#platform/durations.ts'

type PaymentLine = Selectable<Tables['payment']>

export interface PaymentForm {
  code: string
  amountPoisha: number
  /** `customer`: the amount is billed to the customer of the stay, who pays later. */
  method: Exclude<PaymentMethod, 'online'>
  /** The number of the card slip, the bank transfer or the mobile payment. */
  reference: string
}

/** Records a payment, at most the balance. A repeated idempotency key records nothing. */
export const recordPayment = (db: Database, ctx: RequestContext, form: PaymentForm): Promise<void> =>
  withLockedBill(db, ctx, form, async (transaction, rooms) => {
    await writePayment(transaction, ctx, rooms, form)
  })

/** Records a payment for a stay that the caller has locked, at most the balance. Returns its ID. */
export async function writePayment(
  db: Transaction,
  ctx: RequestContext,
  rooms: readonly BookedRow[],
  form: PaymentForm,
): Promise<number> {
  requireConfirmed(rooms, ctx.now)
  const balance = getRemainingAmount(await loadBalance(db, form.code))
  if (form.amountPoisha > balance)
    throw invalid({ amount: { key: 'bill.payment_too_large', values: { owed: poishaToBdt(Math.max(0, balance)) } } })
  requireReference(form)
  const customer = form.method === 'customer' ? await requireCustomer(db, form.code) : null
  const id = await writeDeskPayment(db, ctx, { ...form, bookingId: rooms[0]!.id, customer })
  await recordChange(db, ctx, 'payment recorded', `booking ${form.code}`, { after: toLogEntry(form) })
  return id
}

/**
 * Records a refund, at most the amount received. With the method `customer`, at most the amount billed to one customer.
 */
export const recordRefund = (
  db: Database,
  ctx: RequestContext,
  form: PaymentForm & { reason: string },
): Promise<void> =>
  withLockedBill(db, ctx, form, async (transaction, rooms) => {
    const { billedAmount, refundablePoisha } = await readRefundable(transaction, form, rooms)
    if (form.amountPoisha > refundablePoisha)
      throw invalid({ amount: { key: 'bill.refund_too_large', values: { paid: poishaToBdt(refundablePoisha) } } })
    requireReference(form)
    await writeDeskPayment(transaction, ctx, {
      ...form,
      amountPoisha: -form.amountPoisha,
      bookingId: rooms[0]!.id,
      customer: form.method === 'customer' ? { id: billedAmount!.customerId } : null,
    })
    await recordChange(transaction, ctx, 'payment refunded', `booking ${form.code}`, {
      after: { ...toLogEntry(form), reason: form.reason },
    })
  })

/** Returns the amount that can be refunded with a method, and for `customer` the billed amount of one customer. */
export async function readRefundable(
  db: Transaction,
  { code, method }: Pick<PaymentForm, 'code' | 'method'>,
  rooms: readonly BookedRow[],
) {
  const { billedAmounts, receivedPoisha } = await readReceipts(db, code, rooms)
  // If the customer of the stay has changed, several customers can have been billed. They are refunded one after the
  // other.
  const [billedAmount] = billedAmounts
  return { billedAmount, refundablePoisha: method === 'customer' ? (billedAmount?.poisha ?? 0) : receivedPoisha }
}

/**
 * Voids a mistaken payment once by an opposite payment, at most the amount that can be refunded. Online payments cannot
 * be voided. Staff without the permission to refund can void only their own payments, within minutes, and not after the
 * cash was counted.
 */
export const voidPayment = (
  db: Database,
  ctx: RequestContext,
  form: { code: string; id: number; reason: string },
): Promise<void> =>
  withLockedBill(db, ctx, form, async (transaction, rooms) => {
    const originalPayment = await transaction
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', form.id)
      .executeTakeFirst()
    if (!originalPayment || !rooms.some(({ id }) => id === originalPayment.booking_id)) throw notFound()
    if (originalPayment.reverses_id !== null) throw conflict('bill.already_voided')
    if (originalPayment.method === 'online') throw conflict('bill.online_not_voidable')
    const { billedAmounts, receivedPoisha } = await readReceipts(transaction, form.code, rooms)
    const voidablePoisha =
      originalPayment.customer_id === null
        ? receivedPoisha
        : (billedAmounts.find(({ customerId }) => customerId === originalPayment.customer_id)?.poisha ?? 0)
    if (originalPayment.amount_poisha > voidablePoisha)
      throw conflict('bill.refund_too_large', { paid: poishaToBdt(voidablePoisha) })
    await writeDeskPayment(transaction, ctx, {
      code: form.code,
      bookingId: originalPayment.booking_id,
      amountPoisha: -originalPayment.amount_poisha,
      method: originalPayment.method,
      reference: originalPayment.reference,
      reason: form.reason,
      reverses: originalPayment.id,
      customer: originalPayment.customer_id === null ? null : { id: originalPayment.customer_id },
      dueDay: originalPayment.due_day,
    })
    // The write above has locked the till, so no handover can happen before this check.
    if (!canVoidPayment(ctx, originalPayment, await readLastHandoverNumber(transaction)))
      throw new UserError(403, { key: 'bill.void_not_allowed' })
    await recordChange(transaction, ctx, 'payment voided', `booking ${form.code}`, {
      before: toLogEntry({
        amountPoisha: originalPayment.amount_poisha,
        method: originalPayment.method,
        reference: originalPayment.reference,
      }),
      after: { reason: form.reason },
    })
  })

/** Within this time a staff member may void their own payment as a mistake. Later it could be a refund. */
const OWN_VOID_MS = 10 * MINUTE_MS

/** Returns whether the caller may void a payment. `lastHandover` is the till number of the last handover. */
export const canVoidPayment = (
  { account, now }: Pick<RequestContext, 'account' | 'now'>,
  { account_id, at, amount_poisha, till_no }: Pick<PaymentLine, 'account_id' | 'at' | 'amount_poisha' | 'till_no'>,
  lastHandover: number,
): boolean =>
  hasPermission(account, 'give money back') ||
  (account_id === account?.id && amount_poisha > 0 && now - at <= OWN_VOID_MS && (till_no ?? 0) > lastHandover)

/** Requires a reference for card, bank and mobile payments, because nothing else identifies them later. */
function requireReference({ method, reference }: PaymentForm): void {
  if (reference === '' && method !== 'cash' && method !== 'customer')
    throw invalid({ reference: 'bill.needs_reference' })
}

async function requireCustomer(db: Transaction, code: string): Promise<{ id: number; paymentDays: number }> {
  const customer = await findStayCustomer(db, code)
  if (!customer) throw invalid({ method: 'bill.no_customer' })
  return { id: customer.id, paymentDays: customer.payment_days }
}

/** Returns the amounts of a stay that are billed to customers, and the rest of the paid amount, which was received. */
async function readReceipts(
  db: Transaction,
  code: string,
  rooms: readonly BookedRow[],
): Promise<{ billedAmounts: { customerId: number; poisha: number }[]; receivedPoisha: number }> {
  const rows = await db
    .selectFrom('payment')
    .select(({ fn }) => ['customer_id', fn.sum<number | string>('amount_poisha').as('sum')])
    .where(
      'booking_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .where('customer_id', 'is not', null)
    .groupBy('customer_id')
    .orderBy('customer_id')
    .execute()
  const billedAmounts = rows
    .map(({ customer_id, sum }) => ({ customerId: customer_id!, poisha: Number(sum) }))
    .filter(({ poisha }) => poisha > 0)
  const { paidPoisha } = await loadBalance(db, code)
  return { billedAmounts, receivedPoisha: billedAmounts.reduce((rest, { poisha }) => rest - poisha, paidPoisha) }
}

interface DeskPayment extends PaymentForm {
  bookingId: number
  /** The customer to whom the amount is billed. A refund has no payment days, and so no due day. */
  customer: { id: number; paymentDays?: number } | null
  /** The due day of the payment that this one reverses. */
  dueDay?: number | null
  reason?: string
  reverses?: number
}

async function writeDeskPayment(db: Transaction, ctx: RequestContext, payment: DeskPayment): Promise<number> {
  const { code, bookingId, amountPoisha, method, reference, reason = '', reverses = null, customer } = payment
  const postingTime = await loadPostingTimeOfRequest(db, ctx)
  const { paymentDays } = customer ?? {}
  const { till_no } = await moveCash(db, method === 'cash' ? amountPoisha : 0)
  const id = await postPayment(db, postingTime, code, {
    booking_id: bookingId,
    amount_poisha: amountPoisha,
    method,
    reference,
    account_id: ctx.account!.id,
    reverses_id: reverses,
    reason,
    till_no,
    customer_id: customer?.id ?? null,
    due_day: payment.dueDay ?? (paymentDays === undefined ? null : postingTime.day + paymentDays),
  })
  // No money is received yet. The customer pays later, for several stays at once.
  if (method === 'customer') return id
  const [{ now }, company] = [ctx, await loadCompany(db, ctx)]
  const eventData = { booking_id: code, amountPoisha: Math.abs(amountPoisha), method, reference }
  // A reversal has the opposite sign of the payment that it reverses.
  const originalEvent = amountPoisha > 0 === (reverses === null) ? 'payment.received' : 'payment.refunded'
  if (reverses === null) await publishPaymentEvent(db, { now, company }, originalEvent, eventData)
  else await publishPaymentEvent(db, { now, company }, 'payment.voided', { ...eventData, was: originalEvent })
  return id
}

const toLogEntry = ({ amountPoisha, method, reference }: Omit<PaymentForm, 'code'>) => ({
  amount: poishaToBdt(amountPoisha),
  method,
  ...(reference && { reference }),
})
