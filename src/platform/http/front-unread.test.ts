import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../../testing/ask.ts'
import { sqlite } from '../../../testing/engines.ts'
import { openDataPlace, startServer, type DataPlace, type ServerProcess } from '../../../testing/process.ts'
import { openSocket } from '../../../testing/socket.ts'

const MIB = 1024 * 1024
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: selvage\r\n\r\n`

/** A path of each kind: pictures, pages that are made each time, kept pages, the API, and what is refused. */
const kinds = [
  'a picture',
  '/rooms?check_in=x',
  '/rooms?adult=2',
  '/',
  '/api/public/activeRooms',
  '/api/openapi.json',
  '/no-such-page',
  '/api/nope',
]

describe('the front, before those who do not read', () => {
  let place: DataPlace
  let server: ServerProcess
  let picture: string
  before(async () => {
    place = await openDataPlace(sqlite)
    server = await startServer({ ...place.environment, LOG_LEVEL: 'silent' })
    const { body } = await ask(server.url, '/api/public/activeRooms')
    picture = JSON.parse(String(body)).data[0].roomImage
  })
  after(async () => {
    await server.kill()
    await place.close()
  })
  const memoryBytes = async () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024
  const pathOf = (kind: string) => (kind === 'a picture' ? picture : kind)
  /** The same, asked for by people who read: a house that has just opened has yet to grow to its size. */
  const readAll = async () => {
    for (const kind of kinds) {
      for (let round = 0; round < 40; round++)
        await Promise.all(Array.from({ length: 10 }, () => ask(server.url, pathOf(kind))))
    }
  }
  const home = async () => assert.equal((await ask(server.url, '/')).status, 200)

  test(
    'readers that never read take little memory, are cut, and give it back (T49)',
    { skip: process.platform !== 'linux' },
    async (t) => {
      await readAll()
      const atRest = await memoryBytes()
      for (const kind of kinds) {
        const readers = await Promise.all(Array.from({ length: 10 }, () => openSocket(server.url, { reads: false })))
        t.after(() => readers.forEach(({ socket }) => socket.destroy()))
        const before = await memoryBytes()
        for (const reader of readers) reader.say(get(pathOf(kind)).repeat(800))
        let most = before
        for (let looks = 0; looks < 20; looks++) {
          await sleep(50)
          most = Math.max(most, await memoryBytes())
        }
        await home()
        t.diagnostic(`${kind}: ${((most - before) / MIB).toFixed(1)} MiB more`)
        assert.ok(most - before < 64 * MIB, `${kind} took ${((most - before) / MIB).toFixed(0)} MiB`)
        assert.ok(
          (await Promise.all(readers.map((reader) => reader.isCut(12_000)))).every(Boolean),
          `${kind} was not cut`,
        )
      }
      let after = Infinity
      for (let seconds = 0; after - atRest > 30 * MIB && seconds < 60; seconds++) {
        await sleep(1_000)
        await home()
        after = await memoryBytes()
      }
      t.diagnostic(`${(atRest / MIB).toFixed(0)} MiB before, ${(after / MIB).toFixed(0)} MiB after`)
      assert.ok(after - atRest < 30 * MIB)
    },
  )

  test(
    'a reader that asks one thing after the other and takes none of it is cut after ten seconds',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const stalled = await openSocket(server.url, { reads: false })
      t.after(() => stalled.socket.destroy())
      const large = await largestPicture()
      for (let asked = 0; asked < 200; asked++) {
        stalled.say(get(large))
        await sleep(10)
      }
      assert.equal(await stalled.isCut(2_000), false)
      assert.equal(await stalled.isCut(10_000), true)
    },
  )

  async function largestPicture(): Promise<string> {
    const page = String((await ask(server.url, '/')).body)
    const paths = new Set([...page.matchAll(/(\/pictures\/[^" ]+\.(?:avif|jpg))/g)].map(([, path]) => path!))
    const sizes = await Promise.all(
      [...paths].map(
        async (path) =>
          [Number((await ask(server.url, path, { method: 'HEAD' })).headers['content-length']), path] as const,
      ),
    )
    return sizes.sort(([one], [other]) => other - one)[0]![1]
  }
})
