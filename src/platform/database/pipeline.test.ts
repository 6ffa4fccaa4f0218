import assert from 'node:assert/strict'
import { after, before, describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { recordPostgres } from '#testing/round-trips.ts'
import { inTransaction, type Database } from './database.ts'
import { sendTogether } from './pipeline.ts'

for (const engine of bothEngines) {
  describe(`statements that are sent together, on ${engine.name} (PERF-2)`, () => {
    let database: TestDatabase
    before(async () => {
      database = await engine.bare()
      await createThings(database.db)
    })
    after(() => database.close())

    test('run in the order in which they were started', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `ordered ${(index * 7) % 20}`)
      await inTransaction(database.db, (transaction) => sendTogether(names.map((name) => addThing(transaction, name))))
      assert.deepEqual(await listThings(database, 'ordered'), names)
    })

    test('return their results in the order of the list', async () => {
      const results = await inTransaction(database.db, (transaction) =>
        sendTogether([
          countThings(transaction, 'none'),
          addThing(transaction, 'none'),
          countThings(transaction, 'none'),
        ]),
      )
      assert.deepEqual([results[0], results[2]], [0, 1])
    })

    test('write nothing if one of them fails, and report its error', async () => {
      await addThing(database.db, 'taken')
      const failingTransaction = inTransaction(database.db, (transaction) =>
        sendTogether([
          addThing(transaction, 'failed 1').then(() => addThing(transaction, 'failed 2')),
          addThing(transaction, 'taken'),
          addThing(transaction, 'failed 3'),
        ]),
      )
      await assert.rejects(failingTransaction, /unique|duplicate/i)
      assert.deepEqual(await listThings(database, 'failed'), [])
      await addThing(database.db, 'afterwards')
    })
  })
}

describe('a transaction on PostgreSQL (PERF-2)', () => {
  test('sends begin with the first statement if that statement reads', async (t) => {
    const { db, recordRoundTrips } = await openRecorded(t)
    const readThenWrite = inTransaction.bind(null, db, async (transaction) => {
      await countThings(transaction, 'x')
      await addThing(transaction, 'x')
    })
    assert.deepEqual(await recordRoundTrips(readThenWrite), [['begin', COUNT_SQL], [INSERT_SQL], ['commit']])
    const write = () => inTransaction(db, (transaction) => addThing(transaction, 'y'))
    assert.deepEqual(await recordRoundTrips(write), [['begin'], [INSERT_SQL], ['commit']])
  })

  test('keeps the order if a statement that writes has to wait for begin', async (t) => {
    const { db, recordRoundTrips } = await openRecorded(t)
    const work = () =>
      inTransaction(db, (transaction) =>
        sendTogether([countThings(transaction, 'x'), addThing(transaction, 'x'), countThings(transaction, 'x')]),
      )
    assert.deepEqual(await recordRoundTrips(work), [['begin', COUNT_SQL], [INSERT_SQL, COUNT_SQL], ['commit']])
  })

  test('writes nothing if begin fails', async (t) => {
    const { db, failNext } = await openRecorded(t)
    for (const together of [true, false]) {
      failNext('begin')
      const work = inTransaction(db, async (transaction) => {
        const pendingRead = countThings(transaction, 'x')
        if (together) return sendTogether([pendingRead, addThing(transaction, 'x')])
        await pendingRead.catch(() => {})
        return addThing(transaction, 'x')
      })
      await assert.rejects(work, /syntax error/)
      assert.equal(await countThings(db, 'x'), 0)
    }
    await inTransaction(db, (transaction) => addThing(transaction, 'x'))
    assert.equal(await countThings(db, 'x'), 1)
  })

  test('runs no statement after its end', async (t) => {
    const { db } = await openRecorded(t)
    const transaction = await inTransaction(db, async (inner) => inner)
    await assert.rejects(addThing(transaction, 'x'), /transaction (has ended|is already committed)/i)
    assert.equal(await countThings(db, 'x'), 0)
  })
})

const INSERT_SQL = 'insert into thing values ($1)'
const COUNT_SQL = 'select count(*) as count from thing where name = $1'

async function openRecorded(t: TestContext) {
  const { engine, ...recorder } = recordPostgres()
  const { db, close } = await engine.bare()
  t.after(close)
  await createThings(db)
  return { db, ...recorder }
}

const createThings = (db: Database) => sql`create table thing (name text primary key)`.execute(db)

const addThing = (db: Database, name: string) => sql`insert into thing values (${name})`.execute(db)

const countThings = async (db: Database, name: string): Promise<number> =>
  Number(
    (await sql<{ count: number }>`select count(*) as count from thing where name = ${name}`.execute(db)).rows[0]!.count,
  )

/** The names with this beginning, in the order of their insertion. */
async function listThings({ db, engine }: TestDatabase, beginning: string): Promise<string[]> {
  const position = sql.raw({ sqlite: 'rowid', postgres: 'ctid' }[engine])
  const { rows } = await sql<{ name: string }>`
    select name from thing where name like ${beginning + '%'} order by ${position}`.execute(db)
  return rows.map(({ name }) => name)
}
