import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Generated, type Kysely, sql } from 'kysely'
import { startChild } from '#testing/child.ts'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { findConstraintName } from './constraint.ts'
import { inTransaction } from './database.ts'

interface Counter {
  name: string
  n: Generated<number>
  flag: Generated<number | null>
  bytes: Generated<Uint8Array | null>
}
type Counters = Kysely<{ counter: Counter }>

for (const engine of bothEngines) {
  describe(`the database on ${engine.name}`, () => {
    let database: TestDatabase
    let db: Counters
    before(async () => {
      database = await engine.bare()
      const bytesType = sql.raw({ sqlite: 'blob', postgres: 'bytea' }[engine.name])
      await sql`create table counter (name text not null, n bigint not null default 0, flag integer, bytes ${bytesType},
        sold integer not null default 0,
        constraint counter_pk primary key (name), constraint counter_sold check (sold <= 3))`.execute(database.db)
      db = database.db as unknown as Counters
    })
    after(() => database.close())

    test('returns numbers, texts and bytes unchanged, in plain objects', async () => {
      const row = { name: 'mapping', n: Number.MAX_SAFE_INTEGER, flag: 1, bytes: new Uint8Array([0, 1, 255]) }
      const { bytes, ...otherColumns } = await db
        .insertInto('counter')
        .values(row)
        .returning(['name', 'n', 'flag', 'bytes'])
        .executeTakeFirstOrThrow()
      assert.deepEqual(otherColumns, { name: 'mapping', n: Number.MAX_SAFE_INTEGER, flag: 1 })
      assert.deepEqual([...bytes!], [0, 1, 255])
    })

    test('returns counts, sums and averages as numbers', async () => {
      const values = [1, 2, 4].map((n) => ({ name: `sum ${n}`, n }))
      await db.insertInto('counter').values(values).execute()
      const { count, sum, avg } = db.fn
      assert.deepEqual(
        await db
          .selectFrom('counter')
          .where('name', 'like', 'sum %')
          .select([count('n').as('count'), sum('n').as('sum'), avg('n').as('average')])
          .executeTakeFirst(),
        { count: 3, sum: 7, average: 7 / 3 },
      )
    })

    test('returns comparisons as truthy or falsy, and stores flags as 0 or 1', async () => {
      await db
        .insertInto('counter')
        .values([
          { name: 'flag 0', flag: 0 },
          { name: 'flag 1', flag: 1 },
        ])
        .execute()
      const rows = await db
        .selectFrom('counter')
        .where('name', 'like', 'flag %')
        .orderBy('name')
        .select(['flag', sql<boolean>`flag > 0`.as('isSet')])
        .execute()
      assert.deepEqual(
        rows.map(({ flag, isSet }) => [flag, isSet ? 'set' : 'not set']),
        [
          [0, 'not set'],
          [1, 'set'],
        ],
      )
    })

    test('accepts bigint parameters, and throws instead of losing digits', async () => {
      await db
        .insertInto('counter')
        .values({ name: 'big', n: sql`${42n}` })
        .execute()
      assert.equal((await db.selectFrom('counter').select('n').where('name', '=', 'big').executeTakeFirst())!.n, 42)
      await db
        .updateTable('counter')
        .set({ n: sql`${2n ** 53n + 1n}` })
        .where('name', '=', 'big')
        .execute()
      await assert.rejects(db.selectFrom('counter').select('n').where('name', '=', 'big').execute(), /too large/)
      await db.deleteFrom('counter').where('name', '=', 'big').execute()
    })

    test('reports how many rows an upsert changed', async () => {
      const upsert = (name: string, increment: number) =>
        db
          .insertInto('counter')
          .values({ name, n: increment })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ n: sql`counter.n + excluded.n` })
              .where(sql<boolean>`counter.n + excluded.n <= 3`),
          )
      const countAffectedRows = async (name: string, increment: number) =>
        Number((await upsert(name, increment).executeTakeFirstOrThrow()).numInsertedOrUpdatedRows)
      assert.equal(await countAffectedRows('upsert', 2), 1)
      assert.equal(await countAffectedRows('upsert', 1), 1)
      assert.equal(await countAffectedRows('upsert', 1), 0)
      assert.deepEqual(await upsert('upsert', -1).returning('n').execute(), [{ n: 2 }])
      assert.deepEqual(await upsert('upsert', 2).returning('n').execute(), [])
      const ignoredResult = await db
        .insertInto('counter')
        .values({ name: 'upsert' })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      assert.equal(ignoredResult.numInsertedOrUpdatedRows, 0n)
      const updateResult = await db
        .updateTable('counter')
        .set({ flag: 0 })
        .where('name', '=', 'upsert')
        .executeTakeFirst()
      assert.equal(updateResult.numUpdatedRows, 1n)
    })

    test('shows uncommitted writes only to their own transaction', async () => {
      await db.transaction().execute(async (transaction) => {
        await transaction.insertInto('counter').values({ name: 'own' }).execute()
        assert.equal(await hasRow(transaction, 'own'), true)
        assert.equal(await hasRow(db, 'own'), false)
      })
      assert.equal(await hasRow(db, 'own'), true)
    })

    test('rolls back the whole transaction on an error', async () => {
      await assert.rejects(
        db.transaction().execute(async (transaction) => {
          await transaction.insertInto('counter').values({ name: 'undone' }).execute()
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      assert.equal(await hasRow(db, 'undone'), false)
    })

    test('rejects every statement after a failed one in a transaction, and does not commit', async () => {
      let laterStatements: PromiseSettledResult<unknown>[] = []
      await assert.rejects(
        db.transaction().execute(async (transaction) => {
          const insert = () => transaction.insertInto('counter').values({ name: 'swallowed' }).execute()
          laterStatements = await Promise.allSettled([insert(), insert(), hasRow(transaction, 'swallowed')])
        }),
        /rolled back/,
      )
      assert.deepEqual(
        laterStatements.map(({ status }) => status),
        ['fulfilled', 'rejected', 'rejected'],
      )
      assert.equal(await hasRow(db, 'swallowed'), false)
    })

    test('rolls back to a savepoint, also after a failed statement', async () => {
      const transaction = await db.startTransaction().execute()
      await transaction.insertInto('counter').values({ name: 'kept' }).execute()
      const innerTransaction = await transaction.savepoint('try "it"').execute()
      await innerTransaction.insertInto('counter').values({ name: 'dropped' }).execute()
      await assert.rejects(innerTransaction.insertInto('counter').values({ name: 'kept' }).execute())
      await innerTransaction.rollbackToSavepoint('try "it"').execute()
      await innerTransaction.releaseSavepoint('try "it"').execute()
      await transaction.insertInto('counter').values({ name: 'kept too' }).execute()
      await transaction.commit().execute()
      const isStored = await Promise.all(['kept', 'dropped', 'kept too'].map((name) => hasRow(db, name)))
      assert.deepEqual(isStored, [true, false, true])
    })

    test('accepts statements after a manual transaction was rolled back', async () => {
      const transaction = await db.startTransaction().execute()
      await transaction.insertInto('counter').values({ name: 'by hand' }).execute()
      await transaction.rollback().execute()
      assert.equal(await hasRow(db, 'by hand'), false)
      await db.insertInto('counter').values({ name: 'by hand' }).execute()
      assert.equal(await hasRow(db, 'by hand'), true)
    })

    test('accepts exactly as many of 200 concurrent updates as the check constraint allows (BOOK-8)', async () => {
      await db.insertInto('counter').values({ name: 'race' }).execute()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, () =>
          inTransaction(database.db, async (transaction) => {
            await sql`update counter set sold = sold + 1 where name = 'race'`.execute(transaction)
          }),
        ),
      )
      const rejectedOutcomes = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.equal(rejectedOutcomes.length, 197)
      assert.deepEqual(
        new Set(rejectedOutcomes.map(({ reason }) => findConstraintName(reason))),
        new Set(['counter_sold']),
      )
      assert.deepEqual((await sql`select sold from counter where name = 'race'`.execute(db)).rows, [{ sold: 3 }])
    })

    test('retries a transaction up to three times after a deadlock or lock error', async () => {
      const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' })
      const busyError = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 261 })
      let tryCount = 0
      const name = await inTransaction(database.db, async (transaction) => {
        tryCount++
        await sql`insert into counter (name) values ('retried')`.execute(transaction)
        if (tryCount === 1) throw deadlock
        if (tryCount === 2) throw busyError
        return 'retried'
      })
      assert.deepEqual([name, tryCount, await hasRow(db, 'retried')], ['retried', 3, true])

      tryCount = 0
      await assert.rejects(
        inTransaction(database.db, async () => {
          tryCount++
          throw deadlock
        }),
        deadlock,
      )
      assert.equal(tryCount, 4)
      await assert.rejects(
        inTransaction(database.db, async () => {
          tryCount++
          throw new Error('a bug')
        }),
        /a bug/,
      )
      assert.equal(tryCount, 5)
    })

    test('runs a nested transaction as part of the outer one', async () => {
      await assert.rejects(
        inTransaction(database.db, async (transaction) => {
          await inTransaction(transaction, (inner) => sql`insert into counter (name) values ('part')`.execute(inner))
          throw new Error('the whole fails')
        }),
        /the whole fails/,
      )
      assert.equal(await hasRow(db, 'part'), false)
    })

    test('keeps every acknowledged row when the process is killed under load', async () => {
      const acknowledgedNames: string[] = []
      for (let round = 0; round < 3; round++) {
        const writer = startChild(`
          import { openDatabase, inTransaction } from ${JSON.stringify(new URL('database.ts', import.meta.url))}
          import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
          const { db } = await openDatabase(${JSON.stringify(database.at)})
          let serial = 0
          async function write() {
            for (;;) {
              const name = 'round ${round} row ' + serial++
              await inTransaction(db, async (transaction) => {
                await sql\`insert into counter (name) values (\${name})\`.execute(transaction)
                await sql\`insert into counter (name) values (\${name + ' twin'})\`.execute(transaction)
              })
              process.stdout.write(name + '\\n')
            }
          }
          for (let i = 0; i < 16; i++) write()`)
        for (let i = 0; i < 300; i++) acknowledgedNames.push((await writer.readLine())!)
        await writer.kill()
        for (let name; (name = await writer.readLine());) acknowledgedNames.push(name)
      }
      const rows = await db.selectFrom('counter').select('name').where('name', 'like', 'round %').execute()
      const storedNames = new Set(rows.map(({ name }) => name))
      assert.deepEqual(
        acknowledgedNames.filter((name) => !storedNames.has(name)),
        [],
      )
      assert.deepEqual(
        [...storedNames].filter((name) => !name.endsWith('twin') && !storedNames.has(`${name} twin`)),
        [],
      )
      assert.ok(acknowledgedNames.length >= 900)
    })
  })
}

async function hasRow(db: Counters, name: string): Promise<boolean> {
  return (await db.selectFrom('counter').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}
