import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { getQuotation, getRevision, type Quotation, type Revision } from '../quotations/store.ts'
import { computeTotal } from '../quotations/sums.ts'
import { isPartial, getOrderedContent, type Quantities } from './quantities.ts'

type Row = Selectable<Tables['sales_order']>
export type Shipment = Selectable<Tables['order_shipment']>

/** An order with the quotation that was accepted. */
export interface Order extends Omit<Row, 'quantities'> {
  quantities: Quantities
  quotation: Quotation
  revision: Revision
}

/** Loads an order. Its ID is the ID of its quotation. */
export async function getOrder(db: Database, id: number): Promise<Order> {
  const row = await db.selectFrom('sales_order').selectAll().where('quotation_id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...row,
    quantities: row.quantities === null ? null : (JSON.parse(row.quantities) as number[]),
    quotation: await getQuotation(db, id),
    revision: await getRevision(db, row.revision_id),
  }
}

export const listShipments = async (db: Database, orderIds: readonly number[]): Promise<Shipment[]> =>
  orderIds.length === 0
    ? []
    : db.selectFrom('order_shipment').selectAll().where('order_id', 'in', orderIds).orderBy('id').execute()

export const listDocuments = (db: Database, orderId: number) =>
  db
    .selectFrom('attachment')
    .select(['id', 'name', 'type', 'bytes'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

/** Formats a number: O-2026-0001 for the quotation Q-2026-0001. */
export const formatOrderNumber = ({ year, no }: Pick<Quotation, 'year' | 'no'>): string =>
  `O-${year}-${String(no).padStart(4, '0')}`

/** Returns the total of the order of a revision, or null if it was not accepted. */
export async function findOrderTotal(db: Database, { id }: Pick<Revision, 'id'>): Promise<number | null> {
  const row = await db.selectFrom('sales_order').select('total_minor').where('revision_id', '=', id).executeTakeFirst()
  return row?.total_minor ?? null
}

/** Creates the order of a revision that was just accepted. Returns its total. */
export async function createOrder(
  db: Transaction,
  now: number,
  { id, quotation_id, content }: Revision,
  quantities: Quantities,
): Promise<{ total_minor: number }> {
  const total_minor = computeTotal(getOrderedContent(content, quantities))
  await db
    .insertInto('sales_order')
    .values({
      quotation_id,
      revision_id: id,
      state_at: now,
      quantities: isPartial(content.lines, quantities) ? JSON.stringify(quantities) : null,
      total_minor,
      ship_by: null,
      created_at: now,
    })
    .execute()
  return { total_minor }
}
