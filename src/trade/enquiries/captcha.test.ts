import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { enginesFor } from '#testing/engines.ts'
import { migrate } from '#platform/database/migrate.ts'
import { publish } from '#platform/database/publish.ts'

const migrations = fileURLToPath(new URL('../../../migrations/', import.meta.url))

for (const engine of enginesFor(import.meta.url)) {
  test(`moves the captcha secret out of the settings and keeps it, on ${engine.name}`, async (t) => {
    const { db, close } = await engine.bare()
    const olderMigrations = await mkdtemp(join(tmpdir(), 'older-'))
    t.after(() => Promise.all([close(), rm(olderMigrations, { recursive: true })]))
    await cp(migrations, olderMigrations, {
      recursive: true,
      filter: (path) => !/\/(004[4-9]|00[5-9]|0[1-9])\d*-/.test(path),
    })
    await migrate(db, engine.name, olderMigrations)
    const unrelated = { key: 'company.foundingYear', value: '1995' }
    await publish(db, (tx) =>
      tx
        .insertInto('setting')
        .values([{ key: 'secret', value: 'of before' }, unrelated])
        .execute(),
    )
    await migrate(db, engine.name, migrations)
    assert.deepEqual(await db.selectFrom('house_secret').selectAll().execute(), [{ id: 1, value: 'of before' }])
    assert.deepEqual(await db.selectFrom('setting').selectAll().execute(), [unrelated])
  })
}
