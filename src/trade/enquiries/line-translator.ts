import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { findChoice, readChoices } from './choices.ts'
import { choiceNames } from './limits.ts'
import { selectOfferedProducts, type listLines } from './store.ts'

type Line = Awaited<ReturnType<typeof listLines>>[number]

/** Names the products and the choices in a language. A product that is no longer offered keeps its stored texts. */
export async function createLineTranslator(db: Database, language: Language, lines: readonly Line[]) {
  const productIds = [...new Set(lines.map(({ product_id }) => product_id))]
  const offeredRows =
    productIds.length === 0
      ? []
      : await selectOfferedProducts(db, language).where('product.id', 'in', productIds).execute()
  const products = new Map(
    offeredRows.map((product) => [product.id, { name: product.name, choices: readChoices(product) }]),
  )
  return ({ enquiry_id: _, product_id, product, chosen, ...line }: Line) => {
    const currentProduct = products.get(product_id)
    const chosenNames = choiceNames.map((name) => [
      name,
      chosen[name]?.map(
        (value) => (currentProduct && findChoice(currentProduct.choices, name, value, language)?.name) ?? value,
      ),
    ])
    return {
      ...line,
      product: currentProduct?.name ?? product,
      chosen: Object.fromEntries(chosenNames) as Line['chosen'],
    }
  }
}
