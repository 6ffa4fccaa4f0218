import { readFileSync } from 'node:fs'
import type { FieldSentences } from '../platform/errors.ts'
import { PASSWORD_MIN_LETTERS } from './password-rule.ts'

interface Person {
  name: string
  email: string
  username: string
}

/** What is wrong with a new password, as sentences for its field. Length counts; no kinds of letters are demanded. */
export function faultOfPassword(password: string, person: Person): FieldSentences[string] | null {
  const letters = [...password.normalize('NFC')].length
  if (letters < PASSWORD_MIN_LETTERS) return [{ key: 'error.password_short', values: { min: PASSWORD_MIN_LETTERS } }]
  return isGuessable(fold(password), person) ? [{ key: 'error.password_common' }] : null
}

function isGuessable(text: string, { name, email, username }: Person): boolean {
  if (/^(.{1,4})\1+$/su.test(text) || isRun(text)) return true
  const own = [name, email, email.split('@')[0]!, username].map((each) => bare(fold(each))).filter(Boolean)
  const known = (word: string) => commonPasswords().has(word) || own.includes(bare(word))
  return known(text) || [text, withoutDisguise(text)].map(core).some((word) => word !== null && known(word))
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase()
const bare = (text: string) => text.replace(/[\s._-]/g, '')

/** 1234567890, abcdefghij and the like, forwards or backwards. */
const isRun = (text: string): boolean => [text, [...text].toReversed().join('')].some((each) => runs.some((run) => run.includes(each)))
const runs = ['0123456789'.repeat(26), 'abcdefghijklmnopqrstuvwxyz'.repeat(10), 'qwertyuiopasdfghjklzxcvbnm']

/** The word in the middle of `2027Football!`, unless so much stands around it that the word no longer matters. */
function core(text: string): string | null {
  const word = text.replace(/^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu, '')
  return word !== '' && text.length - word.length <= MOST_AROUND ? word : null
}
const MOST_AROUND = 6

/** `p@ssw0rd` for what it is. Digits at the end are left to `core`. */
const withoutDisguise = (text: string) =>
  text.replace(/[013457@$](?=.*\p{L})/gu, (sign) => disguises[sign as keyof typeof disguises])
const disguises = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

let list: Set<string> | undefined
/** Read when the first password is chosen. */
function commonPasswords(): Set<string> {
  const lines = () => readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return (list ??= new Set(lines().filter((line) => !line.startsWith('#')).flatMap((line) => line.split(' '))))
}
