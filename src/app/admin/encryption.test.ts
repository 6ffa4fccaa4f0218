import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { decrypt, encrypt } from './encryption.ts'

const key = randomBytes(32).toString('hex')
const CHUNK = 256 * 1024
const SEALED_CHUNK = CHUNK + 28
const HEADER = 27 + 16 + 28

async function* streamInParts(bytes: Buffer, size = 50_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const collect = async (parts: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(parts))
const seal = (plain: Buffer) => collect(encrypt(streamInParts(plain), key))
const open = (sealed: Buffer, withKey: string | undefined = key) => collect(decrypt(streamInParts(sealed), withKey))

describe('the encryption of backups', () => {
  test('returns the same bytes for every size near a chunk boundary (OPS-2)', async () => {
    for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5]) {
      const plainBytes = randomBytes(size)
      const sealedBytes = await seal(plainBytes)
      const chunks = Math.max(1, Math.ceil(size / CHUNK))
      assert.equal(sealedBytes.length, HEADER + size + chunks * 28)
      assert.ok((await open(sealedBytes)).equals(plainBytes), String(size))
    }
  })

  test('distinguishes a wrong or missing key from damaged data (OPS-2)', async () => {
    const sealedBytes = await seal(randomBytes(100))
    await assert.rejects(open(sealedBytes, randomBytes(32).toString('hex')), /BACKUP_KEY is not the key of this backup/)
    await assert.rejects(collect(decrypt(streamInParts(sealedBytes), undefined)), /The backup is encrypted. Set BACKUP_KEY/)
  })

  test('detects a truncated file, also at a chunk boundary (OPS-2)', async () => {
    const sealedBytes = await seal(randomBytes(3 * CHUNK))
    const borders = [0, 1, 2].map((chunk) => HEADER + chunk * SEALED_CHUNK)
    for (const length of [...borders, HEADER - 1, HEADER + 10, sealedBytes.length - 1])
      await assert.rejects(open(sealedBytes.subarray(0, length)), /damaged or incomplete/, String(length))
  })

  test('detects chunks that were changed, swapped, repeated, appended or taken from another backup (OPS-2)', async () => {
    const plainBytes = randomBytes(3 * CHUNK)
    const sealedBytes = await seal(plainBytes)
    const header = sealedBytes.subarray(0, HEADER)
    const chunks = [0, 1, 2].map((at) => sealedBytes.subarray(HEADER + at * SEALED_CHUNK, HEADER + (at + 1) * SEALED_CHUNK))
    const [firstChunk, secondChunk, lastChunk] = chunks as [Buffer, Buffer, Buffer]
    const foreignChunk = (await seal(plainBytes)).subarray(HEADER, HEADER + SEALED_CHUNK)
    for (const forgedBytes of [
      [secondChunk, firstChunk, lastChunk],
      [firstChunk, firstChunk, lastChunk],
      [firstChunk, lastChunk],
      [firstChunk, secondChunk, lastChunk, lastChunk],
      [firstChunk, secondChunk, lastChunk, Buffer.of(0)],
      [foreignChunk, secondChunk, lastChunk],
    ])
      await assert.rejects(open(Buffer.concat([header, ...forgedBytes])), /damaged or incomplete/)
    for (const at of [HEADER, HEADER + 20, HEADER + SEALED_CHUNK - 1, sealedBytes.length - 1]) {
      const changedBytes = Buffer.from(sealedBytes)
      changedBytes[at]! ^= 1
      await assert.rejects(open(changedBytes), /damaged or incomplete/, String(at))
    }
  })
})
