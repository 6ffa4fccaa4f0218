import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { busy } from '../platform/errors.ts'

/** argon2id at the cost that OWASP names as the least, kept as a PHC string, so that the cost can rise later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await oneOfTwo(() => derive(password, salt, cost, TAG_BYTES))
  return phcString(salt, tag)
}

/** Takes as long for an unknown person as for a known one: then it is the hash of nothing that is compared. */
export async function isPassword(password: string, phc: string | null): Promise<boolean> {
  const [, , , parameters, salt, tag] = (phc ?? nobody).split('$')
  const [memory, passes, parallelism] = parameters!.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(tag!, 'base64')
  const found = await oneOfTwo(() =>
    derive(password, Buffer.from(salt!, 'base64'), { memory: memory!, passes: passes!, parallelism: parallelism! }, expected.length),
  )
  return timingSafeEqual(found, expected) && phc !== null
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const phcString = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`

const nobody = phcString(randomBytes(16), randomBytes(TAG_BYTES))

/** The same letters may be typed as one sign or as two; both are the same password. */
const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(Buffer.from(tag)),
    )
  })

/** At most two hashes at a time: they share threads with files and names, which must not wait for a flood of sign-ins. */
let free = 2
const waiting: (() => void)[] = []
/** About two seconds of work. Whoever comes then is told to come back, and not kept waiting for a long line. */
export const MOST_WAITING = 60
const COME_BACK_SECONDS = 3

async function oneOfTwo<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= MOST_WAITING) throw busy(COME_BACK_SECONDS)
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
