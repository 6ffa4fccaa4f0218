/** The password rule as far as a page can check it while the user types: long enough and hard to guess. */
export const PASSWORD_MIN_LENGTH = 10

/** Long enough for any sentence. Hashing longer input would only let attackers keep the server busy. */
export const PASSWORD_MAX_LENGTH = 256

/** The account holder, as far as known. */
export interface Person {
  name?: string | undefined
  email?: string | undefined
  username?: string | undefined
}

/** Overlong passwords skip the checks below; the maximum length of the field rejects them. */
const isTooLong = (password: string): boolean => password.length > PASSWORD_MAX_LENGTH

export const isLongEnough = (password: string): boolean =>
  isTooLong(password) || [...password.normalize('NFC')].length >= PASSWORD_MIN_LENGTH

/** `isCommon` tests for common passwords. A page knows a few of them, the server the whole list. */
export function isGuessable(
  password: string,
  { name = '', email = '', username = '' }: Person,
  isCommon = (word: string) => fewWords.test(word),
): boolean {
  if (isTooLong(password)) return false
  const text = fold(password)
  if (/^(.{1,4})\1+$/su.test(text) || isRun(text)) return true
  const own = [name, email, email.split('@')[0]!, username].map((each) => bare(fold(each))).filter(Boolean)
  const known = (word: string) => isCommon(word) || own.includes(bare(word))
  return known(text) || [text, withoutDisguise(text)].map(core).some((word) => word !== null && known(word))
}
const fewWords = /^(password|qwerty|admin|welcome|football|iloveyou|letmein|bangladesh|dhaka|selvage)$/

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const bare = (text: string) => text.replace(/[\s._-]/g, '')

/** Whether the text is a run such as 1234567890 or abcdefghij, forwards or backwards. */
const isRun = (text: string): boolean =>
  text !== '' && [text, [...text].toReversed().join('')].some((each) => runs.some((run) => run.includes(each)))
const runs = ['0123456789'.repeat(26), 'abcdefghijklmnopqrstuvwxyz'.repeat(10), 'qwertyuiopasdfghjklzxcvbnm']

/** Returns the word inside `2027Football!`, or null if many other characters surround the word. */
function core(text: string): string | null {
  const word = /[\p{L}\p{M}](?:.*[\p{L}\p{M}])?/su.exec(text)?.[0]
  return word !== undefined && text.length - word.length <= MAX_AROUND ? word : null
}
const MAX_AROUND = 6

/** Reads `p@ssw0rd` as `password`. `coreWord` strips digits at the end. */
function withoutDisguise(text: string): string {
  const [upToLastEmail] = /^(?:.*\p{L})?/su.exec(text)!
  const undone = upToLastEmail.replace(/[013457@$]/g, (sign) => disguises[sign as keyof typeof disguises])
  return undone + text.slice(upToLastEmail.length)
}
const disguises = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }
