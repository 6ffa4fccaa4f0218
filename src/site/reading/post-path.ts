import { href } from '#routes/public.ts'
import { categories } from '#content/categories.ts'

interface Placed {
  slug: string
  category_id: number
}

/** The canonical path of a post. */
export const postPath = ({ slug, category_id }: Placed): string =>
  href(category_id === categories.blog ? 'post' : 'detail', { slug })
