import { sql } from 'kysely'
import { toLatinDigits } from '#locales/digits.ts'

/*
 * Search words for people and their records. They are stored as rows, so that both engines find the same results
 * quickly in every script. A search finds words by prefix. Phone numbers are stored in reverse, so a search finds them
 * by their last digits.
 */

/** The searchable data of a person or record. */
interface SearchableRecord {
  /** References, each stored as one word. */
  codes?: readonly string[]
  name: string
  email: string
  /** E.164, or empty. */
  phone: string
}

/** The maximum length of a word. Longer words are cut off, and found by their first letters. */
const MAX_WORD_LENGTH = 80
const MAX_TERMS = 8
/** The minimum number of digits in a search. Fewer would match too many phone numbers. */
const MIN_DIGITS = 3
/** A number with this many digits is complete, and may start with a domestic leading zero. */
const COMPLETE_DIGITS = 9

/** Returns the words to store. A word that is a prefix of another one is left out. */
export function buildSearchWords({ codes = [], name, email, phone }: SearchableRecord): string[] {
  const normalizedEmail = normalizeWords(email)
  const [localPart = '', domain = ''] = normalizedEmail.split('@')
  const phoneDigits = extractDigits(phone)
  const candidates = [
    ...codes.map(normalizeWords),
    ...splitWords(normalizeWords(name)),
    ...splitWords(localPart),
    normalizedEmail,
    domain,
  ]
  const uniqueWords = [...new Set(candidates)].map((word) => word.slice(0, MAX_WORD_LENGTH)).filter(Boolean)
  const distinctWords = uniqueWords.filter(
    (word) => !uniqueWords.some((other) => other !== word && other.startsWith(word)),
  )
  return phoneDigits ? [...distinctWords, reverseDigits(phoneDigits)] : distinctWords
}

/** Normalizes case, width, accents, and the digits of both languages. */
export const normalizeWords = (text: string): string =>
  toLatinDigits(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** Splits a text into words. In Bangla, vowel signs (marks) belong to their letter. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Returns the key by which names are compared: without case, accents, spaces and punctuation. */
export const getNameKey = (name: string): string => splitWords(normalizeWords(name)).join('')

const extractDigits = (text: string): string => normalizeWords(text).replace(/\D/g, '')
/** Reverses digits, and marks them with #, with which no word of a name can start. */
const reverseDigits = (digits: string): string => '#' + [...digits].toReversed().join('')

/** The search word of a complete email address. */
export const toAddressSearchWord = (email: string): string => normalizeWords(email).slice(0, MAX_WORD_LENGTH)

/** The search word of a complete phone number in E.164. */
export const toPhoneSearchWord = (phone: string): string => reverseDigits(extractDigits(phone))

/** The possible prefixes for one typed word. One match is enough. */
export type Term = readonly string[]

/** Splits the typed text into terms, all of which must match. Digits with separators are the end of a phone number. */
export function parseTerms(input: string): Term[] {
  const text = normalizeWords(input).trim()
  if (/^\+?[\d\s().\-/]+$/.test(text) && extractDigits(text).length >= MIN_DIGITS)
    return [createDigitsTerm(extractDigits(text))]
  const terms = text.split(/\s+/).flatMap((word) => {
    const cleanWord = word.replace(/^[^\p{L}\p{M}\p{N}]+/u, '').slice(0, MAX_WORD_LENGTH)
    if (cleanWord.includes('@')) return [[cleanWord]]
    const pieces = splitWords(cleanWord)
    // buyer.example is one word of an address; A.K.M. is three words of a name. Either may match.
    return pieces.map((piece) =>
      pieces.length > 1 ? [piece, cleanWord] : /^\d{3,}$/.test(piece) ? createDigitsTerm(piece) : [piece],
    )
  })
  return terms.slice(0, MAX_TERMS)
}

const createDigitsTerm = (digits: string): Term => {
  const phoneEnd = digits.length >= COMPLETE_DIGITS ? digits.replace(/^0+/, '') : digits
  return [digits, reverseDigits(phoneEnd)]
}

/** SQL condition: the word starts with one of these prefixes. Both engines sort words by code points. */
export const startsWithTerm = (word: string, term: Term) => {
  const column = sql.ref(word)
  const conditions = term.map((prefix) => sql`(${column} >= ${prefix} and ${column} < ${prefix + LAST_LETTER})`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}
const LAST_LETTER = '\u{10ffff}'
