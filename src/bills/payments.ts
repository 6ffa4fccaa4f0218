import { today } from '../availability/stay.ts'
import { owedOf, stillOwed } from '../bookings/owed.ts'
import { companyOf } from '../content/company.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database, Transaction } from '../platform/database/database.ts'
import { conflict, invalid, notFound } from '../platform/errors.ts'
import { bdtOf } from '../platform/money.ts'
import { recordChange } from '../platform/work/audit.ts'
import type { PaymentMethod } from '../tables/bills.ts'
import { mustBePromised, onBill } from './on-bill.ts'
import { moveCash } from './till.ts'

interface PaymentForm {
  code: string
  amountPoisha: number
  method: Exclude<PaymentMethod, 'online'>
  /** Of the card slip, the transfer, the phone. */
  reference: string
}

/** Money that was received for a stay, and never more than is owed. The same key again is the same money. */
export const takePayment = (db: Database, asker: Asker, form: PaymentForm): Promise<void> =>
  onBill(db, asker, form, async (transaction, rooms) => {
    mustBePromised(rooms, asker.now)
    const owed = stillOwed((await owedOf(transaction, [form.code])).get(form.code))
    if (form.amountPoisha > owed)
      throw invalid({ amount: { key: 'bill.too_much', values: { owed: bdtOf(Math.max(0, owed)) } } })
    mustHaveReference(form)
    await writePayment(transaction, asker, { ...form, bookingId: rooms[0]!.id })
    await recordChange(transaction, asker, 'payment taken', `booking ${form.code}`, { after: told(form) })
  })

/** Money that is given back, and never more than was received. */
export const payBack = (db: Database, asker: Asker, form: PaymentForm & { reason: string }): Promise<void> =>
  onBill(db, asker, form, async (transaction, rooms) => {
    const { paidPoisha } = (await owedOf(transaction, [form.code])).get(form.code)!
    if (form.amountPoisha > paidPoisha)
      throw invalid({ amount: { key: 'bill.too_much_back', values: { paid: bdtOf(paidPoisha) } } })
    mustHaveReference(form)
    await writePayment(transaction, asker, { ...form, amountPoisha: -form.amountPoisha, bookingId: rooms[0]!.id })
    await recordChange(transaction, asker, 'money given back', `booking ${form.code}`, {
      after: { ...told(form), reason: form.reason },
    })
  })

/** Takes a payment back that was written down by mistake, by an opposite one, once. */
export const voidPayment = (
  db: Database,
  asker: Asker,
  form: { code: string; id: number; reason: string },
): Promise<void> =>
  onBill(db, asker, form, async (transaction, rooms) => {
    const was = await transaction.selectFrom('payment').selectAll().where('id', '=', form.id).executeTakeFirst()
    if (!was || !rooms.some(({ id }) => id === was.booking_id)) throw notFound()
    if (was.reverses_id !== null) throw conflict('bill.voided')
    if (was.method === 'online') throw conflict('bill.online')
    const { paidPoisha } = (await owedOf(transaction, [form.code])).get(form.code)!
    if (was.amount_poisha > paidPoisha) throw conflict('bill.too_much_back', { paid: bdtOf(paidPoisha) })
    await writePayment(transaction, asker, {
      bookingId: was.booking_id,
      amountPoisha: -was.amount_poisha,
      method: was.method,
      reference: was.reference,
      reason: form.reason,
      reverses: was.id,
    })
    await recordChange(transaction, asker, 'payment taken back', `booking ${form.code}`, {
      before: told({ amountPoisha: was.amount_poisha, method: was.method, reference: was.reference }),
      after: { reason: form.reason },
    })
  })

/** What left no paper of its own can be found again by nothing else. */
function mustHaveReference({ method, reference }: PaymentForm): void {
  if (reference === '' && method !== 'cash') throw invalid({ reference: 'bill.needs_reference' })
}

interface PaymentWritten extends Omit<PaymentForm, 'code'> {
  bookingId: number
  reason?: string
  reverses?: number
}

async function writePayment(db: Transaction, asker: Asker, payment: PaymentWritten): Promise<void> {
  const { bookingId, amountPoisha, method, reference, reason = '', reverses = null } = payment
  const { till_no } = await moveCash(db, method === 'cash' ? amountPoisha : 0)
  await db
    .insertInto('payment')
    .values({
      booking_id: bookingId,
      day: today(await companyOf(db, asker), asker.now),
      amount_poisha: amountPoisha,
      method,
      reference,
      at: asker.now,
      account_id: asker.account!.id,
      reverses_id: reverses,
      reason,
      till_no,
    })
    .execute()
}

const told = ({ amountPoisha, method, reference }: Omit<PaymentForm, 'code'>) => ({
  amount: bdtOf(amountPoisha),
  method,
  ...(reference && { reference }),
})
