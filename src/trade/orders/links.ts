import { createLinkToken, findBuyerLink } from '#people/accounts/signed-link.ts'
import { subtractMonths } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { requireRevisionId } from '../quotations/links.ts'
import { quotationRetention } from '../quotations/retention.ts'

/*
 * An order is opened with the token in an email about it, or with a token of its quotation.
 */

/** Creates a token for an email. It is valid as long as the order is stored. */
export const createOrderToken = (db: Database, now: number, orderId: number): Promise<string> =>
  createLinkToken(db, now, {
    purpose: 'view-order',
    accountId: null,
    payload: String(orderId),
    expiresAt: subtractMonths(now, -12 * quotationRetention.years),
  })

/** Returns the ID of the order that a token opens. Throws "not found" if the token is not valid. */
export async function requireOrderId(db: Database, now: number, token: string): Promise<number> {
  const link = await findBuyerLink(db, now, 'view-order', token)
  const ordersQuery = db.selectFrom('sales_order').select(['quotation_id', 'created_at'])
  const order = link
    ? await ordersQuery.where('quotation_id', '=', Number(link.payload)).executeTakeFirst()
    : await ordersQuery.where('revision_id', '=', await requireRevisionId(db, now, token)).executeTakeFirst()
  // SQLite may assign the number of a deleted quotation to a newer one.
  if (!order || (link && order.created_at > link.created_at)) throw notFound()
  return order.quotation_id
}
