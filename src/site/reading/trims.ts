import type { ContentApi, Post } from '#content/contract.ts'
import type { EnquiriesApi, Product } from '#trade/enquiries/contract.ts'
import type { LoadArgs } from '#platform/pages/page.tsx'
import { href } from '#routes/public.ts'
import { toCard, loadList, type Card } from './teasers.ts'

/**
 * Returns the cards of the trade services. If a service is also a product, its card has the product's name and link.
 */
export async function loadTrimCards(
  { api, optional }: Pick<LoadArgs<ContentApi & EnquiriesApi>, 'api' | 'optional'>,
  posts: readonly Post[],
): Promise<Card[]> {
  const products = await loadList(optional, api.getProducts({}))
  return posts.map((post) => toTrimCard(post, findProduct(post, products)))
}

const toTrimCard = (post: Post, product: Product | undefined): Card => ({
  ...toCard(post),
  ...(product && { title: product.name, to: href('product', { slug: product.slug }) }),
})

export const findProduct = ({ slug }: Post, products: readonly Product[]): Product | undefined =>
  products.find((product) => product.slug === slug)
