import { excerptSentences, toPlainText } from '#content/excerpt.ts'
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

/** A teaser with the action that its text links to first, and the facts of its text. */
export interface Offer extends Course {
  action: { to: string; label: string } | null
}

export const toOffer = (post: Post): Offer => ({ ...toCourse(post), action: findFirstLink(post.description) })

/** Returns the first link of a text to a page of this site. The path is the English one. */
function findFirstLink(html: string): Offer['action'] {
  const [, path, label] = /<a href="(\/[^"]*)">([^<]*)</.exec(html) ?? []
  return path && label ? { to: toPlainText(path).replace(/^\/bn(?=\/|$)/, ''), label: toPlainText(label) } : null
}

export interface Fact {
  label: string
  text: string
}

/** A teaser of a course, with the facts of its text. */
export interface Course extends Card {
  facts: Fact[]
}

export const toCourse = (post: Post): Course => ({ ...toCard(post), facts: listFacts(post.description) })

/** Returns the facts that all courses share, and the courses without these facts. A single course keeps its facts. */
export function separateSharedFacts(courses: readonly Course[]): { shared: Fact[]; courses: Course[] } {
  const [first, ...others] = courses
  const isShared = (fact: Fact) =>
    others.length > 0 && others.every(({ facts }) => facts.some((other) => isSameFact(other, fact)))
  const shared = first ? first.facts.filter(isShared) : []
  const isOwn = (fact: Fact) => !shared.some((other) => isSameFact(other, fact))
  return { shared, courses: courses.map((course) => ({ ...course, facts: course.facts.filter(isOwn) })) }
}

const isSameFact = (a: Fact, b: Fact) => a.label === b.label && a.text === b.text

/** Lists the rows of the first table of a text, if each begins with a header and has one more cell. */
function listFacts(html: string): Fact[] {
  const [table = ''] = (html.split('<table>')[1] ?? '').split('</table>')
  return table.split('<tr>').flatMap((row) => {
    const [label, text, ...otherCells] = row.split('<td>')
    const isFact = label!.startsWith('<th scope="row">') && text !== undefined && otherCells.length === 0
    return isFact ? [{ label: toPlainText(label!), text: toPlainText(text) }] : []
  })
}

/** A teaser of an article, with its date and the time to read it. */
export interface Opening extends Card {
  published: string
  minutes: number
}

/** Returns a teaser with the first words of the post, at most 300 characters (CONT-7). */
export const toOpening = (post: Post): Opening => ({
  ...toCard(post),
  text: excerptSentences(post.description, 300),
  published: post.published,
  minutes: countMinutes(post.description),
})

/** Returns the time to read a text, in whole minutes. */
export const countMinutes = (html: string): number => Math.ceil(toPlainText(html).split(' ').length / WORDS_PER_MINUTE)

const WORDS_PER_MINUTE = 200

/** Converts a slug to a title: `how-to-choose-a-zipper` becomes How To Choose A Zipper (CONT-8). */
export const toTitle = (slug: string): string =>
  slug.replace(/-+/g, ' ').replace(/(^| )\p{L}/gu, (start) => start.toUpperCase())
