import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { inTransaction } from './database.ts'
import { statement } from './statement.ts'

for (const engine of bothEngines) {
  describe(`statement on ${engine.name}`, () => {
    let database: TestDatabase
    before(async () => {
      database = await engine.fresh()
      await sql`create table thing (name text primary key, size integer, bytes ${sql.raw(engine.name === 'sqlite' ? 'blob' : 'bytea')})`.execute(
        database.db,
      )
    })
    after(() => database.close())

    interface Thing {
      name: string
      size?: number | null
      bytes?: Uint8Array
    }

    test('is built once per structure of its values, and runs with the current values each time', async () => {
      let buildCount = 0
      const addStatement = statement((db, things: Thing[]) => {
        buildCount++
        const rows = things.map(({ name, size, bytes }) => sql`(${name}, ${size ?? null}, ${bytes ?? null})`)
        return sql<{
          name: string
          size: number | null
        }>`insert into thing values ${sql.join(rows)} returning name, size`.compile(db)
      })
      const bytes = Buffer.from([1, 2])
      const readRows = async (things: Thing[]) => (await addStatement(database.db, things)).rows
      assert.deepEqual(await readRows([{ name: 'a', size: 1 }]), [{ name: 'a', size: 1 }])
      assert.deepEqual(await readRows([{ name: 'b', size: null }]), [{ name: 'b', size: null }])
      assert.equal(buildCount, 1)
      assert.deepEqual(
        await readRows([
          { name: 'c', size: 3 },
          { name: 'd', size: 4 },
        ]),
        [
          { name: 'c', size: 3 },
          { name: 'd', size: 4 },
        ],
      )
      assert.equal(buildCount, 2)
      await readRows([{ name: 'e', size: 5, bytes }])
      // The same number of values, but with other names.
      await readRows([{ name: 'f', bytes }])
      assert.equal(buildCount, 4)
      await readRows([{ name: 'g', size: 7 }])
      assert.equal(buildCount, 4)
      const storedRows = await sql<{
        name: string
        bytes: Uint8Array
      }>`select name, bytes from thing where bytes is not null order by name`.execute(database.db)
      assert.deepEqual(
        storedRows.rows.map((row) => [row.name, [...row.bytes]]),
        [
          ['e', [1, 2]],
          ['f', [1, 2]],
        ],
      )
    })

    test('runs in the given transaction', async () => {
      const insertStatement = statement((db, { name }: { name: string }) =>
        sql`insert into thing (name) values (${name})`.compile(db),
      )
      const countStatement = statement<object, { n: number }>((db) =>
        sql<{ n: number }>`select count(*) as n from thing where name = 'gone'`.compile(db),
      )
      await assert.rejects(
        inTransaction(database.db, async (transaction) => {
          assert.equal((await insertStatement(transaction, { name: 'gone' })).numAffectedRows, 1n)
          assert.equal((await countStatement(transaction, {})).rows[0]!.n, 1)
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      assert.equal((await countStatement(database.db, {})).rows[0]!.n, 0)
    })

    test('is rejected if it depends on the values of its first run', async () => {
      const dependentStatement = statement((db, { size }: { size: number }) =>
        sql`select * from thing where size < ${size - 1}`.compile(db),
      )
      await assert.rejects(dependentStatement(database.db, { size: 3 }), /cannot depend on them/)
    })
  })
}
