import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { bothEngines } from '#testing/engines.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsFolder, projectRoot } from '#platform/project-root.ts'

for (const engine of bothEngines) {
  test(`lists the pending migrations, and then applies them, on ${engine.name} (OPS-16)`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'migrate-'))
    t.after(() => rm(folder, { recursive: true }))
    const { url } = await engine.bare().then(({ at, close }) => {
      t.after(close)
      return at
    })
    const { db, close } = await openDatabase({ url, file: join(folder, 'selvage.sqlite') })
    await migrate(db, engine.name, migrationsFolder, 29)
    await close()
    const run = async (...args: string[]) => {
      const env = { ...process.env, DATABASE_URL: url ?? '', DATA_DIR: folder }
      const command = ['dist/server/admin.js', 'migrate', ...args]
      return (await promisify(execFile)(process.execPath, command, { cwd: projectRoot, env })).stdout
    }
    for (const _ of [1, 2]) assert.match(await run('--dry-run'), /^To be applied:\n {2}0030-[\w-]+\.sql\n/)
    assert.match(await run(), /^Applied the migrations 0030-[\w-]+\.sql/)
    assert.equal(await run(), 'The database is up to date.\n')
    assert.equal(await run('--dry-run'), 'The database is up to date.\n')
  })
}
