import { plainText } from '../excerpt.ts'
import { altsIn, paragraphsOf } from './difference.ts'

/** Warnings about search engines and accessibility. A warning does not prevent publishing. */
export type Lack =
  | 'title'
  | 'short_title'
  | 'summary'
  | 'long_summary'
  | 'words'
  | 'alt'
  | 'picture'
  | 'picture_alt'
  | 'slug'
  | 'translation'

export const bounds = { title: 60, shortTitle: 15, summary: 160, words: 150, slug: 60 } as const

interface Text {
  title: string
  summary: string
  body: string
}

/** Returns the warnings for one language. An empty text has no warnings. */
export function lacksOfText({ title, summary, body }: Text): Lack[] {
  const lacks: Lack[] = []
  if (title.length > bounds.title) lacks.push('title')
  if (title !== '' && title.length < bounds.shortTitle) lacks.push('short_title')
  if (summary.trim() === '') lacks.push('summary')
  if (summary.length > bounds.summary) lacks.push('long_summary')
  if (translatorFor(body) < bounds.words) lacks.push('words')
  if (altsIn(body).some((alt) => !alt)) lacks.push('alt')
  return lacks
}

/** Returns the warnings for the details that both languages share. */
export function lacksOfDetails({
  slug,
  picture,
  alt,
  isTranslated,
}: {
  slug: string
  picture: string
  alt: string | undefined
  isTranslated: boolean
}): Lack[] {
  const lacks: Lack[] = []
  if (picture === '') lacks.push('picture')
  else if (alt === '') lacks.push('picture_alt')
  if (slug.length > bounds.slug) lacks.push('slug')
  if (!isTranslated) lacks.push('translation')
  return lacks
}

const translatorFor = (html: string) => plainText(paragraphsOf(html).join(' ')).split(' ').filter(Boolean).length
