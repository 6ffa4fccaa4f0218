import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#routes/public.ts'
import { bnOffice } from './bn-office.ts'
import { bnPages } from './bn-pages.ts'
import { bnServer } from './bn-server.ts'
import { enOffice } from './en-office.ts'
import { enPages } from './en-pages.ts'
import { enServer } from './en-server.ts'
import { createTranslator, zoneKey, type PageMessageKey, type ServerTranslator, type MessageKey } from './translator.ts'

/** The messages of both languages, for the server. A browser loads only the language of its page. */
const englishMessages = { ...enPages, ...enOffice, ...enServer }
const banglaMessages = { ...bnPages, ...bnOffice, ...bnServer }
const pageKeys = Object.keys(enPages) as PageMessageKey[]
type CustomMessages = Record<Language, Readonly<Record<string, string>>>

/** The messages of one language at one time. A change of the site's own texts does not affect an existing object. */
interface SiteTranslator extends ServerTranslator {
  /** The site's own texts for page messages. They override the product's texts in browsers. */
  readonly own: Readonly<Record<string, string>>
  /**
   * Returns the messages whose keys a script contains. A plural counts as mentioned by its key without _one or _other.
   * A singular with the text of its plural is omitted: most Bangla messages have one text for both. Checking all keys
   * takes longer than rendering a page, so the result is stored for each function.
   */
  mentioned(mentions: (text: string) => boolean): Readonly<Record<string, string>>
}

let storedMessages: CustomMessages = { en: {}, bn: {} }
let translators = createTranslators(storedMessages)

/**
 * Creates the translator of each language. The English texts, including those that staff have changed, replace missing
 * Bangla ones.
 */
function createTranslators(customMessages: CustomMessages): Record<Language, SiteTranslator> {
  const customizedEnglish = { ...englishMessages, ...customMessages.en }
  const baseTranslators = {
    en: createTranslator('en', customizedEnglish),
    bn: createTranslator('bn', { ...banglaMessages, ...customMessages.bn }, customizedEnglish),
  }
  const withCustom = (language: Language): SiteTranslator => {
    const mentionedMessages = new WeakMap<(text: string) => boolean, Record<string, string>>()
    return {
      ...baseTranslators[language],
      own: Object.fromEntries(
        Object.entries(customMessages[language]).filter(([key]) => key in enPages || key === zoneKey),
      ),
      mentioned: (mentions) =>
        mentionedMessages.getOrInsertComputed(mentions, () => {
          const messages: Record<string, string> = Object.fromEntries(
            pageKeys
              .filter((key) => mentions(key) || mentions(key.replace(/_(one|other)$/, '')))
              .map((key) => [key, baseTranslators[language].t(key)]),
          )
          const isNeeded = ([key, text]: [string, string]) =>
            !key.endsWith('_one') || mentions(key) || text !== messages[key.replace(/one$/, 'other')]
          return Object.fromEntries(Object.entries(messages).filter(isNeeded))
        }),
    }
  }
  return { en: withCustom('en'), bn: withCustom('bn') }
}

export const translatorFor = (language: Language): SiteTranslator => translators[language]

/** Replaces all of the site's own texts in this process. Texts that are not in `own` get the product's text again. */
export function setCustomMessages(customMessages: CustomMessages): void {
  if (isDeepStrictEqual(customMessages, storedMessages)) return // merging 4,400 texts takes milliseconds
  storedMessages = customMessages
  translators = createTranslators(customMessages)
}

/** Runs `make` with texts that are not saved yet. `make` must be synchronous, because the texts are global. */
export function withCustomMessages<Result>(customMessages: CustomMessages, make: () => Result): Result {
  const previousTranslators = translators
  translators = createTranslators(customMessages)
  try {
    return make()
  } finally {
    translators = previousTranslators
  }
}

/** Returns the built-in text of a message in both languages, or null for unknown keys and those of the office. */
export const findProductText = (key: string): Record<Language, string> | null =>
  key in enPages || key in enServer
    ? {
        en: englishMessages[key as MessageKey],
        bn: banglaMessages[key as MessageKey] ?? englishMessages[key as MessageKey],
      }
    : null
