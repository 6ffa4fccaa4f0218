import { toPlainText } from '../excerpt.ts'
import { listAlts, splitParagraphs } from './difference.ts'

/** Warnings about search engines and accessibility. A warning does not prevent publishing. */
export type PostWarning =
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

export const warningLimits = { title: 60, shortTitle: 15, summary: 160, words: 150, slug: 60 } as const

interface ArticleText {
  title: string
  summary: string
  body: string
}

/** Returns the warnings for one language. */
export function findTextWarnings({ title, summary, body }: ArticleText): PostWarning[] {
  const warnings: PostWarning[] = []
  if (title.length > warningLimits.title) warnings.push('title')
  if (title !== '' && title.length < warningLimits.shortTitle) warnings.push('short_title')
  if (summary.trim() === '') warnings.push('summary')
  if (summary.length > warningLimits.summary) warnings.push('long_summary')
  if (countWords(body) < warningLimits.words) warnings.push('words')
  if (listAlts(body).some((alt) => !alt)) warnings.push('alt')
  return warnings
}

/** Returns the warnings for the details that both languages share. */
export function listDetailsWarnings({
  slug,
  picture,
  alt,
  isTranslated,
}: {
  slug: string
  picture: string
  alt: string | undefined
  isTranslated: boolean
}): PostWarning[] {
  const warnings: PostWarning[] = []
  if (picture === '') warnings.push('picture')
  else if (alt === '') warnings.push('picture_alt')
  if (slug.length > warningLimits.slug) warnings.push('slug')
  if (!isTranslated) warnings.push('translation')
  return warnings
}

const countWords = (html: string) => toPlainText(splitParagraphs(html).join(' ')).split(' ').filter(Boolean).length
