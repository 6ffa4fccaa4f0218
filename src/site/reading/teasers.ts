import { excerpt } from '../../content/excerpt.ts'
import type { Category, ContentApi, Post } from '../../content/contract.ts'
import type { LoadArgs, Optional } from '../../platform/pages/page.tsx'
import type { PictureData } from '../../platform/pictures.ts'

/** The categories the pages show, as the content knows them. */
export const categories = {
  about: 1,
  countries: 2,
  courses: 3,
  services: 4,
  missionVision: 5,
  offerings: 6,
  goals: 9,
  blog: 14,
  packages: 20,
} as const

/** A list, or an empty one where it could not be had: its section stays empty, the page stands. */
export async function listOf<Item>(
  optional: Optional,
  asked: Promise<{ data: Item[] }>,
  complaint = 'Error fetching data',
): Promise<Item[]> {
  return listIn(await optional(asked, { data: [] }, complaint), complaint)
}

/** Somebody on the way may have answered with a page of their own. */
export function listIn<Item>({ data }: { data: Item[] }, complaint?: string): Item[] {
  if (Array.isArray(data)) return data
  console.warn(complaint, 'not a list')
  return []
}

type Reading = Pick<LoadArgs<ContentApi>, 'api' | 'optional'>

export const postsOf = ({ api, optional }: Reading, category: number): Promise<Post[]> =>
  listOf(optional, api.getPostData({ post_category_id: category }))

export const newestFirst = (posts: Post[]): Post[] =>
  posts.toSorted((one, other) => Date.parse(other.published) - Date.parse(one.published))

/** A category and what is in it. */
export async function shelfOf(
  { api, optional }: Reading,
  id: number,
): Promise<{ category: Category | null; posts: Post[] }> {
  const shelf = await optional(api.getPostData({ post_category_id: id }), { category: null, data: [] })
  return { category: shelf.category ?? null, posts: listIn(shelf) }
}

/** As much of a post as a list shows. */
export interface Teaser {
  slug: string
  title: string
  text: string
  picture: PictureData | null
}

export const teaser = ({ slug, title, summary, picture }: Post): Teaser => ({ slug, title, text: summary, picture })

/** A post in its own first words: 300 characters of them. Its headings would run into the sentences. */
export const opening = (post: Post): Teaser => ({
  ...teaser(post),
  text: excerpt(post.description.replace(headings, ''), 300),
})

const headings = /<h([1-6])\b[^]*?(<\/h\1>|$)/gi

/** CONT-8: `how-to-choose-a-zipper` is called How To Choose A Zipper. */
export const titleOf = (slug: string): string =>
  slug.replace(/-+/g, ' ').replace(/(^| )\p{L}/gu, (start) => start.toUpperCase())
