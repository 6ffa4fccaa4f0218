import { excerpt } from '#content/excerpt.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import type { LoadArgs, Optional } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { href } from '#routes/public.ts'

/** Returns a list, or an empty one if it could not be loaded: its section stays empty and the page is still shown. */
export const listOf = async <Item>(
  optional: Optional,
  asked: Promise<{ data: Item[] }>,
  complaint = 'Error fetching data',
): Promise<Item[]> => (await listOrNull(optional, asked, complaint)) ?? []

/** Returns a list, or null if it could not be loaded: the page is still shown, with a notice. */
export async function listOrNull<Item>(
  optional: Optional,
  asked: Promise<{ data: Item[] }>,
  complaint = 'Error fetching data',
): Promise<Item[] | null> {
  const found = await optional(asked, null, complaint)
  return found && listIn(found, complaint)
}

/** A proxy may have answered with a page of its own, so the data may not be a list. */
export function listIn<Item>({ data }: { data: Item[] }, complaint?: string): Item[] | null {
  if (Array.isArray(data)) return data
  console.warn(complaint, 'not a list')
  return null
}

type Reading = Pick<LoadArgs<ContentApi>, 'api' | 'optional'>

export const postsOf = ({ api, optional }: Reading, category: number): Promise<Post[]> =>
  listOf(optional, api.getPostData({ post_category_id: category }))

export const newestFirst = (posts: Post[]): Post[] =>
  posts.toSorted((one, other) => Date.parse(other.published) - Date.parse(one.published))

/** Returns a category and its posts. Both are null if they could not be loaded. */
export async function shelfOf(
  { api, optional }: Reading,
  id: number,
): Promise<{ category: Category | null; posts: Post[] | null }> {
  const shelf = await optional(api.getPostData({ post_category_id: id }), null)
  return { category: shelf?.category ?? null, posts: shelf && listIn(shelf) }
}

/** The fields of a post that a list shows. */
export interface Teaser {
  slug: string
  title: string
  text: string
  picture: PictureData | null
}

export const teaser = ({ slug, title, summary, picture }: Post): Teaser => ({ slug, title, text: summary, picture })

/** A teaser with a link. */
export interface Card extends Teaser {
  to: string
}

export const cardOf = (post: Post): Card => ({ ...teaser(post), to: href('detail', { slug: post.slug }) })

/**
 * A teaser with the first 300 characters of the post. Headings are left out, because they would run into the sentences.
 */
export const opening = (post: Post): Teaser => ({
  ...teaser(post),
  text: excerpt(post.description.replace(headings, ''), 300),
})

const headings = /<h([1-6])\b[^]*?(<\/h\1>|$)/gi

/** CONT-8: `how-to-choose-a-zipper` becomes How To Choose A Zipper. */
export const titleOf = (slug: string): string =>
  slug.replace(/-+/g, ' ').replace(/(^| )\p{L}/gu, (start) => start.toUpperCase())
