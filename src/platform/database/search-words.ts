import { sql } from 'kysely'

/*
 * By which words people and what is theirs are found. They are rows of their own, so that both engines find the same,
 * quickly, and in every script: a word is found by how it begins. A phone number is kept from its last digit to its first,
 * and so found by how it ends.
 */

/** What of somebody, or of something of theirs, is searched. */
interface Searched {
  /** References: one word each. */
  codes?: readonly string[]
  name: string
  email: string
  /** With the code of its country, as far as that is known. */
  phone: string
}

/** What is longer is found by as much of it. */
const MAX_LENGTH = 80
const MAX_TERMS = 8
/** Fewer digits are the end of too many numbers. */
const MIN_DIGITS = 3
/** With so many a number is whole, and may begin with the zero that is said at home. */
const WHOLE_DIGITS = 9

/** The words to be kept. One that another begins with need not stand beside it. */
export function wordsToKeep({ codes = [], name, email, phone }: Searched): string[] {
  const address = folded(email)
  const [own = '', domain = ''] = address.split('@')
  const number = digitsOf(phone)
  const all = [...codes.map(folded), ...piecesOf(folded(name)), ...piecesOf(own), address, domain]
  const words = [...new Set(all)].map((word) => word.slice(0, MAX_LENGTH)).filter(Boolean)
  const needed = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
  return number ? [...needed, fromItsEnd(number)] : needed
}

/** One spelling for all: letters of any case and width, with or without accents; digits of either language. */
const folded = (text: string): string =>
  text
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u200b-\u200d]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** In Bangla what a letter carries belongs to it. */
const piecesOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const digitsOf = (text: string): string => folded(text).replace(/\D/g, '')
/** No word of a name begins with such a mark. */
const fromItsEnd = (digits: string): string => '#' + [...digits].toReversed().join('')

/** The word of a whole address. */
export const wordOfAddress = (email: string): string => folded(email).slice(0, MAX_LENGTH)

/** What one word that was typed may be the beginning of; one of it is enough. */
export type Term = readonly string[]

/** What was typed, word by word: each must be found. Digits alone, with whatever stands between them, are the end of a number. */
export function termsOf(typed: string): Term[] {
  const text = folded(typed).trim()
  if (/^\+?[\d\s().\-/]+$/.test(text) && digitsOf(text).length >= MIN_DIGITS) return [asDigits(digitsOf(text))]
  const terms = text.split(/\s+/).flatMap((word) => {
    const whole = word.replace(/^[^\p{L}\p{M}\p{N}]+/u, '').slice(0, MAX_LENGTH)
    if (whole.includes('@')) return [[whole]]
    const pieces = piecesOf(whole)
    // buyer.example is one word of an address, A.K.M. are three of a name: which of them, is seen by what is found.
    return pieces.map((piece) =>
      pieces.length > 1 ? [piece, whole] : /^\d{3,}$/.test(piece) ? asDigits(piece) : [piece],
    )
  })
  return terms.slice(0, MAX_TERMS)
}

const asDigits = (digits: string): Term => {
  const end = digits.length >= WHOLE_DIGITS ? digits.replace(/^0+/, '') : digits
  return [digits, fromItsEnd(end)]
}

/** SQL: whether a word begins like one of these. Both engines sort them by their code points. */
export const beginsLike = (word: string, term: Term) => {
  const column = sql.ref(word)
  const like = term.map((beginning) => sql`(${column} >= ${beginning} and ${column} < ${beginning + LAST_LETTER})`)
  return sql<boolean>`(${sql.join(like, sql` or `)})`
}
const LAST_LETTER = '\u{10ffff}'
