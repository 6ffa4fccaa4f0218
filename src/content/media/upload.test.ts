import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { createPhotograph } from '#testing/upload-pictures.ts'
import { openSocket } from '#testing/socket.ts'
import { officeEndpoints } from '#routes/office.ts'

const MB = 1024 * 1024
const path = officeEndpoints.addPicture[1]
const formStart = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="files"; filename="stitch.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
)
const formEnd = Buffer.from('\r\n--x--\r\n')

for (const engine of enginesFor(import.meta.url)) {
  describe(`the picture upload, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let fullBody: Buffer
    before(async () => {
      token = await app.signIn('owner')
      fullBody = Buffer.concat([formStart, await createPhotograph(1_000, 800, 1, 100), formEnd])
      assert.ok(fullBody.length > MB)
    })

    const createRequestHead = (length: number) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`
    async function sendRequest(length: number, bytes: Buffer): Promise<string> {
      const { write, socket, readAll } = await openSocket(app.url)
      write(createRequestHead(length))
      socket.write(bytes)
      return readAll(scaleTimeout(60_000))
    }
    const countParts = async () => (await app.db.selectFrom('attachment_part').select('position').execute()).length
    async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
      while (!(await condition())) await sleep(20)
    }
    const assertNothingStored = async () => {
      await waitUntil(async () => (await countParts()) === 0)
      for (const table of ['picture_upload', 'picture_upload_part'] as const)
        assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [], table)
    }

    test('deletes the received parts if the connection breaks (OFF-81)', async () => {
      for (const closeMethod of ['destroy', 'end'] as const) {
        const { socket, write } = await openSocket(app.url)
        write(createRequestHead(fullBody.length))
        socket.write(fullBody.subarray(0, MB))
        await waitUntil(async () => (await countParts()) > 2)
        socket[closeMethod]()
        await assertNothingStored()
        socket.destroy()
      }
    })

    test('rejects a body that is shorter or longer than its declared length (OFF-81)', async () => {
      const { socket, write, readAll } = await openSocket(app.url)
      write(createRequestHead(fullBody.length + 9))
      socket.end(fullBody)
      assert.doesNotMatch(await readAll(scaleTimeout(60_000)), /^HTTP\/1\.1 2/)
      await assertNothingStored()
      for (const length of [fullBody.length - formEnd.length, MB, formStart.length, 20]) {
        assert.match(await sendRequest(length, fullBody), /^HTTP\/1\.1 4\d\d /, String(length))
        await assertNothingStored()
      }
    })

    test('accepts a body of the declared length in any number of chunks (OFF-81)', async () => {
      const { socket, write, readAll } = await openSocket(app.url)
      write(createRequestHead(fullBody.length))
      for (let offset = 0; offset < fullBody.length; offset += 100_000) {
        await new Promise((resolve) => socket.write(fullBody.subarray(offset, offset + 100_000), resolve))
      }
      assert.match(await readAll(scaleTimeout(60_000)), /^HTTP\/1\.1 200 /)
      assert.equal((await app.db.selectFrom('picture_upload').select('id').execute()).length, 1)
    })
  })
}
