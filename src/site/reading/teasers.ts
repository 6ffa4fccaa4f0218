import { excerpt } from '#content/excerpt.ts'
import type { Category, ContentApi, Post } from '#content/contract.ts'
import type { LoadArgs, Optional } from '#platform/pages/page.tsx'
import type { PictureData } from '#platform/pictures.ts'
import { href } from '#routes/public.ts'

/** A list, or an empty one where it could not be had: its section stays empty, the page stands. */
export const listOf = async <Item>(
  optional: Optional,
  asked: Promise<{ data: Item[] }>,
  complaint = 'Error fetching data',
): Promise<Item[]> => (await listOrNull(optional, asked, complaint)) ?? []

/** A list, or null where it could not be had: the page stands, and says so. */
export async function listOrNull<Item>(
  optional: Optional,
  asked: Promise<{ data: Item[] }>,
  complaint = 'Error fetching data',
): Promise<Item[] | null> {
  const found = await optional(asked, null, complaint)
  return found && listIn(found, complaint)
}

/** Somebody on the way may have answered with a page of their own. */
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

/** A category and what is in it: null where that could not be had. */
export async function shelfOf(
  { api, optional }: Reading,
  id: number,
): Promise<{ category: Category | null; posts: Post[] | null }> {
  const shelf = await optional(api.getPostData({ post_category_id: id }), null)
  return { category: shelf?.category ?? null, posts: shelf && listIn(shelf) }
}

/** As much of a post as a list shows. */
export interface Teaser {
  slug: string
  title: string
  text: string
  picture: PictureData | null
}

export const teaser = ({ slug, title, summary, picture }: Post): Teaser => ({ slug, title, text: summary, picture })

/** A teaser that leads somewhere. */
export interface Card extends Teaser {
  to: string
}

export const cardOf = (post: Post): Card => ({ ...teaser(post), to: href('detail', { slug: post.slug }) })

/** A post in its own first words: 300 characters of them. Its headings would run into the sentences. */
export const opening = (post: Post): Teaser => ({
  ...teaser(post),
  text: excerpt(post.description.replace(headings, ''), 300),
})

const headings = /<h([1-6])\b[^]*?(<\/h\1>|$)/gi

/** CONT-8: `how-to-choose-a-zipper` is called How To Choose A Zipper. */
export const titleOf = (slug: string): string =>
  slug.replace(/-+/g, ' ').replace(/(^| )\p{L}/gu, (start) => start.toUpperCase())
