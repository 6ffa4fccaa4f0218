import type { Language } from '#routes/public.ts'
import { bnOffice } from './bn-office.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { enOffice } from './en-office.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { createTranslator, zoneKey, type PageMessageKey, type ServerTranslator, type MessageKey } from './translator.ts'

/** Both languages at once: for the server. A browser loads only the one it shows. */
const english = { ...enPages, ...enOffice, ...enServer }
const bangla = { ...bnPages, ...bnOffice, ...bnServer }
const pageKeys = Object.keys(enPages) as PageMessageKey[]
type Own = Record<Language, Readonly<Record<string, string>>>

/** The words of one language as they are said at a moment: whoever holds them says the same to the end. */
interface HouseWords extends ServerTranslator {
  /** What pages say otherwise than the product does: a browser learns the product's own, and these over them. */
  readonly own: Readonly<Record<string, string>>
  /** Those that a script may say, because it holds their keys; for a count, the key without its _one or _other. */
  mentioned(mentions: (text: string) => boolean): Record<string, string>
}

let both = inBoth({ en: {}, bn: {} })

/** English in the company's words also stands in for Bangla that is not there. */
function inBoth(own: Own): Record<Language, HouseWords> {
  const ourEnglish = { ...english, ...own.en }
  const words = {
    en: createTranslator('en', ourEnglish),
    bn: createTranslator('bn', { ...bangla, ...own.bn }, ourEnglish),
  }
  const inOne = (language: Language): HouseWords => ({
    ...words[language],
    own: Object.fromEntries(Object.entries(own[language]).filter(([key]) => key in enPages || key === zoneKey)),
    mentioned: (mentions) =>
      Object.fromEntries(
        pageKeys
          .filter((key) => mentions(key) || mentions(key.replace(/_(one|other)$/, '')))
          .map((key) => [key, words[language].t(key)]),
      ),
  })
  return { en: inOne('en'), bn: inOne('bn') }
}

export const translatorFor = (language: Language): HouseWords => both[language]

/** From now on this process says these words in the place of its own: all that are worded otherwise, not those alone that are new. */
export function wordAnew(own: Own): void {
  both = inBoth(own)
}

/** What is made of words that nobody has saved yet, as if they had been. What makes it must not wait for anything. */
export function wordedAs<Made>(own: Own, make: () => Made): Made {
  const now = both
  both = inBoth(own)
  try {
    return make()
  } finally {
    both = now
  }
}

/** A word as it comes with the product; null for one that there is not, or that the office alone says. */
export const productWord = (key: string): Record<Language, string> | null =>
  key in enPages || key in enServer
    ? { en: english[key as MessageKey], bn: bangla[key as MessageKey] ?? english[key as MessageKey] }
    : null

export const everyProductWord: readonly string[] = [...Object.keys(enPages), ...Object.keys(enServer)].sort()
