import type { Selectable } from 'kysely'
import { loadCustomer, readAgreedRates } from '#people/customers/customers.ts'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { invalid, notFound } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { lockStay } from '../bookings/store.ts'
import type { CustomerOfStay } from './contract.ts'

export type StayCustomer = Pick<Selectable<Tables['customer']>, 'id' | 'name' | 'payment_days'>

/** Returns the customer for whom the guest of a stay travels, or null. */
export const findStayCustomer = async (db: Database, code: string) =>
  (await db
    .selectFrom('stay_customer')
    .innerJoin('customer', 'customer.id', 'customer_id')
    .select(['customer.id', 'name', 'bin', 'address', 'payment_days'])
    .where('stay_code', '=', code)
    .executeTakeFirst()) ?? null

/** Returns the agreed prices per night for a stay, by room type. Empty without a customer. */
export async function readStayRates(db: Database, code: string): Promise<Map<number, number>> {
  const customer = await findStayCustomer(db, code)
  return customer ? readAgreedRates(db, customer.id) : new Map()
}

/** Returns the customers of stays, by reference. */
export async function readStayCustomers(db: Database, codes: readonly string[]) {
  if (codes.length === 0) return new Map<string, StayCustomer>()
  const rows = await db
    .selectFrom('stay_customer')
    .innerJoin('customer', 'customer.id', 'customer_id')
    .select(['stay_code', 'customer.id', 'name', 'payment_days'])
    .where('stay_code', 'in', codes)
    .execute()
  return new Map(rows.map(({ stay_code, ...customer }) => [stay_code, customer]))
}

export const toStayCustomerView = (customer: StayCustomer | null): CustomerOfStay =>
  customer && { id: customer.id, name: customer.name, pays_later: customer.payment_days > 0 }

/** Sets or removes the customer of a stay. Its prices and its payments stay the same. */
export const setStayCustomer = (
  db: Database,
  ctx: RequestContext,
  { code, customerId }: { code: string; customerId: number | null },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if ((await lockStay(transaction, code)).length === 0) throw notFound()
    const oldCustomer = await findStayCustomer(transaction, code)
    if ((oldCustomer?.id ?? null) === customerId) return
    const newCustomer = customerId === null ? null : await requireActiveCustomer(transaction, customerId)
    await transaction.deleteFrom('stay_customer').where('stay_code', '=', code).execute()
    if (newCustomer) await insertStayCustomer(transaction, code, newCustomer.id)
    await recordChange(transaction, ctx, 'customer of stay changed', `booking ${code}`, {
      before: { customer: oldCustomer?.name ?? '' },
      after: { customer: newCustomer?.name ?? '' },
    })
  })

/** Returns the customer for a new stay. Rejects an inactive one. */
export async function requireActiveCustomer(db: Database, id: number) {
  const customer = await loadCustomer(db, id)
  if (customer.active === 0) throw invalid({ customer: 'customer.is_inactive' })
  return customer
}

export const insertStayCustomer = (db: Transaction, stay_code: string, customer_id: number): Promise<unknown> =>
  db.insertInto('stay_customer').values({ stay_code, customer_id }).execute()
