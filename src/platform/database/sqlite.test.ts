import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { engines } from '../../../testing/engines.ts'

type Items = { item: { key: number; n: number } }

const sqlite = engines.find(({ name }) => name === 'sqlite')!

describe('a statement outside of a transaction', () => {
  test('writes even if it returns rows', async (t) => {
    const { db, keysSeenByOthers } = await setUp(t)
    assert.deepEqual(await db.insertInto('item').values({ key: 1, n: 0 }).returning('key').execute(), [{ key: 1 }])
    assert.deepEqual(await db.updateTable('item').set({ n: 2 }).returning('n').execute(), [{ n: 2 }])
    const inserted = sql`with k(key) as (select 2) insert into item select key, 0 from k returning key`.execute(db)
    assert.deepEqual((await inserted).rows, [{ key: 2 }])
    await db
      .with('first', (part) => part.selectFrom('item').select('key').where('key', '=', 1))
      .deleteFrom('item')
      .where('key', 'in', (part) => part.selectFrom('first').select('key'))
      .execute()
    assert.deepEqual(keysSeenByOthers(), [2])
  })

  test('reads committed rows only, also when it begins with WITH', async (t) => {
    const { db } = await setUp(t)
    await db.transaction().execute(async (transaction) => {
      await insert(transaction, 1)
      const read = sql<{ key: number }>`with found as (select key from item) select key from found`
      assert.deepEqual((await read.execute(db)).rows, [])
      assert.deepEqual((await read.execute(transaction)).rows, [{ key: 1 }])
    })
  })

  test('is run outside of the group if it must be: pragma, vacuum', async (t) => {
    const { db, keysSeenByOthers } = await setUp(t)
    const inserted = insert(db, 1)
    await sql`vacuum`.execute(db)
    await sql`pragma user_version = 7`.execute(db)
    assert.deepEqual((await sql`pragma user_version`.execute(db)).rows, [{ user_version: 7 }])
    assert.deepEqual((await sql`pragma synchronous`.execute(db)).rows, [{ synchronous: 2 }])
    assert.deepEqual((await sql`pragma journal_mode`.execute(db)).rows, [{ journal_mode: 'wal' }])
    assert.deepEqual((await sql`pragma foreign_keys`.execute(db)).rows, [{ foreign_keys: 1 }])
    await inserted
    assert.deepEqual(keysSeenByOthers(), [1])
  })

  test('is refused if it is two', async (t) => {
    const { db } = await setUp(t)
    const two = sql`insert into item values (1, 0); insert into item values (2, 0)`
    await assert.rejects(two.execute(db), /first statement only/)
    assert.deepEqual(await keys(db), [])
  })

  test('is prepared again when the table has changed, or when many others came between', async (t) => {
    const { db } = await setUp(t)
    await insert(db, 1)
    const all = sql`select * from item`
    assert.deepEqual((await all.execute(db)).rows, [{ key: 1, n: 0 }])
    await sql`alter table item add column colour text default 'red'`.execute(db)
    assert.deepEqual((await all.execute(db)).rows, [{ key: 1, n: 0, colour: 'red' }])
    for (const n of numbers(600)) {
      assert.deepEqual((await sql`select ${sql.raw(String(n))} as n`.execute(db)).rows, [{ n }])
    }
    assert.deepEqual((await all.execute(db)).rows, [{ key: 1, n: 0, colour: 'red' }])
  })
})

async function setUp(t: TestContext) {
  const database = await sqlite.bare()
  const db = database.db as unknown as Kysely<Items>
  await sql`create table item (key integer primary key, n integer not null check (n between 0 and 3)) strict`.execute(
    db,
  )
  const other = new DatabaseSync(database.at.file)
  t.after(async () => {
    other.close()
    await database.close()
  })
  return {
    db,
    other,
    keysSeenByOthers: () =>
      other
        .prepare('select key from item order by key')
        .all()
        .map(({ key }) => key),
    commits: () => countCommits(`${database.at.file}-wal`),
  }
}

/** In the WAL a page that ends a transaction says how large the database is after it; the others say 0. */
async function countCommits(walFile: string): Promise<number> {
  const wal = await readFile(walFile)
  const [walHeader, frameHeader, pageSize] = [32, 24, wal.readUInt32BE(8)]
  let commits = 0
  for (let frame = walHeader; frame < wal.length; frame += frameHeader + pageSize) {
    if (wal.readUInt32BE(frame + 4) > 0) commits++
  }
  return commits
}

function insert(db: Kysely<Items>, key: number) {
  return db.insertInto('item').values({ key, n: 0 }).execute()
}

async function keys(db: Kysely<Items>): Promise<number[]> {
  return (await db.selectFrom('item').select('key').orderBy('key').execute()).map(({ key }) => key)
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
