// The password rule as far as a page can check it while the user types: long enough and hard to guess.

export const PASSWORD_MIN_LENGTH = 10

/** The maximum password length. Hashing longer passwords would only let attackers keep the server busy. */
export const PASSWORD_MAX_LENGTH = 256

/** The account holder, as far as known. */
export interface Person {
  name?: string | undefined
  email?: string | undefined
  username?: string | undefined
}

/** Returns whether a password is longer than its field allows. The field rejects it, so the other checks skip it. */
const isTooLong = (password: string): boolean => password.length > PASSWORD_MAX_LENGTH

export const isLongEnough = (password: string): boolean =>
  isTooLong(password) || [...password.normalize('NFC')].length >= PASSWORD_MIN_LENGTH

/**
 * Returns whether the password is easy to guess. `isCommon` tests for common passwords. A page knows a few of them, the
 * server the whole list.
 */
export function isGuessable(
  password: string,
  { name = '', email = '', username = '' }: Person,
  isCommon = (word: string) => commonWordPattern.test(word),
): boolean {
  if (isTooLong(password)) return false
  const normalizedPassword = normalize(password)
  if (/^(.{1,4})\1+$/su.test(normalizedPassword) || isCharacterRun(normalizedPassword)) return true
  const personalWords = [name, email, email.split('@')[0]!, username]
    .map((each) => removeSeparators(normalize(each)))
    .filter(Boolean)
  const isKnownWord = (word: string) => isCommon(word) || personalWords.includes(removeSeparators(word))
  return (
    isKnownWord(normalizedPassword) ||
    [normalizedPassword, replaceSubstitutes(normalizedPassword)]
      .map(extractCoreWord)
      .some((word) => word !== null && isKnownWord(word))
  )
}
const commonWordPattern = /^(password|qwerty|admin|welcome|football|iloveyou|letmein|bangladesh|dhaka|selvage)$/

const normalize = (text: string) => text.normalize('NFKC').toLowerCase()
const removeSeparators = (text: string) => text.replace(/[\s._-]/g, '')

/** Returns whether the text is a run such as 1234567890 or abcdefghij, forwards or backwards. */
const isCharacterRun = (text: string): boolean =>
  text !== '' && [text, [...text].toReversed().join('')].some((each) => characterRuns.some((run) => run.includes(each)))
const characterRuns = ['0123456789'.repeat(26), 'abcdefghijklmnopqrstuvwxyz'.repeat(10), 'qwertyuiopasdfghjklzxcvbnm']

/** Returns the word inside `2027Football!`, or null if many other characters surround the word. */
function extractCoreWord(text: string): string | null {
  const word = /[\p{L}\p{M}](?:.*[\p{L}\p{M}])?/su.exec(text)?.[0]
  return word !== undefined && text.length - word.length <= MAX_SURROUNDING_LENGTH ? word : null
}
const MAX_SURROUNDING_LENGTH = 6

/** Reads `p@ssw0rd` as `password`. `extractCoreWord` strips digits at the end. */
function replaceSubstitutes(text: string): string {
  const [upToLastLetter] = /^(?:.*\p{L})?/su.exec(text)!
  const decodedPassword = upToLastLetter.replace(/[013457@$]/g, (sign) => substitutes[sign as keyof typeof substitutes])
  return decodedPassword + text.slice(upToLastLetter.length)
}
const substitutes = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }
