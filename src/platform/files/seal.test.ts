import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openSealer } from './seal.ts'

const [key, otherKey] = ['ab'.repeat(32), 'cd'.repeat(32)]
const secret = Buffer.from('A 123 456')

describe('openSealer (OFF-232)', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seal-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('decrypts data unchanged, only with the same key and for the same purpose', () => {
    const sealer = openSealer({ key, folder: null })!
    const sealedBytes = Buffer.from(sealer.seal(secret, 'one'))
    assert.ok(!sealedBytes.includes(secret))
    assert.deepEqual(sealer.open(sealedBytes, 'one'), secret)
    assert.equal(sealer.open(sealedBytes, 'other'), null, 'opened for another purpose')
    assert.equal(openSealer({ key: otherKey, folder: null })!.open(sealedBytes, 'one'), null)
    for (const index of [0, 12, sealedBytes.length - 1]) {
      const changedBytes = Buffer.from(sealedBytes)
      changedBytes[index]! ^= 1
      assert.equal(sealer.open(changedBytes, 'one'), null, `byte ${index}`)
    }
    for (const length of [0, 5, 27])
      assert.equal(sealer.open(sealedBytes.subarray(0, length), 'one'), null, 'truncated')
    assert.notDeepEqual(Buffer.from(sealer.seal(secret, 'one')), sealedBytes, 'sealing twice gives different bytes')
  })

  test('creates its own key in the folder of an embedded database, readable only by its owner', async () => {
    const sealedSecret = openSealer({ key: undefined, folder })!.seal(secret, 'one')
    assert.deepEqual(
      openSealer({ key: undefined, folder })!.open(sealedSecret, 'one'),
      secret,
      'also in the next process',
    )
    const keyFile = join(folder, 'seal.key')
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600)
    assert.match(await readFile(keyFile, 'utf8'), /^[0-9a-f]{64}\n$/)
    await writeFile(keyFile, 'half')
    assert.throws(() => openSealer({ key: undefined, folder })!.seal(secret, 'one'), /holds no key/)
  })

  test('returns null without a shared key if there may be several processes', () => {
    assert.equal(openSealer({ key: undefined, folder: null }), null)
  })
})
