import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginesFor, sqlite } from '#testing/engines.ts'
import { startTestApp, demoContent, type TestApp } from '#testing/test-app.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { createPngOfSize } from '#testing/upload-files.ts'
import { openSocket } from '#testing/socket.ts'
import type { TimeLimits } from '#platform/context.ts'
import { BODY_TIMEOUT_MS, MAX_PAUSE_MS } from '#platform/files/upload-stream.ts'
import { endpoints } from '#routes/public.ts'

const sendEnquiryPath = endpoints.sendEnquiry[1]
const MB = 1024 * 1024
const pngFile = createPngOfSize(2 * MB)
const formFields = {
  company: 'Vogt Textil',
  name: 'Lena Vogt',
  email: 'lena@buyer.example',
  lines: '[{"product":"zipper"}]',
}
const createPart = (partHead: string) => `--x\r\ncontent-disposition: form-data; ${partHead}\r\n\r\n`
const formStart =
  Object.entries(formFields)
    .map(([name, value]) => `${createPart(`name="${name}"`)}${value}\r\n`)
    .join('') + createPart('name="files"; filename="swatch.png"')
const formEnd = '\r\n--x--\r\n'
const formLength = formStart.length + pngFile.length + formEnd.length
const createRequestHead = (extraHeaders = '', byteCount = formLength) =>
  `POST ${sendEnquiryPath} HTTP/1.1\r\nhost: x\r\n${extraHeaders}content-type: multipart/form-data; boundary=x\r\ncontent-length: ${byteCount}\r\n\r\n`

