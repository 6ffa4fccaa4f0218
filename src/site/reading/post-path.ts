import { href } from '#routes/public.ts'
import { categories } from '#content/categories.ts'

interface Placed {
  slug: string
  category_id: number
}

/** The address a post is known by. */
export const postPath = ({ slug, category_id }: Placed): string =>
  href(category_id === categories.blog ? 'post' : 'detail', { slug })
