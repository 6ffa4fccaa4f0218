import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { readChoices } from './choices.ts'
import type { OwnEnquiry } from './contract.ts'
import { choiceNames } from './limits.ts'
import { listAttachments, listLines, selectOfferedProducts } from './store.ts'

const MAX_ENQUIRIES = 50

/**
 * Lists the enquiries that a member sent while signed in. Products that are still offered are named in the language of
 * the member.
 */
export async function ownEnquiries(
  db: Database,
  { account, language }: RequestContext,
): Promise<{ data: OwnEnquiry[] }> {
  const rows = await db
    .selectFrom('enquiry')
    .selectAll()
    .where('account_id', '=', account!.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_ENQUIRIES)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [lines, files] = await Promise.all([listLines(db, ids), listAttachments(db, 'enquiry_id', ids)])
  const translate = await createLineTranslator(db, language, lines)
  return {
    data: rows.map((row) => ({
      code: row.code,
      company: row.company,
      asked_at: isoInstant(row.created_at),
      answered: row.handled_at !== null,
      lines: lines.filter((line) => line.enquiry_id === row.id).map(translate),
      files: files.filter(({ of: ownerId }) => ownerId === row.id).map(({ of: _, ...file }) => file),
    })),
  }
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

/** Names the products and the choices in a language. A product that is no longer offered keeps its stored texts. */
export async function createLineTranslator(db: Database, language: Language, lines: readonly Line[]) {
  const ids = [...new Set(lines.map(({ product_id }) => product_id))]
  const offeredRows =
    ids.length === 0 ? [] : await selectOfferedProducts(db, language).where('product.id', 'in', ids).execute()
  const products = new Map(
    offeredRows.map((product) => [product.id, { name: product.name, choices: readChoices(product) }]),
  )
  return ({ enquiry_id: _, product_id, product, chosen, ...line }: Line) => {
    const currentProduct = products.get(product_id)
    const chosenNames = choiceNames.map((name) => [
      name,
      chosen[name]?.map(
        (value) => currentProduct?.choices[name].find((choice) => choice.value === value)?.name ?? value,
      ),
    ])
    return {
      ...line,
      product: currentProduct?.name ?? product,
      chosen: Object.fromEntries(chosenNames) as Line['chosen'],
    }
  }
}