for (const engine of enginesFor(import.meta.url)) {
  describe(`file uploads, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      const environment = { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' }
      app = await startTestApp(engine, environment, demoContent, { uploadIdleMs: scaleTimeout(600_000) })
    })
    after(() => app.close())
    beforeEach(async () => {
      for (const table of ['enquiry_line', 'enquiry', 'attachment', 'rate_limit'] as const)
        await app.db.deleteFrom(table).execute()
    })

    const createForwardedHeader = (address: string) => `x-forwarded-for: ${address}\r\n`
    const countStoredParts = async () =>
      (await app.db.selectFrom('attachment_part').select('position').execute()).length
    async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
      while (!(await condition())) await sleep(20)
    }
    const sendForm = (address: string, bytes: Buffer = pngFile) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(formFields)) form.append(name, value)
      form.append('files', new Blob([bytes as Buffer<ArrayBuffer>]), 'swatch.png')
      return app.fetch(sendEnquiryPath, { method: 'POST', body: form, headers: { 'x-forwarded-for': address } })
    }

    test('leave no received parts if the connection breaks (CONT-11)', async () => {
      for (const closeMethod of ['destroy', 'end'] as const) {
        const { socket, write } = await openSocket(app.url)
        write(createRequestHead(createForwardedHeader('203.0.113.1')) + formStart)
        socket.write(pngFile.subarray(0, MB))
        await waitUntil(async () => (await countStoredParts()) > 2)
        socket[closeMethod]()
        await waitUntil(async () => (await countStoredParts()) === 0)
        socket.destroy()
      }
      assert.deepEqual(await app.db.selectFrom('attachment').selectAll().execute(), [])
      assert.deepEqual(await app.db.selectFrom('enquiry').selectAll().execute(), [])
    })

    test('are limited to four concurrent uploads per caller, without blocking other callers (A3)', async () => {
      const openUploads = await Promise.all(Array.from({ length: 4 }, () => openSocket(app.url)))
      for (const { write } of openUploads) write(createRequestHead(createForwardedHeader('203.0.113.2')) + formStart)
      await waitUntil(async () => (await sendForm('203.0.113.2')).status === 429)
      const rejection = await sendForm('203.0.113.2')
      assert.equal(rejection.headers.get('retry-after'), '30')
      assert.match((await rejection.json()).message, /network are still being uploaded/)
      assert.equal((await sendForm('203.0.113.3')).status, 200)
      for (const { socket } of openUploads) socket.destroy()
      await waitUntil(async () => (await sendForm('203.0.113.2')).status === 200)
    })

    test('are limited in volume per network and day, while forms without files are accepted (A3)', async () => {
      await sendForm('203.0.113.4')
      const key = 'file_kb:203.0.113.4'
      const row = await app.db.selectFrom('rate_limit').select('hits').where('key', '=', key).executeTakeFirstOrThrow()
      assert.ok(row.hits > 2_000 && row.hits < 2_200, String(row.hits))
      await app.db
        .updateTable('rate_limit')
        .set({ hits: 199 * 1024 })
        .where('key', '=', key)
        .execute()
      const rejection = await sendForm('203.0.113.4')
      assert.deepEqual([rejection.status, rejection.headers.get('retry-after')], [429, '86400'])
      assert.match((await rejection.json()).message, /Send this without files, or wait 24 hours/)
      const body = JSON.stringify({ ...formFields, lines: [{ product: 'zipper' }] })
      const headers = { 'x-forwarded-for': '203.0.113.4', 'content-type': 'application/json' }
      assert.equal((await app.fetch(sendEnquiryPath, { method: 'POST', body, headers })).status, 200)
      app.clock.advance(86_400_001)
      assert.equal((await sendForm('203.0.113.4')).status, 200)
    })

    test('share one daily limit for all forms and addresses of a network, including rejected uploads (SEC-10)', async () => {
      const rateLimitKey = 'file_kb:2001:db8:0:1'
      const readUsedKb = async () =>
        (await app.db.selectFrom('rate_limit').select('hits').where('key', '=', rateLimitKey).executeTakeFirst())
          ?.hits ?? 0
      const sendContact = (address: string, captchaAnswer: string) => {
        const form = new FormData()
        const values = { name: 'Lena', email: 'lena@buyer.example', captcha_token: 'none', captcha: captchaAnswer }
        for (const [name, value] of Object.entries(values)) form.append(name, value)
        form.append('files', new Blob([pngFile as Buffer<ArrayBuffer>]), 'swatch.png')
        return app.fetch(endpoints.sendContact[1], {
          method: 'POST',
          body: form,
          headers: { 'x-forwarded-for': address },
        })
      }
      assert.equal((await sendForm('2001:db8:0:1::1')).status, 200)
      const firstUsedKb = await readUsedKb()
      assert.ok(firstUsedKb > 2_000, String(firstUsedKb))
      assert.equal((await sendContact('2001:db8:0:1:ffff::2', '7')).status, 422)
      assert.ok((await readUsedKb()) >= 2 * firstUsedKb - 4)
      await app.db
        .updateTable('rate_limit')
        .set({ hits: 199 * 1024 })
        .where('key', '=', rateLimitKey)
        .execute()
      for (const rejection of [await sendForm('2001:db8:0:1::3'), await sendContact('2001:db8:0:1::4', '7')])
        assert.equal(rejection.status, 429)
      assert.equal((await sendForm('2001:db8:0:2::1')).status, 200, 'another network')
      const storedRows = await app.db.selectFrom('attachment').select('enquiry_id').execute()
      assert.ok(storedRows.length === 2 && storedRows.every(({ enquiry_id }) => enquiry_id !== null))
    })

    test('are rejected and not stored if the form has too many parts (SEC-10)', async () => {
      const smallPicture = createPngOfSize().toString('latin1')
      const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': '203.0.113.6' }
      for (const [count, status] of [
        [6, 422],
        [60, 422],
        [65, 400],
        [5_000, 400],
      ] as const) {
        const bytes = Buffer.from(
          `${createPart('name="files"; filename="a.png"')}${smallPicture}\r\n`.repeat(count) + '--x--\r\n',
          'latin1',
        )
        const response = await app.fetch(sendEnquiryPath, {
          method: 'POST',
          body: bytes as Buffer<ArrayBuffer>,
          headers,
        })
        assert.equal(response.status, status, String(count))
        assert.equal(await countStoredParts(), 0)
        assert.deepEqual(await app.db.selectFrom('attachment').select('id').execute(), [])
      }
    })

    test('are rejected and not stored if the form data is malformed (CONT-11)', async () => {
      const png = pngFile.subarray(0, 300_000)
      const bodies: [string, Buffer][] = [
        ['no boundary', Buffer.from('no form at all')],
        ['no end', Buffer.concat([Buffer.from(formStart), png])],
        ['another end', Buffer.concat([Buffer.from(formStart), png, Buffer.from('\r\n--y--\r\n')])],
        ['a head without an end', Buffer.from(`--x\r\ncontent-disposition: form-data; name="${'a'.repeat(9_000)}`)],
        ['no name', Buffer.from('--x\r\ncontent-disposition: form-data\r\n\r\na\r\n--x--\r\n')],
        [
          'no text',
          Buffer.concat([Buffer.from(createPart('name="name"')), Buffer.from([0xff, 0xfe]), Buffer.from(formEnd)]),
        ],
        [
          'fields without end',
          Buffer.from(createPart('name="a"').repeat(100).replaceAll('\r\n\r\n', '\r\n\r\n1\r\n') + '--x--'),
        ],
      ]
      for (const [description, bytes] of bodies) {
        const headers = { 'content-type': 'multipart/form-data; boundary=x', 'x-forwarded-for': '203.0.113.5' }
        const response = await app.fetch(sendEnquiryPath, {
          method: 'POST',
          body: bytes as Buffer<ArrayBuffer>,
          headers,
        })
        assert.equal(response.status, 400, description)
      }
      const largeField = Buffer.from(`${createPart('name="name"')}${'a'.repeat(70_000)}${formEnd}`)
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      assert.equal((await app.fetch(sendEnquiryPath, { method: 'POST', body: largeField, headers })).status, 413)
      assert.equal(await countStoredParts(), 0)
    })
  })
}

