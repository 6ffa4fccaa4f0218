import { acceptsOnlinePayments, type Company } from '#content/company.ts'
import type { Email } from '#mail/email.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey } from '#locales/translator.ts'
import { loadBalance, calculatePayableAmount, getGuestRefund, getRemainingAmount, type Balance } from '../balance.ts'
import { formatPaymentDue } from '../stay-views.ts'
import { getBookingReference, type BookedRow } from '../store.ts'
import type { StayWithRooms } from '../stay-with-rooms.ts'

/** The amounts of a stay as its emails state them, in poisha. */
export interface StayAmounts {
  /** Received, minus refunds. Does not include amounts billed to a customer. */
  paidPoisha: number
  /** Refunded so far, including refunds on their way. */
  refundedPoisha: number
  /** All costs except the nights: extras, and fees for cancelled rooms. */
  extrasPoisha: number
  /** The amount that the guest can pay now. */
  duePoisha: number
  /** The overpaid amount, including the part that is billed to a customer. */
  overpaidPoisha: number
  /** The part of the overpaid amount that the guest gets back. */
  refundPoisha: number
  /** The amount billed to a customer, without the part that is overpaid. */
  billedPoisha: number
}

export const readAmounts = async (db: Database, stay: StayWithRooms, now: number): Promise<StayAmounts> =>
  getAmounts(await loadBalance(db, getBookingReference(stay)), stay, now)

export function getAmounts(balance: Balance, stay: StayWithRooms, now: number): StayAmounts {
  const overpaidPoisha = Math.max(0, -getRemainingAmount(balance))
  const refundPoisha = getGuestRefund(balance, overpaidPoisha)
  return {
    paidPoisha: balance.paidPoisha - balance.billedPoisha,
    refundedPoisha: balance.refundedPoisha - balance.billedRefundPoisha,
    extrasPoisha: balance.costsPoisha - balance.nightsPoisha,
    duePoisha: calculatePayableAmount(balance, stay.rooms, now),
    overpaidPoisha,
    refundPoisha,
    billedPoisha: balance.billedPoisha - (overpaidPoisha - refundPoisha),
  }
}

/** Returns whether an email asks the guest to pay online. */
export const createPaymentOption = (
  { duePoisha }: StayAmounts,
  company: Company,
  { context }: Pick<RequestContext, 'context'>,
) => ({
  requestsPayment: duePoisha > 0 && acceptsOnlinePayments(company, context),
})

export type Fact = NonNullable<Email['facts']>[number]

export const toAmountFact = (label: MessageKey, poisha: number, language: Language): Fact => {
  const { t, money } = translatorFor(language)
  return [t(label), money(poishaToBdt(poisha))]
}

/** Returns the amount due and its deadline, or no line if nothing is due. */
export function listDueFacts({ duePoisha }: StayAmounts, stay: BookedRow, { language, now }: ReadingContext): Fact[] {
  if (duePoisha === 0) return []
  const [label, amount] = toAmountFact('summary.due', duePoisha, language)
  return [[label, [amount, formatPaymentDue(stay, { language, now })].filter(Boolean).join('\n')]]
}

interface ReadingContext {
  language: Language
  now: number
}

/** The extras, the payments, the amount due and the refund of a stay. Leaves out amounts of zero. */
export function listBalanceFacts(
  amounts: StayAmounts,
  stay: BookedRow,
  ctx: ReadingContext,
  refundLabel: 'mail.refund' | 'mail.bill_credit' = 'mail.refund',
): Fact[] {
  const { paidPoisha, billedPoisha, extrasPoisha, refundPoisha } = amounts
  const listNonzeroFact = (label: MessageKey, poisha: number) =>
    poisha === 0 ? [] : [toAmountFact(label, poisha, ctx.language)]
  return [
    ...listNonzeroFact('mail.extras', extrasPoisha),
    ...listNonzeroFact('mail.paid_so_far', paidPoisha),
    ...listNonzeroFact('mail.billed', billedPoisha),
    ...listDueFacts(amounts, stay, ctx),
    ...listNonzeroFact(refundLabel, refundPoisha),
  ]
}
