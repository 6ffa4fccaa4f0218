import { getStatusTraits, getStatus } from '../../bookings/status.ts'
import { getRoomName } from '../../bookings/stay-views.ts'
import { getRemainingAmount } from '../../bookings/balance.ts'
import { formatRoomWithPackage } from '../../bookings/preferences/preference-views.ts'
import { loadCompany, acceptsOnlinePayments } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { localized } from '#platform/database/localized.ts'
import { isoDay, isoInstant } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { findStayCustomer, toStayCustomerView } from '../../customers/stay-customer.ts'
import { loadBill, type BilledCharge } from '../bill.ts'
import { addCharge, voidCharge } from '../charges.ts'
import { canVoidPayment, recordRefund, recordPayment, voidPayment } from '../payments.ts'
import { readLastHandoverNumber } from '../till.ts'
import type { billContract, BillDetails } from './contract.ts'

export const billHandlers = {
  getBill: (db, ctx, { code }) => readBillView(db, ctx, code),

  async getBillPdf(db, ctx, { code, language }) {
    const bill = await loadBill(db, code)
    // The fonts and the Bengali text shaper take 60 MB, so they are loaded only when a PDF is requested.
    const { renderBillPdf } = await import('../bill-pdf.ts')
    return renderBillPdf(db, ctx, bill, language)
  },

  async addCharge(db, ctx, { booking, extra, each, ...form }) {
    await addCharge(db, ctx, { ...form, bookingId: booking, extraId: extra, eachPoisha: bdtToPoisha(each) })
    return readBillView(db, ctx, form.code)
  },
  async takePayment(db, ctx, { amount, ...form }) {
    await recordPayment(db, ctx, { ...form, amountPoisha: bdtToPoisha(amount) })
    return readBillView(db, ctx, form.code)
  },
  async recordRefund(db, ctx, { amount, ...form }) {
    await recordRefund(db, ctx, { ...form, amountPoisha: bdtToPoisha(amount) })
    return readBillView(db, ctx, form.code)
  },
  async voidCharge(db, ctx, form) {
    await voidCharge(db, ctx, form)
    return readBillView(db, ctx, form.code)
  },
  async voidPayment(db, ctx, form) {
    await voidPayment(db, ctx, form)
    return readBillView(db, ctx, form.code)
  },
} satisfies Handlers<typeof billContract>

async function readBillView(db: Database, ctx: RequestContext, code: string): Promise<BillDetails> {
  const { language, now } = ctx
  const bill = await loadBill(db, code)
  const { stay, rooms } = bill
  const hasSeveralRooms = stay.stay_code !== null
  const lastHandover = await readLastHandoverNumber(db)
  const formatRoomName = ({ bookingId }: BilledCharge): string | null => {
    const room = rooms.find(({ booking }) => booking.id === bookingId)
    return hasSeveralRooms && room ? getRoomName(room.booking, language) : null
  }
  const toReversalView = (reversal: BilledCharge['reversal']) =>
    reversal && { at: isoInstant(reversal.at), by: reversal.authorName ?? '', reason: reversal.reason }
  return {
    code,
    name: stay.name,
    language: stay.language as Language,
    rooms: rooms.map(({ booking, nights, totalPoisha }) => ({
      booking: booking.id,
      name: formatRoomWithPackage(booking, language),
      status: getStatus(booking, now),
      checkin: isoDay(booking.check_in),
      checkout: isoDay(booking.check_out),
      nights: nights.map(({ night, pricePoisha }) => ({ night: isoDay(night), price: poishaToBdt(pricePoisha) })),
      total: poishaToBdt(totalPoisha),
    })),
    charges: bill.charges.map((charge) => ({
      id: charge.id,
      day: isoDay(charge.day),
      room: formatRoomName(charge),
      name: charge.name[language],
      quantity: charge.quantity,
      total: poishaToBdt(charge.totalPoisha),
      by: charge.authorName ?? '',
      reversal: toReversalView(charge.reversal),
    })),
    payments: bill.payments.map((payment) => ({
      id: payment.id,
      at: isoInstant(payment.at),
      amount: poishaToBdt(payment.amountPoisha),
      method: payment.method,
      reference: payment.reference,
      reason: payment.reason,
      by: payment.authorName ?? '',
      reversal: toReversalView(payment.reversal),
      can_void:
        payment.reversal === null && payment.method !== 'online' && canVoidPayment(ctx, payment.recorded, lastHandover),
    })),
    costs: poishaToBdt(bill.costsPoisha),
    vat: poishaToBdt(bill.vatPoisha),
    service: poishaToBdt(bill.servicePoisha),
    paid: poishaToBdt(bill.paidPoisha),
    owed: poishaToBdt(getRemainingAmount(bill)),
    takes_money: !getStatusTraits(stay.status).awaitsAnswer,
    paid_online: poishaToBdt(
      bill.payments
        .filter(({ method, reversal }) => method === 'online' && reversal === null)
        .reduce((sum, { amountPoisha }) => sum + amountPoisha, 0),
    ),
    takes_online: stay.email !== '' && acceptsOnlinePayments(await loadCompany(db, ctx), ctx.context),
    extras: await listExtrasOnSale(db, language),
    customer: toStayCustomerView(await findStayCustomer(db, code)),
  }
}

/** The extras on sale, in their order. */
async function listExtrasOnSale(db: Database, language: Language): Promise<BillDetails['extras']> {
  const rows = await db
    .selectFrom('extra')
    .select(['id', 'price_poisha', localized(language, 'name').as('name')])
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, price_poisha }) => ({ id, name, price: poishaToBdt(price_poisha) }))
}
