import type { Language } from '../urls.ts'
import { makeWords, type Words } from './words.ts'

/** The one language of a document. */
const dictionary: Record<string, string> = {}

/** A document brings the words that its page may say. */
export function firstWords(language: Language, said: Record<string, string>): Words {
  Object.assign(dictionary, said)
  return makeWords(language, dictionary)
}

export async function learnWords(language: Language): Promise<void> {
  const files =
    language === 'bn' ? [import('./bn.ts'), import('./bn-pages.ts')] : [import('./en.ts'), import('./en-pages.ts')]
  for (const file of await Promise.all(files)) Object.assign(dictionary, ...Object.values(file))
}
