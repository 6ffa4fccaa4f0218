import type { Post } from '#content/contract.ts'
import type { Product } from '#trade/enquiries/contract.ts'
import { href } from '#routes/public.ts'
import { toTeaser, type Teaser } from '../reading/teasers.ts'

/** A trim that the company makes, and the page that describes it. */
export interface Trim extends Teaser {
  path: string
}

/** The fields of a trim that the index shows. */
export type ShownTrim = Pick<Trim, 'title' | 'text' | 'path'>

/** Returns the trims. Those on offer link to their product page, the others to their article. */
export function listTrims(services: Post[], products: Product[]): Trim[] {
  const productSlugs = new Set(products.map(({ slug }) => slug))
  return services.map((post) => ({
    ...toTeaser(post),
    path: href(productSlugs.has(post.slug) ? 'product' : 'detail', post),
  }))
}

/** The trims in the picture of the garment, in reading order. */
const spotNames = ['hang-tag', 'hanger', 'label', 'ribbon', 'zipper', 'button', 'elastic', 'thread', 'lace'] as const

export interface Spot {
  title: string
  text: string
  path: string
}

/** Returns the name of a spot, which is the last part of the path of its page. */
export const getSpotName = ({ path }: Spot): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns the spots of the picture that have a page. */
export function listHotspots(trims: Trim[], products: Product[]): Spot[] {
  return spotNames.flatMap((name) => {
    const trim = trims.find(({ slug }) => slug === name)
    const product = products.find(({ slug }) => slug === name)
    if (trim) return [{ title: trim.title, text: product?.summary ?? trim.text, path: trim.path }]
    return product ? [{ title: product.name, text: product.summary, path: href('product', product) }] : []
  })
}
