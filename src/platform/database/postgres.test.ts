import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { postgres } from '#testing/engines.ts'
import { asKysely } from '#testing/as-kysely.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { type Database, inTransaction, openDatabase, type OpenOptions, type Transaction } from './database.ts'
import { sendTogether } from './pipeline.ts'

describe('PostgreSQL', () => {
  test('prepares statements with parameters once per connection', async (t) => {
    const { db } = await setUp(t, 1)
    for (const n of [1, 2, 3]) {
      const { rows } = await sql`select cast(${n} as integer) * 2 as doubled`.execute(db)
      assert.deepEqual(rows, [{ doubled: n * 2 }])
    }
    const preparedStatements = sql`select statement from pg_prepared_statements where statement like '%doubled%'`
    assert.deepEqual((await preparedStatements.execute(db)).rows, [
      { statement: 'select cast($1 as integer) * 2 as doubled' },
    ])
  })

  test('prepares at most 500 statements, and still runs the others', async (t) => {
    const { db } = await setUp(t, 1)
    for (let n = 0; n < 520; n++) {
      await sql`select cast(${n} as integer) as ${sql.raw(`column_${n}`)}`.execute(db)
    }
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_prepared_statements`.execute(db)
    assert.ok(rows[0]!.count <= 500, `${rows[0]!.count} prepared statements`)
  })

  test('returns dates as text and large integers as numbers', async (t) => {
    const { db } = await setUp(t, 1)
    const { rows } = await sql`select date '2026-02-28' as day, ${1}::bigint as big, 1.25::numeric as part,
      2::numeric as whole, null::bigint as nothing`.execute(db)
    assert.deepEqual(rows, [{ day: '2026-02-28', big: 1, part: 1.25, whole: 2, nothing: null }])
    await assert.rejects(sql`select 9007199254740993 as big`.execute(db), /9007199254740993 is too large/)
    await assert.rejects(sql`select sum(n) from (values (9007199254740993), (1)) as t(n)`.execute(db), /too large/)
    assert.deepEqual((await sql`select 1 as fine`.execute(db)).rows, [{ fine: 1 }])
  })

  test('prepares a statement again after its table gets another column', async (t) => {
    const { db } = await setUp(t, 1)
    const selectAll = sql`select * from t where a < ${2}`
    await sql`create table t (a integer)`.execute(db)
    await sql`insert into t values (1)`.execute(db)
    assert.deepEqual((await selectAll.execute(db)).rows, [{ a: 1 }])
    await sql`alter table t add column b integer`.execute(db)
    assert.deepEqual((await selectAll.execute(db)).rows, [{ a: 1, b: null }])
    await sql`alter table t add column c integer`.execute(db)
    const transactionResult = await inTransaction(db, (transaction) => selectAll.execute(transaction))
    assert.deepEqual(transactionResult.rows, [{ a: 1, b: null, c: null }])
  })

  test('survives a lost connection, idle or in a transaction, and logs it', async (t) => {
    const { db, other: admin, logged: loggedMessages } = await setUp(t, 1)
    const terminateBackend = async (pid: number) => {
      await sql`select pg_terminate_backend(${pid})`.execute(admin)
      while (!loggedMessages.length) await sleep(5)
      assert.match(loggedMessages.pop()!, /^A connection to PostgreSQL was lost: terminating connection/)
    }
    await terminateBackend(await getBackendPid(db))
    await assert.rejects(
      asKysely(db)
        .transaction()
        .execute(async (transaction) => {
          await terminateBackend(await getBackendPid(transaction as Transaction))
          await getBackendPid(transaction as Transaction)
        }),
    )
    assert.ok(await getBackendPid(db))
  })

  test('repeats reads outside of a transaction if their connections are lost, and nothing else (OPS-23)', async (t) => {
    const { db, other: admin } = await setUp(t, 2, { statementsLastMs: scaleTimeout(120_000) })
    await sql`create table zipper (length integer)`.execute(admin)
    await sql`insert into zipper values (18)`.execute(admin)
    const [lockSignal, unlockSignal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const lock = inTransaction(admin, async (transaction) => {
      await sql`lock table zipper in access exclusive mode`.execute(transaction)
      lockSignal.resolve()
      await unlockSignal.promise
    })
    await lockSignal.promise
    const waitForLockWaiters = async (count: number) => {
      const waitingQuery = sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      for (;;) {
        const { rows } = await waitingQuery.execute(admin)
        if (rows.length === count) return rows.map(({ pid }) => pid)
        await sleep(5)
      }
    }
    const loseConnections = async () => {
      const pids = await waitForLockWaiters(2)
      await sql`select pg_terminate_backend(pid, 60000) from unnest(${pids}::integer[]) as pid`.execute(admin)
    }
    const readQuery = sql<{ length: number }>`select length from zipper`
    const rejectionChecks = [
      sql`insert into zipper values (20)`.execute(db),
      inTransaction(db, (transaction) => readQuery.execute(transaction)),
    ].map((statement) => assert.rejects(statement, /terminating connection|Connection terminated|ECONNRESET/))
    await loseConnections()
    await Promise.all(rejectionChecks)
    const readResults = Promise.all([readQuery.execute(db), readQuery.execute(db)])
    await loseConnections()
    await loseConnections()
    await waitForLockWaiters(2)
    unlockSignal.resolve()
    await lock
    assert.deepEqual(
      (await readResults).map(({ rows }) => rows),
      [[{ length: 18 }], [{ length: 18 }]],
    )
  })

  test('gives each of several statements that are sent together its own time to answer (PERF-4)', async (t) => {
    const { db } = await setUp(t, 1, { statementsLastMs: 5_000 })
    const sleepInDatabase = (transaction: Transaction) => sql`select pg_sleep(${3})`.execute(transaction)
    await inTransaction(db, (transaction) => sendTogether([sleepInDatabase(transaction), sleepInDatabase(transaction)]))
  })

  test('limits how long a statement runs and how long a transaction idles', async (t) => {
    const { db } = await setUp(t, 1)
    const settingNames = ['statement_timeout', 'idle_in_transaction_session_timeout', 'application_name']
    const valuePromises = settingNames.map(
      async (name) =>
        (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]!.value,
    )
    assert.deepEqual(await Promise.all(valuePromises), ['4s', '15s', 'selvage'])
  })
})

async function setUp(t: TestContext, poolSize: number, options: Partial<OpenOptions> = {}) {
  const { db: admin, at, close: drop } = await postgres.bare()
  const loggedMessages: string[] = []
  const { db, close } = await openDatabase({
    ...at,
    poolSize,
    ...options,
    log: (message) => loggedMessages.push(message),
  })
  t.after(async () => {
    await close()
    await drop()
  })
  return { db, other: admin, logged: loggedMessages }
}

async function getBackendPid(db: Database): Promise<number> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
}
