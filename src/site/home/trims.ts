import type { Post } from '#content/contract.ts'
import type { Product } from '#trade/enquiries/contract.ts'
import { href } from '#routes/public.ts'
import { toTeaser } from '../reading/teasers.ts'

/** A trim that the company makes, and the page that describes it. */
export interface ShownTrim {
  title: string
  text: string
  path: string
}

/** The trims that have a place in the picture of the garment. */
const spotNames = ['zipper', 'button', 'elastic', 'thread', 'lace', 'ribbon', 'label', 'hanger']

/** Returns the name of a trim, which is the last part of the path of its page. */
export const getTrimName = ({ path }: ShownTrim): string => path.slice(path.lastIndexOf('/') + 1)

export const hasSpot = (trim: ShownTrim): boolean => spotNames.includes(getTrimName(trim))

/**
 * Returns the trims of the services, with those of the picture first, so that their numbers follow each other. Trims on
 * offer have the text and the page of their product, the others those of their article.
 */
export function listTrims(services: Post[], products: Product[]): ShownTrim[] {
  const trims = services.map((post) => {
    const { slug, title, text } = toTeaser(post)
    const product = products.find((item) => item.slug === slug)
    return { title, text: product?.summary ?? text, path: href(product ? 'product' : 'detail', { slug }) }
  })
  return [...trims.filter(hasSpot), ...trims.filter((trim) => !hasSpot(trim))]
}
