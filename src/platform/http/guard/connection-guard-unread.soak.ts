import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest } from '#testing/send-request.ts'
import { sqlite } from '#testing/engines.ts'
import { openServerData, startServer, type ServerData, type ServerProcess } from '#testing/process.ts'
import { listResponsePaths, findLargestPicturePath } from '#testing/paths.ts'
import { openSocket } from '#testing/socket.ts'

const MIB = 1024 * 1024
const formatGetRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: selvage\r\n\r\n`

describe('a client that reads no answers', { skip: process.platform !== 'linux' }, () => {
  let serverData: ServerData
  let server: ServerProcess
  before(async () => {
    serverData = await openServerData(sqlite)
    server = await startServer({ ...serverData.environment, LOG_LEVEL: 'silent' })
  })
  after(async () => {
    await server.kill()
    await serverData.close()
  })
  const readMemoryBytes = async () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024
  /** Warms up the server with clients that read, because the memory of a new process still grows. */
  const readAll = async (paths: Iterable<string>) => {
    for (const path of paths)
      for (let round = 0; round < 40; round++)
        await Promise.all(Array.from({ length: 10 }, () => sendRequest(server.url, path)))
  }
  const checkHomePage = async () => assert.equal((await sendRequest(server.url, '/')).status, 200)

  test('uses little memory, is disconnected within twelve seconds, and its memory is released (T49)', async (t) => {
    const responsePaths = await listResponsePaths(server.url)
    await readAll(responsePaths.values())
    const idleBytes = await readMemoryBytes()
    for (const [kind, path] of responsePaths) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => openSocket(server.url, { reads: false })))
      t.after(() => clients.forEach(({ socket }) => socket.destroy()))
      const bytesBefore = await readMemoryBytes()
      for (const client of clients) client.write(formatGetRequest(path).repeat(800))
      let peakBytes = bytesBefore
      for (let sampleCount = 0; sampleCount < 20; sampleCount++) {
        await sleep(50)
        peakBytes = Math.max(peakBytes, await readMemoryBytes())
      }
      await checkHomePage()
      t.diagnostic(`${kind}: ${((peakBytes - bytesBefore) / MIB).toFixed(1)} MiB more`)
      assert.ok(peakBytes - bytesBefore < 64 * MIB, `${kind} took ${((peakBytes - bytesBefore) / MIB).toFixed(0)} MiB`)
      assert.ok(
        (await Promise.all(clients.map((client) => client.waitUntilClosed(12_000)))).every(Boolean),
        `${kind}: still connected`,
      )
    }
    let bytesAfter = Infinity
    for (let elapsedSeconds = 0; bytesAfter - idleBytes > 30 * MIB && elapsedSeconds < 60; elapsedSeconds++) {
      await sleep(1_000)
      await checkHomePage()
      bytesAfter = await readMemoryBytes()
    }
    t.diagnostic(`${(idleBytes / MIB).toFixed(0)} MiB before, ${(bytesAfter / MIB).toFixed(0)} MiB after`)
    assert.ok(bytesAfter - idleBytes < 30 * MIB)
  })

  test('is disconnected two to twelve seconds after its last request, even after many requests', async (t) => {
    const stalledSocket = await openSocket(server.url, { reads: false })
    t.after(() => stalledSocket.socket.destroy())
    const largestPicture = await findLargestPicturePath(server.url)
    for (let requestCount = 0; requestCount < 200; requestCount++) {
      stalledSocket.write(formatGetRequest(largestPicture))
      await sleep(10)
    }
    assert.equal(await stalledSocket.waitUntilClosed(2_000), false)
    assert.equal(await stalledSocket.waitUntilClosed(10_000), true)
  })
})
