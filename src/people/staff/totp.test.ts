import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { buildOtpauthUrl, computeCode, toBase32, findStep } from './totp.ts'

const STEP_MS = 30_000

test('codes equal those of other authenticator apps for a thousand secrets and times (OFF-8)', () => {
  for (let round = 0; round < 1000; round++) {
    const secret = randomBytes(20)
    const now = Math.floor(Math.random() * 4e12)
    const expectedCode = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({
      timestamp: now,
    })
    assert.equal(computeCode(secret, Math.floor(now / STEP_MS)), expectedCode)
  }
})

test('the setup URL can be parsed by authenticator apps for any names (OFF-8)', () => {
  const secret = randomBytes(20)
  for (const [issuer, name] of [
    ['Selvage', 'Nasreen Akter'],
    ['সেলভেজ: ঢাকা', 'নাসরিন আক্তার & co'],
  ] as const) {
    const parsedUrl = URI.parse(buildOtpauthUrl(secret, issuer, name)) as TOTP
    assert.deepEqual(
      [parsedUrl.issuer, parsedUrl.label, parsedUrl.secret.base32],
      [issuer.replace(':', ''), name, toBase32(secret)],
    )
    assert.deepEqual([parsedUrl.digits, parsedUrl.period, parsedUrl.algorithm], [6, 30, 'SHA1'])
  }
})

test('a code is valid for half a minute before and after its time, but not at or before the last used step (OFF-8)', () => {
  const secret = randomBytes(20)
  const now = 1_800_000_000_000
  const step = now / STEP_MS
  for (const offset of [-1, 0, 1])
    assert.equal(findStep(secret, computeCode(secret, step + offset), now, 0), step + offset)
  for (const offset of [-2, 2]) assert.equal(findStep(secret, computeCode(secret, step + offset), now, 0), null)
  assert.equal(findStep(secret, computeCode(secret, step), now, step), null)
  assert.equal(findStep(secret, computeCode(secret, step - 1), now, step), null)
})
