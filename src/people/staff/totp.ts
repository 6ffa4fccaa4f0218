import { createHmac, timingSafeEqual } from 'node:crypto'

/** The time for which an authenticator app shows a one-time code of six digits (RFC 6238). */
const STEP_MS = 30_000
const CODE_DIGITS = 6
/** The number of steps that a clock may be early or late: half a minute. */
const TOLERATED_STEPS = 1

export const SECRET_LENGTH_BYTES = 20

/** Returns the step of a valid code, or null. Only steps after `lastStep` are valid. */
export function findStep(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const currentStep = Math.floor(now / STEP_MS)
  for (let step = currentStep - TOLERATED_STEPS; step <= currentStep + TOLERATED_STEPS; step++)
    if (step > lastStep && isSame(computeCode(secret, step), code)) return step
  return null
}

export function computeCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash[hash.length - 1]! & 15
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** CODE_DIGITS
  return String(number).padStart(CODE_DIGITS, '0')
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/**
 * The address from which an app reads the secret and the names. A colon separates the names, so it is removed from
 * them.
 */
export function buildOtpauthUrl(secret: Uint8Array, issuer: string, name: string): string {
  const [issuerName, accountName] = [issuer, name].map((text) =>
    encodeURIComponent(text.replace(/[:\s]+/g, ' ').trim()),
  )
  return `otpauth://totp/${issuerName}:${accountName}?secret=${toBase32(secret)}&issuer=${issuerName}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((chunk) => alphabet[parseInt(chunk.padEnd(5, '0'), 2)]).join('')
}
