import { loadCompany } from '#content/company.ts'
import { findCustomerOfBuyer } from '#people/customers/of-buyer.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import type { Language } from '#routes/public.ts'
import type { OrderState } from '#schema/quotations.ts'
import { findEnquiryCode } from '../../quotations/store.ts'
import { addDocuments, removeDocument, removeShipment, saveOrder, saveShipment } from '../changing.ts'
import { streamDocument } from '../http.ts'
import { listOrders, type OrderRow } from '../listing.ts'
import { readOrderView } from '../order-view.ts'
import { formatOrderNumber, getOrder } from '../store.ts'
import type { OrderListRow, OrderRecord, ordersOfficeContract } from './contract.ts'

export const ordersOfficeHandlers = {
  async getOrders(db, ctx, { after, ...orderQuery }) {
    const { rows, more: nextCursor } = await listOrders(db, orderQuery, {
      limit: PAGE_SIZE,
      before: after ? Number(after) : undefined,
    })
    const { timeZone } = await loadCompany(db, ctx)
    return { data: rows.map((row) => toOrderRowView(row, { timeZone, now: ctx.now })), more: nextCursor }
  },
  getOrderRecord: (db, ctx, { id }) => readRecordView(db, ctx, id),
  async saveOrder(db, ctx, { ship_by, ...form }) {
    await saveOrder(db, ctx, { ...form, ship_by: parseDayOrNull(ship_by) })
    return readRecordView(db, ctx, form.id)
  },
  async saveOrderShipment(db, ctx, { due_on, sent_on, ...form }) {
    await saveShipment(db, ctx, { ...form, due_day: parseDayOrNull(due_on), sent_day: parseDayOrNull(sent_on) })
    return readRecordView(db, ctx, form.order)
  },
  async removeOrderShipment(db, ctx, form) {
    await removeShipment(db, ctx, form)
    return readRecordView(db, ctx, form.order)
  },
  async addOrderDocuments(db, ctx, form) {
    await addDocuments(db, ctx, form)
    return readRecordView(db, ctx, form.id)
  },
  async removeOrderDocument(db, ctx, form) {
    await removeDocument(db, ctx, form)
    return readRecordView(db, ctx, form.id)
  },
  getOrderFile: (db, _, { id, file }) => streamDocument(db, id, file),
  async getOrderConfirmation(db, ctx, { id, language }) {
    const order = await getOrder(db, id)
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { renderOrderPdf } = await import('../../quotations/quotation-pdf.ts')
    return renderOrderPdf(db, ctx, order, language)
  },
} satisfies Handlers<typeof ordersOfficeContract>

const PAGE_SIZE = 50

const parseDayOrNull = (day: string | null): number | null => (day === null ? null : parseDay(day)!)

/** Returns whether the promised day has passed and the order was neither shipped nor cancelled. */
const isLate = ({ state, ship_by }: { state: OrderState; ship_by: number | null }, today: number): boolean =>
  ship_by !== null && ship_by < today && ['confirmed', 'in_production', 'ready'].includes(state)

export function toOrderRowView(row: OrderRow, { timeZone, now }: { timeZone: string; now: number }): OrderListRow {
  const { year, no, created_at, ship_by, ...fields } = row
  return {
    ...fields,
    number: formatOrderNumber({ year, no }),
    ordered_on: isoDay(dayIn(timeZone, created_at)),
    ship_by: ship_by === null ? null : isoDay(ship_by),
    is_late: isLate(row, dayIn(timeZone, now)),
  }
}

async function readRecordView(db: Database, ctx: RequestContext, id: number): Promise<OrderRecord> {
  const order = await getOrder(db, id)
  const { quotation, revision } = order
  const today = dayIn((await loadCompany(db, ctx)).timeZone, ctx.now)
  return {
    ...(await readOrderView(db, ctx, order)),
    id,
    version: order.version,
    email: revision.email,
    language: revision.language as Language,
    is_late: isLate(order, today),
    today: isoDay(today),
    enquiry: await findEnquiryCode(db, quotation),
    customer: await findCustomerOfBuyer(db, ctx, revision.email),
  }
}
