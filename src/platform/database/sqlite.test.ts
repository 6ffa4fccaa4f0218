import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { insertItem, readKeys, createRange, openItems } from '#testing/items.ts'

describe('a statement outside of a transaction', () => {
  test('writes even if it returns rows', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    assert.deepEqual(await db.insertInto('item').values({ key: 1, n: 0 }).returning('key').execute(), [{ key: 1 }])
    assert.deepEqual(await db.updateTable('item').set({ n: 2 }).returning('n').execute(), [{ n: 2 }])
    const insertQuery = sql`with k(key) as (select 2) insert into item select key, 0 from k returning key`.execute(db)
    assert.deepEqual((await insertQuery).rows, [{ key: 2 }])
    await db
      .with('first', (part) => part.selectFrom('item').select('key').where('key', '=', 1))
      .deleteFrom('item')
      .where('key', 'in', (part) => part.selectFrom('first').select('key'))
      .execute()
    assert.deepEqual(keysSeenByOthers(), [2])
  })

  test('reads only committed rows, also if it starts with WITH', async (t) => {
    const { db } = await openItems(t)
    await db.transaction().execute(async (transaction) => {
      await insertItem(transaction, 1)
      const selectQuery = sql<{ key: number }>`with found as (select key from item) select key from found`
      assert.deepEqual((await selectQuery.execute(db)).rows, [])
      assert.deepEqual((await selectQuery.execute(transaction)).rows, [{ key: 1 }])
    })
  })

  test('runs outside of the group commit if necessary: pragma, vacuum', async (t) => {
    const { db, keysSeenByOthers } = await openItems(t)
    const insertPromise = insertItem(db, 1)
    await sql`vacuum`.execute(db)
    await sql`pragma user_version = 7`.execute(db)
    assert.deepEqual((await sql`pragma user_version`.execute(db)).rows, [{ user_version: 7 }])
    assert.deepEqual((await sql`pragma synchronous`.execute(db)).rows, [{ synchronous: 2 }])
    assert.deepEqual((await sql`pragma journal_mode`.execute(db)).rows, [{ journal_mode: 'wal' }])
    assert.deepEqual((await sql`pragma foreign_keys`.execute(db)).rows, [{ foreign_keys: 1 }])
    await insertPromise
    assert.deepEqual(keysSeenByOthers(), [1])
  })

  test('is rejected if it contains two statements', async (t) => {
    const { db } = await openItems(t)
    const twoStatements = sql`insert into item values (1, 0); insert into item values (2, 0)`
    await assert.rejects(twoStatements.execute(db), /first statement only/)
    assert.deepEqual(await readKeys(db), [])
  })

  test('is prepared again after a table change or many other statements', async (t) => {
    const { db } = await openItems(t)
    await insertItem(db, 1)
    const selectQuery = sql`select * from item`
    assert.deepEqual((await selectQuery.execute(db)).rows, [{ key: 1, n: 0 }])
    await sql`alter table item add column colour text default 'red'`.execute(db)
    assert.deepEqual((await selectQuery.execute(db)).rows, [{ key: 1, n: 0, colour: 'red' }])
    for (const n of createRange(600)) {
      assert.deepEqual((await sql`select ${sql.raw(String(n))} as n`.execute(db)).rows, [{ n }])
    }
    assert.deepEqual((await selectQuery.execute(db)).rows, [{ key: 1, n: 0, colour: 'red' }])
  })
})
