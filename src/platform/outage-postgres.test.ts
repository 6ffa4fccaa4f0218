import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { sendRequest } from '#testing/send-request.ts'
import { postgres as postgresEngine } from '#testing/engines.ts'
import { startTestApp } from '#testing/test-app.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { startFragilePostgresServer, type FragileServer } from '#testing/postgres.ts'
import { startServer, type ServerProcess } from '#testing/process.ts'
import {
  assertAllUnavailable,
  assertAllAvailable,
  assertFewLines,
  assertCachedServed,
  waitForServerStatus,
} from '#testing/outages.ts'
import { writeCompany } from '#content/company.ts'
import { inTransaction, openDatabase, type OpenOptions } from './database/database.ts'
import { findInfrastructureCause } from './infrastructure-error.ts'

describe(
  'a server on PostgreSQL',
  { skip: process.platform !== 'linux' && 'freezing needs the process list of Linux' },
  () => {
    let postgres: FragileServer
    let folder: string
    let server: ServerProcess
    before(async () => {
      postgres = await startFragilePostgresServer()
      folder = await mkdtemp(join(tmpdir(), 'trouble-'))
      server = await startServer({
        DATA_DIR: folder,
        DATABASE_URL: postgres.url,
        SEED: 'company',
        LOG_LEVEL: 'error',
        RATE_LIMIT: 'off',
      })
      await assertCachedServed(server)
    })
    after(async () => {
      await server.kill()
      await postgres.close()
      await rm(folder, { recursive: true })
    })

    async function open(t: TestContext, options: Partial<OpenOptions> = {}) {
      const database = await openDatabase({ url: postgres.url, file: '', log: () => {}, ...options })
      t.after(() => database.close())
      return database
    }

    test('answers 503 with Retry-After while the database is stopped, serves cached pages, and recovers', async (t) => {
      const startedAt = performance.now()
      await postgres.stop()
      t.after(() => postgres.start().catch(() => {}))
      for (let round = 0; round < 3; round++) {
        await assertAllUnavailable(server)
        await assertCachedServed(server)
      }
      assertFewLines(server, startedAt)
      await postgres.start()
      await assertAllAvailable(server)
    })

    test('answers 503 with Retry-After while the database is frozen, serves cached pages, and recovers', async (t) => {
      await emptyPageCache(t)
      await assertCachedServed(server)
      postgres.freeze()
      try {
        await waitForServerStatus(server, 503)
        await assertAllUnavailable(server)
        await assertCachedServed(server)
      } finally {
        postgres.resume()
      }
      await assertAllAvailable(server)
    })

    /** Publishes a change, and waits until the server shows it. */
    async function emptyPageCache(t: TestContext): Promise<void> {
      const { db } = await open(t)
      const showsChange = async () =>
        String((await sendRequest(server.url, '/booking-details/twin')).body).includes('House of Thread')
      assert.equal(await showsChange(), false)
      await writeCompany(db, { houseName: { en: 'The House of Thread' } })
      while (!(await showsChange())) await sleep(20)
    }

    test('responds with an error immediately while the database is known to be frozen', async (t) => {
      const { db } = await open(t, { statementsLastMs: 500 })
      const query = () => sql`select ${1}::integer as n`.execute(db)
      await query()
      postgres.freeze()
      try {
        const errors = await Promise.all(Array.from({ length: 20 }, () => query().catch(findInfrastructureCause)))
        assert.deepEqual(errors, Array(20).fill('database silent'))
        // Later callers get their error in the same turn of the event loop, without a query.
        const laterErrorPromise = query().catch(findInfrastructureCause)
        assert.equal(await Promise.race([laterErrorPromise, turn('waited')]), 'database silent')
      } finally {
        postgres.resume()
      }
    })

    test('closes a dead connection with its transaction, and keeps using the other connections', async (t) => {
      const { db } = await open(t, { statementsLastMs: 2_000 })
      const query = () => sql`select ${1}::integer as n`.execute(db)
      const frozenPid = Promise.withResolvers<number>()
      let hasEnded = false
      const transactionPromise = inTransaction(db, async (transaction) => {
        const { pid } = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)).rows[0]!
        process.kill(pid, 'SIGSTOP')
        frozenPid.resolve(pid)
        await sql`select ${2}::integer as n`.execute(transaction)
      })
        .catch((error: unknown) => findInfrastructureCause(error))
        .finally(() => (hasEnded = true))
      const pid = await frozenPid.promise
      try {
        while (!hasEnded) {
          await query()
          await sleep(50)
        }
      } finally {
        process.kill(pid, 'SIGCONT')
      }
      assert.equal(await transactionPromise, 'database silent')
    })

    test('cancels slow statements, unless the transaction raised its timeout', async (t) => {
      const { db } = await open(t, { statementsLastMs: 500, graceMs: scaleTimeout(120_000) })
      await assert.rejects(sql`select pg_sleep(3600)`.execute(db), { code: '57014' })
      await inTransaction(db, async (transaction) => {
        await sql`set local statement_timeout = '1h'`.execute(transaction)
        await sql`select pg_sleep(1)`.execute(transaction)
      })
      await assert.rejects(sql`select pg_sleep(3600)`.execute(db), { code: '57014' })
    })

    test('can shut down while its database is frozen', async () => {
      const app = await startTestApp({
        ...postgresEngine,
        async filled() {
          const location = { url: postgres.url, file: '' }
          return { ...(await openDatabase({ ...location, log: () => {} })), at: location }
        },
      })
      assert.equal((await app.get('/')).status, 200)
      postgres.freeze()
      try {
        await app.close()
      } finally {
        postgres.resume()
      }
    })
  },
)
