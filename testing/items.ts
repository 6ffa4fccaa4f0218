import { readFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { sqlite } from './engines.ts'

export type Items = { item: { key: number; n: number } }

/** Opens a SQLite file with one table, and a second connection that sees only committed data. */
export async function openItems(t: TestContext) {
  const database = await sqlite.bare()
  const db = database.db as unknown as Kysely<Items>
  await sql`create table item (key integer primary key, n integer not null check (n between 0 and 3)) strict`.execute(
    db,
  )
  const otherConnection = new DatabaseSync(database.at.file)
  t.after(async () => {
    otherConnection.close()
    await database.close()
  })
  return {
    db,
    other: otherConnection,
    keysSeenByOthers: () =>
      otherConnection
        .prepare('select key from item order by key')
        .all()
        .map(({ key }) => key),
    commits: () => countCommits(`${database.at.file}-wal`),
  }
}

/** Counts commits in the WAL: the last frame of a transaction stores the database size, other frames store 0. */
async function countCommits(walFile: string): Promise<number> {
  const wal = await readFile(walFile)
  const [walHeader, frameHeader, pageSize] = [32, 24, wal.readUInt32BE(8)]
  let commitCount = 0
  for (let frame = walHeader; frame < wal.length; frame += frameHeader + pageSize) {
    if (wal.readUInt32BE(frame + 4) > 0) commitCount++
  }
  return commitCount
}

export function insertItem(db: Kysely<Items>, key: number) {
  return db.insertInto('item').values({ key, n: 0 }).execute()
}

export async function readKeys(db: Kysely<Items>): Promise<number[]> {
  return (await db.selectFrom('item').select('key').orderBy('key').execute()).map(({ key }) => key)
}

export function createRange(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
