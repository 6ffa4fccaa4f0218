import type { Language } from '../urls.ts'
import { bn } from './bn.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { en } from './en.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { makeWords, type ServerWords } from './words.ts'

/** Both languages at once: for the server. A browser loads only the one it shows. */
const english = { ...en, ...enPages, ...enServer }
const both: Record<Language, ServerWords> = {
  en: makeWords('en', english),
  bn: makeWords('bn', { ...bn, ...bnPages, ...bnServer }, english),
}

export const wordsIn = (language: Language): ServerWords => both[language]
