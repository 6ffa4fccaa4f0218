import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate } from '#platform/database/migrate.ts'
import type { TestEngine } from './engines.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))

/** Creates a database with the tables from before a migration. `applyMigration` applies it. */
export async function createDatabaseBefore(t: TestContext, engine: TestEngine, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(migrationsFolder, folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.sql') || basename(path) < name,
  })
  const { db, close } = await engine.bare()
  t.after(close)
  await migrate(db, engine.name, folder)
  return {
    db,
    async applyMigration() {
      await cp(join(migrationsFolder, name), join(folder, name))
      assert.deepEqual(await migrate(db, engine.name, folder), [name])
    },
  }
}
