import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fragilePostgresServer, type FragileServer } from '../../testing/postgres.ts'
import { startServer, type ServerProcess } from '../../testing/process.ts'
import { assertAllTold, assertAllWell, assertKeptGoOn } from '../../testing/trouble.ts'
import { inTransaction, openDatabase } from './database/database.ts'
import { troubleOf } from './trouble.ts'

describe('a server on postgres', { skip: process.platform !== 'linux' && 'only Linux tells whom to freeze' }, () => {
  let postgres: FragileServer
  before(async () => void (postgres = await fragilePostgresServer()))
  after(() => postgres.close())

  async function open(t: TestContext): Promise<ServerProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'trouble-'))
    const server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      SEED: 'demo',
      LOG_LEVEL: 'error',
      RATE_LIMIT: 'off',
    })
    t.after(async () => {
      await server.kill()
      await rm(folder, { recursive: true })
    })
    await assertKeptGoOn(server)
    return server
  }

  test('whose database is stopped says when to come back, serves what it keeps, and goes on when it is there again', async (t) => {
    const server = await open(t)
    await postgres.stop()
    t.after(() => postgres.start().catch(() => {}))
    for (let round = 0; round < 3; round++) {
      await assertAllTold(server)
      await assertKeptGoOn(server)
    }
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    assert.ok(lines.length > 0 && lines.length < 10, `${lines.length} lines in the log`)
    assert.ok(
      lines.every((line) => !JSON.parse(line).err),
      'none with a trace',
    )
    await postgres.start()
    await assertAllWell(server)
  })

  test('whose database is frozen makes nobody wait, however many statements a page needs', async (t) => {
    const server = await open(t)
    postgres.freeze()
    try {
      await assertAllTold(server)
      const started = performance.now()
      await assertAllTold(server)
      assert.ok(performance.now() - started < 2_000, 'who comes later is told at once')
      await assertKeptGoOn(server)
    } finally {
      postgres.thaw()
    }
    await assertAllWell(server)
  })

  test('one of whose connections is dead gives up that one, and its transaction, and goes on with the others', async (t) => {
    const { db, close } = await openDatabase({ url: postgres.url, file: '', statementsLastMs: 500, log: () => {} })
    t.after(close)
    const now = () => sql`select ${1}::integer as n`.execute(db)
    let frozen = 0
    const started = performance.now()
    const given = inTransaction(db, async (transaction) => {
      frozen = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)).rows[0]!.pid
      process.kill(frozen, 'SIGSTOP')
      await sql`select ${2}::integer as n`.execute(transaction)
    }).catch((error: unknown) => troubleOf(error))
    while (performance.now() - started < 1_500) {
      await now()
      await sleep(50)
    }
    process.kill(frozen, 'SIGCONT')
    assert.equal(await given, 'database silent')
  })

  test('ends what takes too long, but for what has said that it will', async (t) => {
    const { db, close } = await openDatabase({ url: postgres.url, file: '', statementsLastMs: 500 })
    t.after(close)
    await assert.rejects(sql`select pg_sleep(2)`.execute(db), { code: '57014' })
    await inTransaction(db, async (transaction) => {
      await sql`set local statement_timeout = '1h'`.execute(transaction)
      await sql`select pg_sleep(2)`.execute(transaction)
    })
    await assert.rejects(sql`select pg_sleep(2)`.execute(db), { code: '57014' })
  })

  test('ends in good time while its database is frozen', async (t) => {
    const server = await open(t)
    postgres.freeze()
    try {
      const started = performance.now()
      assert.equal(await server.stop(), 0)
      assert.ok(performance.now() - started < 8_000)
    } finally {
      postgres.thaw()
    }
  })
})
