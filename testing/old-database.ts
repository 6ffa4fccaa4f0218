import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { migrate } from '#platform/database/migrate.ts'
import { root } from '#platform/project-root.ts'
import type { TestEngine } from './engines.ts'

/** A database as it was before a migration, which `goOn` then carries out. */
export async function databaseBefore(context: TestContext, engine: TestEngine, migration: string) {
  const database = await engine.bare()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  context.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const take = (name: string) => cp(join(root, 'migrations', name), join(folder, name))
  const goOn = () => migrate(database.db, database.engine, folder)
  for (const name of await readdir(join(root, 'migrations'))) if (name < migration) await take(name)
  await goOn()
  return {
    db: database.db,
    async goOn() {
      await take(migration)
      await goOn()
    },
  }
}
