import { createHmac, timingSafeEqual } from 'node:crypto'

/** One-time codes of an app (RFC 6238), as every such app reckons them: six digits, a new one each half minute. */
const STEP_MS = 30_000
const DIGITS = 6
/** Whose clock is half a minute off is let in all the same. */
const STEPS_OFF = 1

export const secretBytes = 20

/** The step whose code this is, or null. Only steps after the last one that was taken count. */
export function stepOfCode(secret: Uint8Array, code: string, now: number, lastStep: number): number | null {
  const present = Math.floor(now / STEP_MS)
  for (let step = present - STEPS_OFF; step <= present + STEPS_OFF; step++)
    if (step > lastStep && isSame(codeAt(secret, step), code)) return step
  return null
}

export function codeAt(secret: Uint8Array, step: number): string {
  const moment = Buffer.alloc(8)
  moment.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(moment).digest()
  const offset = hash[hash.length - 1]! & 15
  const number = (hash.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** The address from which an app learns the secret, and what to call it. A colon parts the two names, so they hold none. */
export function appAddress(secret: Uint8Array, issuer: string, name: string): string {
  const [who, whose] = [issuer, name].map((text) => encodeURIComponent(text.replace(/[:\s]+/g, ' ').trim()))
  return `otpauth://totp/${who}:${whose}?secret=${inBase32(secret)}&issuer=${who}`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function inBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[parseInt(five.padEnd(5, '0'), 2)]).join('')
}
