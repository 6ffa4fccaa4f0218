import type { ContentApi, Post } from '#content/contract.ts'
import type { EnquiriesApi, Product } from '#trade/enquiries/contract.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { cardOf, listOf, type Card } from './teasers.ts'

/**
 * Returns the cards of the trade services. If a service is also a product, its card has the product's name and link.
 */
export async function trimsAmong(
  { api, optional }: Pick<LoadArgs<ContentApi & EnquiriesApi>, 'api' | 'optional'>,
  posts: readonly Post[],
): Promise<Card[]> {
  const products = await listOf(optional, api.getProducts({}))
  return posts.map((post) => trimOf(post, productAt(post, products)))
}

const trimOf = (post: Post, product: Product | undefined): Card => ({
  ...cardOf(post),
  ...(product && { title: product.name, to: href('product', { slug: product.slug }) }),
})

export const productAt = ({ slug }: Post, products: readonly Product[]): Product | undefined =>
  products.find((product) => product.slug === slug)
