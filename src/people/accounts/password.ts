import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { busy } from '#platform/errors.ts'
import { createFairQueue } from '#platform/background/fair-queue.ts'
import { getCallerKey } from '#platform/http/caller.ts'

/** The network and the account for which a password is hashed. */
interface HashCaller {
  address: string | null
  account: string
}
const systemCaller: HashCaller = { address: null, account: '' }

/** argon2id at OWASP's minimum cost. Stored as a PHC string so that the cost can rise later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32

export async function hashPassword(password: string, caller = systemCaller): Promise<string> {
  const salt = randomBytes(16)
  const tag = await runQueued(caller, () => deriveTag(password, salt, cost, TAG_BYTES))
  return formatPhcString(salt, tag)
}

/**
 * Returns whether the password is correct. Takes as long for an unknown account as for a known one: without a hash it
 * compares with a dummy hash.
 */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  caller = systemCaller,
): Promise<boolean> {
  const [, , , parameters, salt, tag] = (passwordHash ?? dummyHash).split('$')
  const [memory, passes, parallelism] = parameters!.split(',').map((part) => Number(part.slice(2)))
  const expectedTag = Buffer.from(tag!, 'base64')
  const actualHash = await runQueued(caller, () =>
    deriveTag(
      password,
      Buffer.from(salt!, 'base64'),
      { memory: memory!, passes: passes!, parallelism: parallelism! },
      expectedTag.length,
    ),
  )
  return timingSafeEqual(actualHash, expectedTag) && passwordHash !== null
}

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
const formatPhcString = (salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`

const dummyHash = formatPhcString(randomBytes(16), randomBytes(TAG_BYTES))

/** Hashes a password. The same letters can be typed in composed or decomposed form. NFC makes such passwords equal. */
const deriveTag = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number) =>
  new Promise<Buffer>((resolve, reject) => {
    const message = password.normalize('NFC')
    argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) =>
      error ? reject(error) : resolve(Buffer.from(tag)),
    )
  })

/**
 * The maximum number of password hashes that wait: about five seconds of work, and more than the hourly limit of wrong
 * passwords per network.
 */
export const MAX_WAITING_HASHES = 300
const RETRY_AFTER_SECONDS = 3

/**
 * At most two hashes run at a time: they share threads with file and DNS access, which must not wait for a flood of
 * sign-ins. The queue is fair between networks, and between the accounts of one network, so that a flood delays only
 * its own sender. An unknown username counts as an account.
 */
const queue = createFairQueue({
  slots: 2,
  maxWaitingPerCaller: MAX_WAITING_HASHES,
  maxWaitingPerTopic: 20,
  maxWaiting: MAX_WAITING_HASHES,
  createError: () => busy(RETRY_AFTER_SECONDS),
})

async function runQueued<Result>({ address, account }: HashCaller, work: () => Promise<Result>): Promise<Result> {
  const release = await queue.take(address === null ? '' : getCallerKey(address), account)
  try {
    return await work()
  } finally {
    release()
  }
}
