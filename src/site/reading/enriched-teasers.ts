import { excerptSentences, toPlainText } from '#content/excerpt.ts'
import type { Post } from '#content/contract.ts'
import { toCard, type Card } from './teasers.ts'

/*
 * Teasers with facts, links and reading times from the text of their post. They are not part of teasers.ts, because the
 * home page needs none of them in browsers.
 */

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
