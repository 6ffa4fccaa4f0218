import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { decrypt, encrypt } from './encryption.ts'

const key = randomBytes(32).toString('hex')
const CHUNK_BYTES = 256 * 1024
const SEALED_CHUNK_BYTES = CHUNK_BYTES + 28
const HEADER_BYTES = 27 + 16 + 28

async function* streamInParts(bytes: Buffer, size = 50_000) {
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}
const collect = async (parts: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(parts))
const encryptBytes = (plain: Buffer) => collect(encrypt(streamInParts(plain), key))
const decryptBytes = (sealed: Buffer, withKey: string | undefined = key) =>
  collect(decrypt(streamInParts(sealed), withKey))

describe('the encryption of backups', () => {
  test('returns the same bytes for every size near a chunk boundary (OPS-2)', async () => {
    for (const size of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 3 * CHUNK_BYTES + 5]) {
      const plainBytes = randomBytes(size)
      const sealedBytes = await encryptBytes(plainBytes)
      const chunkCount = Math.max(1, Math.ceil(size / CHUNK_BYTES))
      assert.equal(sealedBytes.length, HEADER_BYTES + size + chunkCount * 28)
      assert.ok((await decryptBytes(sealedBytes)).equals(plainBytes), String(size))
    }
  })

  test('distinguishes a wrong or missing key from damaged data (OPS-2)', async () => {
    const sealedBytes = await encryptBytes(randomBytes(100))
    await assert.rejects(
      decryptBytes(sealedBytes, randomBytes(32).toString('hex')),
      /BACKUP_KEY is not the key of this backup/,
    )
    await assert.rejects(
      collect(decrypt(streamInParts(sealedBytes), undefined)),
      /The backup is encrypted. Set BACKUP_KEY/,
    )
  })

  test('detects a truncated file, also at a chunk boundary (OPS-2)', async () => {
    const sealedBytes = await encryptBytes(randomBytes(3 * CHUNK_BYTES))
    const borders = [0, 1, 2].map((chunk) => HEADER_BYTES + chunk * SEALED_CHUNK_BYTES)
    for (const length of [...borders, HEADER_BYTES - 1, HEADER_BYTES + 10, sealedBytes.length - 1])
      await assert.rejects(decryptBytes(sealedBytes.subarray(0, length)), /damaged or incomplete/, String(length))
  })

  test('detects chunks that were changed, swapped, repeated, appended or taken from another backup (OPS-2)', async () => {
    const plainBytes = randomBytes(3 * CHUNK_BYTES)
    const sealedBytes = await encryptBytes(plainBytes)
    const header = sealedBytes.subarray(0, HEADER_BYTES)
    const chunks = [0, 1, 2].map((at) =>
      sealedBytes.subarray(HEADER_BYTES + at * SEALED_CHUNK_BYTES, HEADER_BYTES + (at + 1) * SEALED_CHUNK_BYTES),
    )
    const [firstChunk, secondChunk, lastChunk] = chunks as [Buffer, Buffer, Buffer]
    const foreignChunk = (await encryptBytes(plainBytes)).subarray(HEADER_BYTES, HEADER_BYTES + SEALED_CHUNK_BYTES)
    for (const forgedBytes of [
      [secondChunk, firstChunk, lastChunk],
      [firstChunk, firstChunk, lastChunk],
      [firstChunk, lastChunk],
      [firstChunk, secondChunk, lastChunk, lastChunk],
      [firstChunk, secondChunk, lastChunk, Buffer.of(0)],
      [foreignChunk, secondChunk, lastChunk],
    ])
      await assert.rejects(decryptBytes(Buffer.concat([header, ...forgedBytes])), /damaged or incomplete/)
    for (const offset of [
      HEADER_BYTES,
      HEADER_BYTES + 20,
      HEADER_BYTES + SEALED_CHUNK_BYTES - 1,
      sealedBytes.length - 1,
    ]) {
      const changedBytes = Buffer.from(sealedBytes)
      changedBytes[offset]! ^= 1
      await assert.rejects(decryptBytes(changedBytes), /damaged or incomplete/, String(offset))
    }
  })
})
