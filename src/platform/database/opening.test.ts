import assert from 'node:assert/strict'
import { stat, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from './database.ts'

describe('openDatabase', () => {
  test('creates the folder, and a file that only its owner can read', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'opening-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = join(folder, 'not/yet/there.sqlite')
    const { db, engine, close } = await openDatabase({ file })
    await sql`create table t (id integer)`.execute(db)
    const modes = await Promise.all([file, `${file}-wal`, `${file}-shm`].map(async (path) => (await stat(path)).mode))
    await close()
    assert.equal(engine, 'sqlite')
    assert.deepEqual(
      modes.map((mode) => mode & 0o777),
      [0o600, 0o600, 0o600],
    )
  })

  test('fails when the server refuses the connection', async () => {
    await assert.rejects(openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nowhere', file: '' }), /ECONNREFUSED/)
  })
})
