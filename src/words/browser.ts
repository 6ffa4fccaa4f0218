import type { Language } from '../urls.ts'
import { en } from './en.ts'
import { makeWords, type Words } from './words.ts'

/** The one language of a document. It grows: the pages beyond the home page bring words of their own. */
const dictionary: Record<string, string> = {}

export async function firstWords(language: Language): Promise<Words> {
  Object.assign(dictionary, language === 'bn' ? (await import('./bn.ts')).bn : en)
  return makeWords(language, dictionary)
}

/** On the server all words are known from the start. */
export async function learnPageWords(): Promise<void> {
  if (typeof document === 'undefined') return
  const isBangla = document.documentElement.lang === 'bn'
  Object.assign(dictionary, isBangla ? (await import('./bn-pages.ts')).bnPages : (await import('./en-pages.ts')).enPages)
}
