import { localized } from '../platform/database/localized.ts'
import type { Database } from '../platform/database/database.ts'
import type { Language } from '../urls.ts'

/** The products that are offered, with their words in the reader's language. */
export const offeredProducts = (db: Database, language: Language) =>
  db
    .selectFrom('product')
    .select([
      'product.id',
      'product.slug',
      'product.picture',
      'product.name_en',
      localized(language, 'product.name').as('name'),
      localized(language, 'product.summary').as('summary'),
      localized(language, 'product.description').as('description'),
      localized(language, 'product.specification').as('specification'),
    ])
    .where('product.active', '=', 1)

export async function slugsOfProducts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('product').select('slug').where('active', '=', 1).orderBy('position').execute()
  return rows.map(({ slug }) => slug)
}

export type OfferedProduct = Awaited<ReturnType<ReturnType<typeof offeredProducts>['executeTakeFirstOrThrow']>>

/** An enquiry with the products it is about. */
export interface Enquiry {
  code: string
  company: string
  name: string
  email: string
  phone: string
  notes: string
  language: Language
  lines: { product: OfferedProduct; quantity: string; notes: string }[]
}

/** Each line keeps what its product was called. */
export async function keepEnquiry(
  db: Database,
  { lines, ...enquiry }: Enquiry,
  accountId: number | null,
  now: number,
): Promise<void> {
  const { id } = await db
    .insertInto('enquiry')
    .values({ ...enquiry, account_id: accountId, created_at: now, handled_at: null, handled_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = lines.map(({ product, quantity, notes }, index) => ({
    enquiry_id: id,
    position: index + 1,
    product_id: product.id,
    product_name: product.name,
    quantity,
    notes,
  }))
  await db.insertInto('enquiry_line').values(rows).execute()
}
