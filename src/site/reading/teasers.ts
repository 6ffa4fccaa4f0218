import type { Category, ContentApi, Post } from '#content/contract.ts'
import type { LoadArgs, Optional } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { toShownPicture } from '#ui/pictures/shown-picture.ts'
import { buildPostHref } from './post-path.ts'

/** Returns a list, or an empty one if it could not be loaded: its section stays empty and the page is still shown. */
export const loadList = async <Item>(
  optional: Optional,
  request: Promise<{ data: Item[] }>,
  logMessage = 'Error fetching data',
): Promise<Item[]> => (await loadListOrNull(optional, request, logMessage)) ?? []

/** Returns a list, or null if it could not be loaded: the page is still shown, with a notice. */
export async function loadListOrNull<Item>(
  optional: Optional,
  request: Promise<{ data: Item[] }>,
  logMessage = 'Error fetching data',
): Promise<Item[] | null> {
  const response = await optional(request, null, logMessage)
  return response && toList(response, logMessage)
}

/** Returns the list in a response, or null. A proxy may have answered with its own page instead. */
export function toList<Item>({ data }: { data: Item[] }, logMessage?: string): Item[] | null {
  if (Array.isArray(data)) return data
  console.warn(logMessage, 'not a list')
  return null
}

type LoadContext = Pick<LoadArgs<ContentApi>, 'api' | 'optional'>

export const loadPosts = ({ api, optional }: LoadContext, category: number): Promise<Post[]> =>
  loadList(optional, api.getPostData({ post_category_id: category }))

export const sortNewestFirst = (posts: Post[]): Post[] =>
  posts.toSorted((a, b) => Date.parse(b.published) - Date.parse(a.published))

/** Returns a category and its posts. Both are null if they could not be loaded. */
export async function loadCategory(
  { api, optional }: LoadContext,
  id: number,
): Promise<{ category: Category | null; posts: Post[] | null }> {
  const response = await optional(api.getPostData({ post_category_id: id }), null)
  return { category: response?.category ?? null, posts: response && toList(response) }
}

/** The fields of a post that a list shows. */
export interface Teaser {
  slug: string
  title: string
  text: string
  picture: ShownPicture | null
}

export const toTeaser = ({ slug, title, summary, picture }: Post): Teaser => ({
  slug,
  title,
  text: summary,
  picture: picture && toShownPicture(picture),
})

/** A teaser with the complete text. */
export interface Article extends Teaser {
  html: string
}

export const toArticle = (post: Post): Article => ({ ...toTeaser(post), html: post.description })

/** A teaser with a link. */
export interface Card extends Teaser {
  to: string
}

export const toCard = (post: Post): Card => ({ ...toTeaser(post), to: buildPostHref(post) })
