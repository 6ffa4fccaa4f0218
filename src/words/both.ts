import type { Language } from '../urls.ts'
import { bn } from './bn.ts'
import { en } from './en.ts'
import { makeWords, type Words } from './words.ts'

/** Both languages at once: for the server. A browser loads only the one it shows. */
const both: Record<Language, Words> = { en: makeWords('en', en), bn: makeWords('bn', bn) }

export const wordsIn = (language: Language): Words => both[language]
