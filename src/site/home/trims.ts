import type { Post } from '#content/contract.ts'
import type { Product } from '#trade/enquiries/contract.ts'
import { href } from '#routes/public.ts'
import { teaser, type Teaser } from '../reading/teasers.ts'

/** What we make, and where one reads of it and asks for it. */
export interface Trim extends Teaser {
  path: string
}

/** What is offered is read of where it can be asked for; what is only written about, where it is written about. */
export function trimsOf(services: Post[], products: Product[]): Trim[] {
  const offered = new Set(products.map(({ slug }) => slug))
  return services.map((post) => ({ ...teaser(post), path: href(offered.has(post.slug) ? 'product' : 'detail', post) }))
}

/** Where a trim lies in the picture of the garment taken apart, in the order in which a picture is read. */
const places = ['hang-tag', 'hanger', 'label', 'ribbon', 'zipper', 'button', 'elastic', 'thread', 'lace'] as const

export interface Spot {
  place: (typeof places)[number]
  title: string
  path: string
}

/** The trims of the picture that there is something to read of. */
export function spotsOf(trims: Trim[], products: Product[]): Spot[] {
  return places.flatMap((place) => {
    const trim = trims.find(({ slug }) => slug === place)
    if (trim) return [{ place, title: trim.title, path: trim.path }]
    const product = products.find(({ slug }) => slug === place)
    return product ? [{ place, title: product.name, path: href('product', product) }] : []
  })
}
