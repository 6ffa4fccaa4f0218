import type { Language } from '#routes/public.ts'
import { createTranslator, type Translator } from './translator.ts'

/** The words of some pages, which come when they are wanted. */
type Bundle = Record<Language, () => Promise<Record<string, Readonly<Record<string, string>>>>>

/** The one language of a document. */
const dictionary: Record<string, string> = {}
/** What the company says otherwise than the product does: it stands over whatever is learned. */
let own: Record<string, string> = {}
const bundles: Bundle[] = [{ en: () => import('./en-pages.ts'), bn: () => import('./bn-pages.ts') }]

/** A document brings the words that its page may say; pages that are not everybody's bring a bundle of their own. */
export function firstWords(
  language: Language,
  said: Record<string, string>,
  theirs: Record<string, string> = {},
  ...more: Bundle[]
): Translator {
  own = theirs
  Object.assign(dictionary, said)
  bundles.push(...more)
  return createTranslator(language, dictionary)
}

export async function learnWords(language: Language): Promise<void> {
  for (const file of await Promise.all(bundles.map((bundle) => bundle[language]())))
    Object.assign(dictionary, ...Object.values(file), own)
}
