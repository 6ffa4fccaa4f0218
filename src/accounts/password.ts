import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FieldSentences } from '../platform/errors.ts'
import { PASSWORD_MIN_LETTERS } from './password-rule.ts'

/** argon2id at the cost that OWASP names as the least, kept as a PHC string, so that the cost can rise later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

/** What is wrong with a new password, as sentences for its field. Length counts; no kinds of letters are demanded. */
export function faultOfPassword(password: string, person: { name?: string; email?: string; username?: string }): FieldSentences[string] | null {
  if ([...password].length < PASSWORD_MIN_LETTERS) return [{ key: 'error.password_short', values: { min: PASSWORD_MIN_LETTERS } }]
  const folded = password.normalize('NFKC').toLowerCase()
  const own = [person.name, person.email, person.username].filter((part) => part !== undefined).map((part) => part.toLowerCase())
  const guessable = own.includes(folded) || common.has(folded) || /^(.{1,4})\1+$/.test(folded) || isRun(folded)
  return guessable ? [{ key: 'error.password_common' }] : null
}

/** The longer ones of the passwords that are tried first everywhere. Shorter ones fail by their length. */
const common = new Set(
  `password12 password123 password1234 password12345 password123456 passw0rd123 1q2w3e4r5t 1q2w3e4r5t6y qwertyuiop qwertyuiop123
  qwerty1234 qwerty12345 qwerty123456 1qaz2wsx3edc zaq12wsxcde3 iloveyou12 iloveyou123 iloveyou1234 letmein123 letmein1234
  welcome123 welcome1234 administrator admin12345 admin123456 changeme123 football123 baseball123 superman123 princess123
  sunshine123 monkey12345 dragon12345 bangladesh bangladesh1 bangladesh123 bangladesh71 dhaka12345 abcd123456 abc1234567
  asdfghjkl123 asdfghjkl1 asdf123456 zxcvbnm123 trustno1234 computer123 internet123 q1w2e3r4t5 q1w2e3r4t5y6 selvage123 selvage1995`.split(/\s+/),
)

/** 1234567890, abcdefghij and the like, forwards or backwards. */
const isRun = (text: string): boolean => [text, [...text].toReversed().join('')].some((each) => runs.some((run) => run.includes(each)))
const runs = ['0123456789'.repeat(14), 'abcdefghijklmnopqrstuvwxyz'.repeat(6), 'qwertyuiopasdfghjklzxcvbnm']

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await oneOfTwo(() => derive(password, salt, cost, TAG_BYTES))
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** Takes as long for an unknown person as for a known one: then it is the hash of nothing that is compared. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const [, , , parameters, salt, tag] = (phc ?? (await nobody())).split('$')
  const [memory, passes, parallelism] = parameters!.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag!, 'base64')
  const found = await oneOfTwo(() =>
    derive(password, Buffer.from(salt!, 'base64'), { memory: memory!, passes: passes!, parallelism: parallelism! }, expected.length),
  )
  return timingSafeEqual(found, expected) && phc !== null
}

let nobodysHash: Promise<string> | undefined
const nobody = () => (nobodysHash ??= hashPassword(randomBytes(16).toString('hex')))

const derive = (message: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number) =>
  new Promise<Buffer>((resolve, reject) => {
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(Buffer.from(tag)),
    )
  })

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** At most two hashes at a time: they share threads with files and names, which must not wait for a flood of sign-ins. */
let free = 2
const waiting: (() => void)[] = []

async function oneOfTwo<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free === 0) await new Promise<void>((go) => waiting.push(go))
  else free--
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}
