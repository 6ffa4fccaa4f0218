import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { openServerData, startServer, type ServerData, type ServerProcess } from '#testing/process.ts'
import { valueForTier } from '#testing/tier.ts'

const CLIENT_COUNT = valueForTier({ gate: 8, all: 8, soak: 24 })

/** bench/start-and-rest.ts measures the duration of a start and of a shutdown. */
for (const engine of enginesFor(import.meta.url)) {
  describe(`a server on ${engine.name}`, () => {
    let serverData: ServerData
    let server: ServerProcess
    let otherServer: ServerProcess
    before(async () => {
      serverData = await openServerData(engine)
      const start = () => startServer({ ...serverData.environment, RATE_LIMIT: 'off' })
      ;[server, otherServer] = await Promise.all([start(), start()])
    })
    after(async () => {
      await Promise.all([server.kill(), otherServer.kill()])
      await serverData.close()
    })

    test('seeds an empty database once, even if two servers start concurrently', async () => {
      const rooms = await serverData.db.selectFrom('room').select('slug').execute()
      assert.equal(rooms.length, 6)
      assert.equal(new Set(rooms.map(({ slug }) => slug)).size, 6)
      const { n } = await serverData.db
        .selectFrom('booking')
        .select(sql<number>`count(*)`.as('n'))
        .executeTakeFirstOrThrow()
      assert.equal(n, 2)
    })

    test('prints its address, the demo users and the destination of emails, and serves its first page', async () => {
      assert.equal((await sendRequest(server.url, '/')).status, 200)
      while (!server.output().includes('Mail goes to')) await sleep(5)
      const lines = server.output().split('\n')
      assert.equal(lines[0], `Selvage is running at ${server.url.replace('127.0.0.1', 'localhost')}`)
      assert.match(lines[3]!, /member +signs in as anna with hamburg-to-dhaka/)
      assert.match(lines[4]!, new RegExp(`Mail goes to ${join(serverData.folder, 'mail')}`))
    })

    test('answers all pending requests when it is stopped under load', async (t) => {
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENT_COUNT })
      t.after(() => agent.destroy())
      const paths = [
        '/',
        '/rooms',
        '/rooms?check_in=2027-12-01&check_out=2027-12-03&adult=1&child=0',
        '/api/public/activeRooms',
        '/no-such-page',
        '/favicon.svg',
      ]
      const failures: string[] = []
      let responseCount = 0
      const requestUntilStopped = async (path: string) => {
        for (;;) {
          try {
            const { status } = await sendRequest(server.url, path, { agent })
            if (status >= 500) failures.push(`${status} ${path}`)
            responseCount++
          } catch (error) {
            if ((error as { code?: string }).code === 'ECONNREFUSED') return
            return void failures.push(`${error} ${path}`)
          }
        }
      }
      const clientPromises = Array.from({ length: CLIENT_COUNT }, (_, i) =>
        requestUntilStopped(paths[i % paths.length]!),
      )
      while (responseCount < 200) await sleep(10)
      assert.deepEqual(await Promise.all([server.stop(), otherServer.stop()]), [0, 0])
      await Promise.all(clientPromises)
      t.diagnostic(`${responseCount} answers given`)
      assert.deepEqual(failures, [])
    })
  })
}
