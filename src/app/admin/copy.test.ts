import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { bothEngines, type TestDatabase, type TestEngine } from '#testing/engines.ts'
import { inTransaction } from '#platform/database/database.ts'
import { copyRows } from './copy.ts'
import { openPostgresTables } from './postgres-tables.ts'
import { openSqliteTables } from './sqlite-tables.ts'
import { openSource, type TableStore } from './tables.ts'

/** Creates two tables that refer to each other, one also to itself, with several kinds of columns. */
async function createTables(t: TestContext, engine: TestEngine): Promise<TestDatabase> {
  const database = await engine.bare()
  t.after(() => database.close())
  const isSqlite = engine.name === 'sqlite'
  const columns = isSqlite
    ? sql`id integer primary key, is_open integer, ratio real, bytes blob, options text, twice integer as (id * 2),
        other_id integer references "second ""table""" (id), parent_id integer references first (id)`
    : sql`id integer generated always as identity primary key, is_open boolean, ratio double precision, bytes bytea,
        options json, twice integer generated always as (id * 2) stored, other_id integer,
        parent_id integer references first (id)`
  await sql`create table first (${columns})`.execute(database.db)
  await sql`create table "second ""table""" (id bigint primary key, first_id integer references first (id))`.execute(
    database.db,
  )
  if (!isSqlite)
    await sql`alter table first add constraint other foreign key (other_id) references "second ""table""" (id)`.execute(
      database.db,
    )
  return database
}

function runWithStore<Result>({ db, at }: TestDatabase, work: (store: TableStore) => Promise<Result>): Promise<Result> {
  if (at.url) return inTransaction(db, async (transaction) => work(await openPostgresTables(transaction)))
  const sqliteDatabase = new DatabaseSync(at.file)
  return work(openSqliteTables(sqliteDatabase)).finally(() => sqliteDatabase.close())
}

for (const sourceEngine of bothEngines)
  for (const targetEngine of bothEngines)
    describe(`copying rows from ${sourceEngine.name} to ${targetEngine.name}`, () => {
      test('preserves every value and circular references, and checks foreign keys again afterwards (OPS-4)', async (t) => {
        const [source, target] = [await createTables(t, sourceEngine), await createTables(t, targetEngine)]
        const overridingClause = sourceEngine.name === 'sqlite' ? sql`` : sql`overriding system value`
        const trueValue = sourceEngine.name === 'sqlite' ? 1 : true
        await sql`insert into first (id, is_open, ratio, bytes, options) ${overridingClause} values
          (1, ${trueValue}, 0.1, ${Buffer.from([0, 92, 255])}, ${'{"a":  1.0, "b": "\\"{,}"}'}), (7, null, -1e-300, ${Buffer.alloc(0)}, null)`.execute(
          source.db,
        )
        await sql`insert into "second ""table""" (id, first_id) values (${9_007_199_254_740_993n}, 7), (2, 1)`.execute(
          source.db,
        )
        await sql`update first set other_id = 2, parent_id = 7 where id = 1`.execute(source.db)
        await sql`insert into "second ""table""" (id) values (99)`.execute(target.db)

        const sums = await runWithStore(source, async (store) => {
          const openedSource = await openSource(store)
          return runWithStore(target, (targetStore) => copyRows(openedSource, targetStore))
        })
        assert.deepEqual(
          [...sums].map(([name, { rows }]) => [name, rows]),
          [
            ['first', 2],
            ['second "table"', 2],
          ],
        )
        const { rows } =
          await sql<object>`select id, is_open, ratio, bytes, cast(options as text) as options, twice, other_id,
          parent_id from first order by id`.execute(target.db)
        const expectedTrue = targetEngine.name === 'sqlite' ? 1 : true
        const plainRows = rows.map((row) => ({ ...row, bytes: [...(row as { bytes: Uint8Array }).bytes] }))
        assert.deepEqual(plainRows, [
          {
            id: 1,
            is_open: expectedTrue,
            ratio: 0.1,
            bytes: [0, 92, 255],
            options: '{"a":  1.0, "b": "\\"{,}"}',
            twice: 2,
            other_id: 2,
            parent_id: 7,
          },
          {
            id: 7,
            is_open: null,
            ratio: -1e-300,
            bytes: [],
            options: null,
            twice: 14,
            other_id: null,
            parent_id: null,
          },
        ])
        const largeIdResult =
          await sql<object>`select cast(id as text) as id from "second ""table""" where first_id = 7`.execute(target.db)
        assert.deepEqual(largeIdResult.rows, [{ id: '9007199254740993' }])

        await sql`insert into first (is_open) values (null)`.execute(target.db)
        const { rows: nextRows } = await sql<object>`select max(id) as id from first`.execute(target.db)
        assert.deepEqual(nextRows, [{ id: 8 }])
        for (const column of ['other_id', 'parent_id'])
          await assert.rejects(
            sql`update first set ${sql.id(column)} = 1000 where id = 8`.execute(target.db),
            /foreign key/i,
          )
      })
    })
