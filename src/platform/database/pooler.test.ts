import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { postgres, type TestEngine } from '#testing/engines.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTransactionPooler } from '#testing/transaction-pooler.ts'
import { runInSnapshot, inTransaction, openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'
import { projectRoot } from '../project-root.ts'

describe('PostgreSQL behind a pooler that gives each transaction another connection (OPS-8)', () => {
  test('takes bookings, searches, sign-ins and cash', async (t) => {
    const app = await startTestApp(pooledEngine)
    t.after(() => app.close())
    const token = await app.newGuest()
    const book = (more: object) => app.call('requestGuestBooking', createStayForm(app, more), { token })
    const firstResponse = await book({})
    assert.equal(firstResponse.status, 200, JSON.stringify(firstResponse.body))
    // The same statements again: named ones would be missing on the other connection.
    for (let n = 1; n < 5; n++) {
      const dates = { checkin: app.day(10 + 5 * n), checkout: app.day(12 + 5 * n) }
      const { status, body } = await book({ ...dates, slug: 'twin' })
      assert.equal(status, 200, JSON.stringify(body))
    }
    const searchResponse = await app.get(`/rooms?check_in=${app.day(10)}&check_out=${app.day(12)}&adult=1&child=0`)
    assert.equal(searchResponse.status, 200)
    const ownerToken = await app.signIn('owner')
    const cashResponse = await app.call(
      'recordTillMovement',
      { way: 'in', amount: 10, why: 'Change' },
      { token: ownerToken },
    )
    assert.equal(cashResponse.status, 200, JSON.stringify(cashResponse.body))
    assert.ok((await app.deliverEmails()).length > 0)
    await app.runDailyJobs()
  })

  test('migrates, runs concurrent transactions and reads snapshots', async (t) => {
    const db = await openPooled(t, (await startPooler(t)).url)
    assert.ok((await migrate(db, 'postgres', `${projectRoot}/migrations`)).length > 0)
    const updateVersion = (version: number) =>
      inTransaction(db, async (transaction) => {
        await sql`update content_version set version = version + ${version}`.execute(transaction)
        return getBackendPid(transaction)
      })
    const pids = await Promise.all(Array.from({ length: 30 }, () => updateVersion(1)))
    assert.ok(new Set(pids).size > 1)
    const readVersion = (from: Database) => from.selectFrom('content_version').select('version').executeTakeFirst()
    await runInSnapshot(db, async (snapshot) => {
      const version = await readVersion(snapshot)
      await updateVersion(1)
      assert.deepEqual(await readVersion(snapshot), version)
      assert.notDeepEqual(await readVersion(db), version)
    })
  })

  test('leaves no named statement and no setting in a session', async (t) => {
    const { admin, url } = await startPooler(t)
    const role = sql.ref((await sql<{ name: string }>`select current_user as name`.execute(admin)).rows[0]!.name)
    const database = sql.ref(
      (await sql<{ name: string }>`select current_database() as name`.execute(admin)).rows[0]!.name,
    )
    await sql`alter role ${role} in database ${database} set statement_timeout = '3s'`.execute(admin)
    const db = await openPooled(t, url)
    const seenPids = new Set<number>()
    for (let n = 0; n < 6; n++) {
      const { rows } = await sql<{ pid: number }>`select current_setting('statement_timeout') as timeout,
        (select count(*) from pg_prepared_statements) as statements, ${n}::integer as n,
        pg_backend_pid() as pid`.execute(db)
      const { pid, ...values } = rows[0]!
      seenPids.add(pid)
      assert.deepEqual(values, { timeout: '3s', statements: 0, n })
    }
    assert.ok(seenPids.size > 1, 'the pooler alternates between connections')
  })

  test('is not possible without pgbouncer=true in the URL', async (t) => {
    const { url } = await startPooler(t)
    await assert.rejects(
      openDatabase({ url: url.replace('pgbouncer=true', ''), file: '', log: () => {} }),
      /unsupported startup parameter: statement_timeout/,
    )
  })
})

describe('a database that is read-only, such as a standby (OPS-9)', () => {
  test('serves pages, searches and offers, answers 503 to bookings, and recovers', async (t) => {
    const app = await startTestApp(postgres)
    t.after(() => app.close())
    const token = await app.newGuest()
    const ownerToken = await app.signIn('owner')
    const { db: admin, close } = await openDatabase({ url: app.at.url!, file: '', log: () => {} })
    t.after(close)
    const database = sql.ref(new URL(app.at.url!).pathname.slice(1))
    const setReadOnly = async (value: 'on' | 'off') => {
      await sql`alter database ${database} set default_transaction_read_only = ${sql.lit(value)}`.execute(admin)
      const terminateOthers = sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      await terminateOthers.execute(admin)
    }
    const readStatus = async (path: string) => {
      // The first requests can meet a connection that was just closed.
      for (let attempt = 0; ; attempt++) {
        const { status } = await app.get(path)
        if (status !== 503 || attempt === 20) return status
      }
    }
    t.mock.method(console, 'error', () => {}) // lost connections
    await setReadOnly('on')
    for (const path of createReadQueries(app.day(10), app.day(12))) assert.equal(await readStatus(path), 200, path)
    const sessionsResponse = await app.call('getSessions', {}, { token: ownerToken })
    assert.equal(sessionsResponse.status, 200, 'a signed-in user stays signed in')
    const book = () => app.call('requestGuestBooking', createStayForm(app), { token })
    const refusedResponse = await book()
    assert.equal(refusedResponse.status, 503)
    assert.match(refusedResponse.headers.get('retry-after')!, /^\d+$/)
    assert.equal((await app.get('/readyz')).status, 503)
    await sql`set default_transaction_read_only = off`.execute(admin)
    await setReadOnly('off')
    assert.equal(await readStatus('/about'), 200)
    assert.equal((await book()).status, 200)
  })
})

const createReadQueries = (checkIn: string, checkOut: string) => [
  '/',
  '/about',
  '/bn/about',
  '/booking-details/single',
  `/rooms?check_in=${checkIn}&check_out=${checkOut}&adult=1&child=0`,
  '/sitemap.xml',
]

const pooledEngine: TestEngine = {
  ...postgres,
  async filled(content) {
    const directDatabase = await postgres.filled(content)
    const pooler = await startTransactionPooler(directDatabase.at.url!)
    const location = { url: pooler.url, file: '' }
    const pooledDatabase = await openDatabase({ ...location, log: () => {} })
    return {
      ...pooledDatabase,
      at: location,
      async close() {
        await pooledDatabase.close()
        await pooler.close()
        await directDatabase.close()
      },
    }
  },
}

async function startPooler(t: TestContext) {
  const { db: admin, at, close: drop } = await postgres.bare()
  const pooler = await startTransactionPooler(at.url!)
  t.after(async () => {
    await pooler.close()
    await drop()
  })
  return { admin, url: pooler.url }
}

async function openPooled(t: TestContext, url: string) {
  const { db, close } = await openDatabase({ url, file: '', log: () => {} })
  t.after(close)
  return db
}

async function getBackendPid(db: Database): Promise<number> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
}
