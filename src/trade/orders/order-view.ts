import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { toContentView } from '../quotations/quotation-views.ts'
import { formatNumber } from '../quotations/store.ts'
import type { PublicOrder } from './contract.ts'
import { isPartial, getOrderedContent } from './quantities.ts'
import { formatOrderNumber, listDocuments, listShipments, type Order } from './store.ts'

/** Converts an order for its page, its PDF and the office. */
export async function readOrderView(db: Database, ctx: RequestContext, order: Order): Promise<PublicOrder> {
  const { timeZone } = await loadCompany(db, ctx)
  const { quotation, revision, quantities, quotation_id: id } = order
  const toDay = (at: number) => isoDay(dayIn(timeZone, at))
  const toDayOrNull = (day: number | null) => (day === null ? null : isoDay(day))
  return {
    number: formatOrderNumber(quotation),
    quotation: formatNumber(quotation, revision.revision)!,
    state: order.state,
    state_on: toDay(order.state_at),
    ordered_on: toDay(order.created_at),
    ship_by: toDayOrNull(order.ship_by),
    po_number: order.po_number,
    accepted_by: revision.accepted_by || null,
    is_partial: isPartial(revision.content.lines, quantities),
    ordered: toContentView(getOrderedContent(revision.content, quantities)),
    shipments: (await listShipments(db, [id])).map(({ due_day, sent_day, decided_at, order_id: _, ...shipment }) => ({
      ...shipment,
      due_on: toDayOrNull(due_day),
      sent_on: toDayOrNull(sent_day),
      decided_on: decided_at === null ? null : toDay(decided_at),
    })),
    documents: (await listDocuments(db, id)).map(({ id: number, ...document }) => ({ ...document, number })),
  }
}
