import type { Post } from '#content/contract.ts'
import type { Product } from '#trade/enquiries/contract.ts'
import { href } from '#routes/public.ts'
import { teaser, type Teaser } from '../reading/teasers.ts'

/** A trim that the company makes, and the page that describes it. */
export interface Trim extends Teaser {
  path: string
}

/** Returns the trims. Those on offer link to their product page, the others to their article. */
export function trimsOf(services: Post[], products: Product[]): Trim[] {
  const offered = new Set(products.map(({ slug }) => slug))
  return services.map((post) => ({ ...teaser(post), path: href(offered.has(post.slug) ? 'product' : 'detail', post) }))
}

/** The trims in the picture of the garment, in reading order. */
const places = ['hang-tag', 'hanger', 'label', 'ribbon', 'zipper', 'button', 'elastic', 'thread', 'lace'] as const

export interface Spot {
  place: (typeof places)[number]
  title: string
  path: string
}

/** Returns the spots of the picture that have a page. */
export function spotsOf(trims: Trim[], products: Product[]): Spot[] {
  return places.flatMap((place) => {
    const trim = trims.find(({ slug }) => slug === place)
    if (trim) return [{ place, title: trim.title, path: trim.path }]
    const product = products.find(({ slug }) => slug === place)
    return product ? [{ place, title: product.name, path: href('product', product) }] : []
  })
}
