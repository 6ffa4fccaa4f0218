import type { Selectable } from 'kysely'
import { owedFor, stillOwed } from '../bookings/owed.ts'
import { companyOf } from '#content/company.ts'
import { writePayment } from '#ledger/documents.ts'
import { momentOf } from '#ledger/posting.ts'
import { tellPayment } from '#ledger/events.ts'
import { may } from '#schema/permissions.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalid, notFound, UserError } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { recordChange } from '#platform/work/audit.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import type { Tables } from '#schema/tables.ts'
import { mustBePromised, onBill } from './on-bill.ts'
import { lastCounted, moveCash } from './till.ts'

type PaymentLine = Selectable<Tables['payment']>

interface PaymentForm {
  code: string
  amountPoisha: number
  method: Exclude<PaymentMethod, 'online'>
  /** The number of the card slip, the bank transfer or the mobile payment. */
  reference: string
}

/** Records a payment, at most the balance. A repeated idempotency key records nothing. */
export const takePayment = (db: Database, ctx: RequestContext, form: PaymentForm): Promise<void> =>
  onBill(db, ctx, form, async (transaction, rooms) => {
    mustBePromised(rooms, ctx.now)
    const owed = stillOwed(await owedFor(transaction, form.code))
    if (form.amountPoisha > owed)
      throw invalid({ amount: { key: 'bill.too_much', values: { owed: bdtOf(Math.max(0, owed)) } } })
    mustHaveReference(form)
    await writeAtDesk(transaction, ctx, { ...form, bookingId: rooms[0]!.id })
    await recordChange(transaction, ctx, 'payment taken', `booking ${form.code}`, { after: told(form) })
  })

/** Records a refund, at most the amount received. */
export const payBack = (db: Database, ctx: RequestContext, form: PaymentForm & { reason: string }): Promise<void> =>
  onBill(db, ctx, form, async (transaction, rooms) => {
    const { paidPoisha } = await owedFor(transaction, form.code)
    if (form.amountPoisha > paidPoisha)
      throw invalid({ amount: { key: 'bill.too_much_back', values: { paid: bdtOf(paidPoisha) } } })
    mustHaveReference(form)
    await writeAtDesk(transaction, ctx, { ...form, amountPoisha: -form.amountPoisha, bookingId: rooms[0]!.id })
    await recordChange(transaction, ctx, 'money given back', `booking ${form.code}`, {
      after: { ...told(form), reason: form.reason },
    })
  })

/**
 * Voids a mistaken payment once by an opposite payment. Staff without the permission to refund can void only their own
 * payments, within minutes, and not after the cash was counted.
 */
export const voidPayment = (
  db: Database,
  ctx: RequestContext,
  form: { code: string; id: number; reason: string },
): Promise<void> =>
  onBill(db, ctx, form, async (transaction, rooms) => {
    const was = await transaction.selectFrom('payment').selectAll().where('id', '=', form.id).executeTakeFirst()
    if (!was || !rooms.some(({ id }) => id === was.booking_id)) throw notFound()
    if (was.reverses_id !== null) throw conflict('bill.voided')
    if (was.method === 'online') throw conflict('bill.online')
    const { paidPoisha } = await owedFor(transaction, form.code)
    if (was.amount_poisha > paidPoisha) throw conflict('bill.too_much_back', { paid: bdtOf(paidPoisha) })
    await writeAtDesk(transaction, ctx, {
      code: form.code,
      bookingId: was.booking_id,
      amountPoisha: -was.amount_poisha,
      method: was.method,
      reference: was.reference,
      reason: form.reason,
      reverses: was.id,
    })
    // The write above has locked the till, so no handover can happen before this check.
    if (!mayTakeBack(ctx, was, await lastCounted(transaction))) throw new UserError(403, { key: 'bill.slip_over' })
    await recordChange(transaction, ctx, 'payment taken back', `booking ${form.code}`, {
      before: told({ amountPoisha: was.amount_poisha, method: was.method, reference: was.reference }),
      after: { reason: form.reason },
    })
  })

/** Within this time a staff member may void their own payment as a mistake. Later it could be a refund. */
const OWN_SLIP_MS = 10 * 60_000

/** Whether the caller may void a payment. `counted` is the till number of the last handover. */
export const mayTakeBack = (
  { account, now }: Pick<RequestContext, 'account' | 'now'>,
  { account_id, at, amount_poisha, till_no }: Pick<PaymentLine, 'account_id' | 'at' | 'amount_poisha' | 'till_no'>,
  counted: number,
): boolean =>
  may(account, 'give money back') ||
  (account_id === account?.id && amount_poisha > 0 && now - at <= OWN_SLIP_MS && (till_no ?? 0) > counted)

/** Payments other than cash need a reference, because nothing else identifies them later. */
function mustHaveReference({ method, reference }: PaymentForm): void {
  if (reference === '' && method !== 'cash') throw invalid({ reference: 'bill.needs_reference' })
}

interface PaymentWritten extends PaymentForm {
  bookingId: number
  reason?: string
  reverses?: number
}

async function writeAtDesk(db: Transaction, ctx: RequestContext, payment: PaymentWritten): Promise<void> {
  const { code, bookingId, amountPoisha, method, reference, reason = '', reverses = null } = payment
  const moment = await momentOf(db, ctx)
  const { till_no } = await moveCash(db, method === 'cash' ? amountPoisha : 0)
  await writePayment(db, moment, code, {
    booking_id: bookingId,
    amount_poisha: amountPoisha,
    method,
    reference,
    account_id: ctx.account!.id,
    reverses_id: reverses,
    reason,
    till_no,
  })
  const [{ now }, company] = [ctx, await companyOf(db, ctx)]
  const paid = { booking_id: code, amountPoisha: Math.abs(amountPoisha), method, reference }
  // A reversal has the event of the opposite amount.
  const was = amountPoisha > 0 === (reverses === null) ? 'payment.received' : 'payment.refunded'
  if (reverses === null) await tellPayment(db, { now, company }, was, paid)
  else await tellPayment(db, { now, company }, 'payment.voided', { ...paid, was })
}

const told = ({ amountPoisha, method, reference }: Omit<PaymentForm, 'code'>) => ({
  amount: bdtOf(amountPoisha),
  method,
  ...(reference && { reference }),
})
