import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Secret, TOTP, URI } from 'otpauth'
import { appAddress, codeAt, inBase32, stepOfCode } from './totp.ts'

const STEP_MS = 30_000

test('codes match those of other apps for a thousand secrets and times (OFF-8)', () => {
  for (let each = 0; each < 1000; each++) {
    const secret = randomBytes(20)
    const now = Math.floor(Math.random() * 4e12)
    const theirs = new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate({
      timestamp: now,
    })
    assert.equal(codeAt(secret, Math.floor(now / STEP_MS)), theirs)
  }
})

test('the app address can be read by apps, whatever the names contain (OFF-8)', () => {
  const secret = randomBytes(20)
  for (const [issuer, name] of [
    ['Selvage', 'Nasreen Akter'],
    ['সেলভেজ: ঢাকা', 'নাসরিন আক্তার & co'],
  ] as const) {
    const read = URI.parse(appAddress(secret, issuer, name)) as TOTP
    assert.deepEqual([read.issuer, read.label, read.secret.base32], [issuer.replace(':', ''), name, inBase32(secret)])
    assert.deepEqual([read.digits, read.period, read.algorithm], [6, 30, 'SHA1'])
  }
})

test('a code is valid half a minute early and late, but not at or before the last used step (OFF-8)', () => {
  const secret = randomBytes(20)
  const now = 1_800_000_000_000
  const step = now / STEP_MS
  for (const off of [-1, 0, 1]) assert.equal(stepOfCode(secret, codeAt(secret, step + off), now, 0), step + off)
  for (const off of [-2, 2]) assert.equal(stepOfCode(secret, codeAt(secret, step + off), now, 0), null)
  assert.equal(stepOfCode(secret, codeAt(secret, step), now, step), null)
  assert.equal(stepOfCode(secret, codeAt(secret, step - 1), now, step), null)
})