describe('slow uploads', () => {
  const startApp = async (t: TestContext, timeLimits: Partial<TimeLimits>) => {
    const app = await startTestApp(sqlite, { RATE_LIMIT: 'on' }, demoContent, timeLimits)
    t.after(() => app.close())
    return app
  }

  test('end with 408 if no data arrives for the allowed time (CONT-11, A3)', async (t) => {
    const app = await startApp(t, { uploadIdleMs: 300 })
    const silentSocket = await openSocket(app.url)
    silentSocket.write(createRequestHead() + formStart)
    assert.match(await silentSocket.readAll(scaleTimeout(60_000)), /^HTTP\/1\.1 408 /)
    assert.deepEqual(await app.db.selectFrom('attachment').select('id').execute(), [])
  })

  test('continue while data arrives, although other slow requests get 408 (CONT-11, A3)', async (t) => {
    const app = await startApp(t, { body: 300, uploadIdleMs: scaleTimeout(600_000) })
    const slowSocket = await openSocket(app.url)
    slowSocket.write(createRequestHead('connection: close\r\n') + formStart)
    const sendChunk = (chunk: Buffer) => new Promise((resolve) => slowSocket.socket.write(chunk, resolve))
    await sendChunk(pngFile.subarray(0, MB))
    const hasStoredPart = async () =>
      (await app.db.selectFrom('attachment_part').select('position').execute()).length > 0
    while (!(await hasStoredPart())) await sleep(20)
    const otherRequest = await openSocket(app.url)
    otherRequest.write(
      `POST ${sendEnquiryPath} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    )
    assert.match(await otherRequest.readAll(scaleTimeout(60_000)), /^HTTP\/1\.1 408 /)
    for (let offset = MB; offset < pngFile.length; offset += 100_000)
      await sendChunk(pngFile.subarray(offset, offset + 100_000))
    slowSocket.write(formEnd)
    assert.match(await slowSocket.readAll(scaleTimeout(60_000)), /^HTTP\/1\.1 200 /)
    const remainingRows = await app.db.selectFrom('attachment').select(['enquiry_id', 'bytes']).execute()
    assert.deepEqual(
      remainingRows.map(({ bytes }) => bytes),
      [pngFile.length],
    )
  })

  test('may pause for ten seconds, while other bodies must be complete after eleven seconds', () => {
    assert.deepEqual([MAX_PAUSE_MS, BODY_TIMEOUT_MS], [10_000, 11_000])
  })
})
