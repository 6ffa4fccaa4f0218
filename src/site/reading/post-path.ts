import { href } from '#routes/public.ts'
import { categories } from '#content/categories.ts'

interface PostLocation {
  slug: string
  category_id: number
}

/** Returns the canonical path of a post. */
export const buildPostHref = ({ slug, category_id }: PostLocation): string =>
  href(category_id === categories.blog ? 'post' : 'detail', { slug })
