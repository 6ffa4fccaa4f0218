import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { patience } from '#testing/patience.ts'
import { photograph } from '#testing/sent-pictures.ts'
import { openSocket } from '#testing/socket.ts'
import { officeEndpoints } from '#routes/office.ts'

const MB = 1024 * 1024
const path = officeEndpoints.addPicture[1]
const beginning = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="files"; filename="stitch.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
)
const end = Buffer.from('\r\n--x--\r\n')

for (const engine of enginesFor(import.meta.url)) {
  describe(`picture uploads, on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    let whole: Buffer
    before(async () => {
      app = await startTestApp(engine)
      token = await app.signIn('owner')
      whole = Buffer.concat([beginning, await photograph(1_000, 800, 1, 100), end])
      assert.ok(whole.length > MB)
    })
    after(() => app.close())

    const head = (length: number) =>
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${length}\r\n\r\n`
    async function sent(length: number, bytes: Buffer): Promise<string> {
      const { say, socket, rest } = await openSocket(app.url)
      say(head(length))
      socket.write(bytes)
      return rest(patience(60_000))
    }
    const parts = async () => (await app.db.selectFrom('attachment_part').select('position').execute()).length
    async function until(holds: () => Promise<boolean>): Promise<void> {
      while (!(await holds())) await sleep(20)
    }
    const nothingIsKept = async () => {
      await until(async () => (await parts()) === 0)
      for (const table of ['picture_upload', 'picture_upload_part'] as const)
        assert.deepEqual(await app.db.selectFrom(table).selectAll().execute(), [], table)
    }

    test('deletes the received parts if the connection breaks (OFF-81)', async () => {
      for (const cut of ['destroy', 'end'] as const) {
        const { socket, say } = await openSocket(app.url)
        say(head(whole.length))
        socket.write(whole.subarray(0, MB))
        await until(async () => (await parts()) > 2)
        socket[cut]()
        await nothingIsKept()
        socket.destroy()
      }
    })

    test('rejects a body that is shorter or longer than its declared length (OFF-81)', async () => {
      const { socket, say, rest } = await openSocket(app.url)
      say(head(whole.length + 9))
      socket.end(whole)
      assert.doesNotMatch(await rest(patience(60_000)), /^HTTP\/1\.1 2/)
      await nothingIsKept()
      for (const length of [whole.length - end.length, MB, beginning.length, 20]) {
        assert.match(await sent(length, whole), /^HTTP\/1\.1 4\d\d /, String(length))
        await nothingIsKept()
      }
    })

    test('accepts a body of the declared length in any number of chunks (OFF-81)', async () => {
      const { socket, say, rest } = await openSocket(app.url)
      say(head(whole.length))
      for (let at = 0; at < whole.length; at += 100_000) {
        await new Promise((written) => socket.write(whole.subarray(at, at + 100_000), written))
      }
      assert.match(await rest(patience(60_000)), /^HTTP\/1\.1 200 /)
      assert.equal((await app.db.selectFrom('picture_upload').select('id').execute()).length, 1)
    })
  })
}
