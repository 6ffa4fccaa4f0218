import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import sharp from 'sharp'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import {
  createAvifClaiming,
  createAvifGrid,
  createGif,
  createJpegWithScans,
  createPackedBombs,
  createPng,
  createWebp,
} from '#testing/picture-bombs.ts'
import { createSwatch } from '#testing/upload-pictures.ts'
import { decode, readHeader } from './pixels.ts'

const MB = 1024 * 1024
/** An empty zlib stream. */
const EMPTY_ZLIB_STREAM = Buffer.from('789c030000000001', 'hex')

for (const engine of enginesFor(import.meta.url)) {
  describe(`a decompression bomb, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    before(async () => {
      token = await app.signIn('owner')
    })

    const send = (name: string, bytes: Buffer) => app.call('addPicture', {}, { token, files: [{ name, bytes }] })
    /**
     * Uploads a picture and runs its job. Returns the error text, or the state of the upload with the reason of a
     * failure.
     */
    async function uploadAndGetResult(name: string, bytes: Buffer): Promise<string> {
      const { status, body } = await send(name, bytes)
      if (status === 422) return Object.values(body.errors).flat().join(' ')
      assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
      await app.worker.runDue()
      const upload = (await app.call('getPictureUpload', { id: body.upload.id }, { token })).body
      return upload.state === 'failed' ? `failed: ${upload.reason}` : upload.state
    }
    const countStoredParts = async () => {
      const tables = ['attachment_part', 'picture_upload_part'] as const
      const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).select('position').execute()))
      return rows.flat().length
    }

    test('is rejected because of its header or type, before any decoding (SEC-10)', async () => {
      const bombs: [string, Buffer, RegExp][] = [
        ['claim.png', createPng(0x7fffffff, 0x7fffffff, [], EMPTY_ZLIB_STREAM), /damaged/],
        ['screen.gif', createGif(0xffff, 0xffff), /too small|million pixels/],
        ['canvas.webp', await createWebp(1, 16_384, 16_384), /damaged|million pixels/],
        ['frames.webp', await createWebp(10_001, 640, 480), /damaged/],
        ['claim.avif', await createAvifClaiming(65_535, 65_535), /million pixels/],
        ['wrapping claim.avif', await createAvifClaiming(0xffffffff, 0xffffffff), /damaged|million pixels/],
        ['tiles.avif', await createAvifGrid(255, 64), /damaged|million pixels|longer/],
      ]
      for (const [name, bytes, errorPattern] of bombs)
        assert.match(await uploadAndGetResult(name, bytes), errorPattern, name)
      assert.equal(await countStoredParts(), 0)
    })

    test('fails if its data does not match its size and does not block the next picture (SEC-10)', async () => {
      for (const [name, bytes] of [
        ['short.png', createPng(7_000, 7_000, [], EMPTY_ZLIB_STREAM)],
        ['scans.jpg', await createJpegWithScans(MB)],
        ['larger than it is.avif', await createAvifClaiming(7_000, 7_000)],
      ] as const)
        assert.match(await uploadAndGetResult(name, bytes), /^failed|damaged/, name)
      assert.equal(await countStoredParts(), 0)
      assert.equal(await uploadAndGetResult('good.jpg', await createSwatch(61)), 'ready')
    })

    test('is stored like any other picture if only its metadata is a bomb (SEC-10)', async () => {
      for (const [name, bytes] of createPackedBombs(50 * MB))
        assert.equal(await uploadAndGetResult(name, bytes), 'ready', name)
      assert.equal(await uploadAndGetResult('frames.webp', await createWebp(2_000, 640, 480)), 'ready')
    })
  })
}

test('the decoder rejects formats that the library does not accept (SEC-10)', async () => {
  const drawingSvg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="9" height="9"/></svg>'
  const plainImage = sharp({ create: { width: 600, height: 400, channels: 3, background: '#88aacc' } })
  for (const bytes of [Buffer.from(drawingSvg), await plainImage.tiff().toBuffer()]) {
    assert.equal(await readHeader(bytes), null)
    await assert.rejects(decode(bytes))
  }
})
