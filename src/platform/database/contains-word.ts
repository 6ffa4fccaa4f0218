import { sql, type RawBuilder } from 'kysely'
import { toDigits, toLatinDigits } from '#locales/digits.ts'
import { escapeLike } from './escape-like.ts'

/** SQL condition: one of the texts contains the word. Case and the digits of either language do not matter. */
export const containsWord = (texts: readonly RawBuilder<unknown>[], word: string): RawBuilder<boolean> =>
  anyTextIsLike(texts, word, (spelling) => `%${spelling}%`)

/** SQL condition: the text starts with the word. Case and the digits of either language do not matter. */
export const startsWithWord = (text: RawBuilder<unknown>, word: string): RawBuilder<boolean> =>
  anyTextIsLike([text], word, (spelling) => `${spelling}%`)

function anyTextIsLike(
  texts: readonly RawBuilder<unknown>[],
  word: string,
  toPattern: (spelling: string) => string,
): RawBuilder<boolean> {
  const digitSpellings = new Set([word, toLatinDigits(word), toDigits(word, 'bn')])
  const spellings = [...digitSpellings].flatMap(spellCases)
  const patterns = spellings.map((spelling) => toPattern(escapeLike(spelling)))
  const conditions = texts.flatMap((text) => patterns.map((pattern) => sql`lower(${text}) like ${pattern} escape '\\'`))
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Spells a word in the cases in which it may be stored: all lower, all upper, or capitalized. ASCII letters are always
 * lower, because `lower` of SQLite, and of PostgreSQL in some locales, changes no other letters.
 */
function spellCases(word: string): string[] {
  const lowerCase = word.toLowerCase()
  const [firstLetter = '', ...otherLetters] = lowerCase
  const spellings = [lowerCase, lowerCase.toUpperCase(), firstLetter.toUpperCase() + otherLetters.join('')]
  const storedSpellings = spellings.map((spelling) =>
    spelling.normalize('NFC').replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  )
  return [...new Set(storedSpellings)]
}
