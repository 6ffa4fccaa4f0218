import type { Language } from '../urls.ts'
import { bnOffice } from './bn-office.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { enOffice } from './en-office.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { makeWords, type PageWordKey, type ServerWords } from './words.ts'

/** Both languages at once: for the server. A browser loads only the one it shows. */
const english = { ...enPages, ...enOffice, ...enServer }
const both: Record<Language, ServerWords> = {
  en: makeWords('en', english),
  bn: makeWords('bn', { ...bnPages, ...bnOffice, ...bnServer }, english),
}

export const wordsIn = (language: Language): ServerWords => both[language]

/** Those that a script may say, because it holds their keys; for a count, the key without its _one or _other. */
export const wordsMentioned = (language: Language, mentions: (text: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    pageKeys
      .filter((key) => mentions(key) || mentions(key.replace(/_(one|other)$/, '')))
      .map((key) => [key, both[language].t(key)]),
  )

const pageKeys = Object.keys(enPages) as PageWordKey[]
