import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import {
  assertSiteWorks,
  countRows,
  createEmptyLocation,
  createFolder,
  fillSite,
  type UsedSite,
} from '#testing/admin-site.ts'
import { postgres, sqlite } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { projectRoot } from '#platform/project-root.ts'
import { withSnapshot } from './backup.ts'
import { encodeRow, TableSummer, type TableSum } from './tables.ts'

const run = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['src/app/admin/admin.ts', 'move', ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

describe('npm run admin -- move', () => {
  const app = setUpTestApp(sqlite)
  let usedSite: UsedSite
  before(async () => {
    usedSite = await fillSite(app)
  })

  const sumTables = (location: TestApp['at']) =>
    withSnapshot(location, async (store) => {
      const sums = new Map<string, TableSum>()
      for (const table of store.tables) {
        const summer = new TableSummer()
        for await (const rows of store.read(table)) for (const row of rows) summer.add(encodeRow(row))
        sums.set(table.name, summer.sum())
      }
      return sums
    })

  test('copies all rows to PostgreSQL, where the site works as before (OPS-4)', async (t) => {
    const folder = await createFolder(t)
    const file = join(folder, 'selvage.sqlite')
    const runningDatabase = new DatabaseSync(app.at.file, { readOnly: true })
    await backup(runningDatabase, file)
    runningDatabase.close()
    const place = await createEmptyLocation(t, postgres)
    await writeFile(join(folder, 'seal.key'), `${'ab'.repeat(32)}\n`)
    const { code, stdout, stderr } = await run({ DATA_DIR: folder, DATABASE_URL: place.url! })
    assert.equal(code, 0, stderr)
    assert.match(stdout, /Set SEAL_KEY to the content of .*seal\.key before you start the site/)
    assert.doesNotMatch(stdout, /abab/)
    assert.match(stdout, /\n✔ Stored files are complete\n/)

    const sumsBefore = await sumTables({ file })
    assert.deepEqual(await sumTables(place), sumsBefore)
    const printedLines = Array.from(stdout.matchAll(/^(\w+) +([\d,]+) rows, checksum (\w{16}), equal$/gm), (line) =>
      line.slice(1),
    )
    assert.deepEqual(
      printedLines,
      [...sumsBefore].map(([name, { rows, checksum }]) => [name, rows.toLocaleString('en'), checksum.slice(0, 16)]),
    )
    assert.ok(sumsBefore.get('booking')!.rows > 0)
    await assertSiteWorks(t, postgres, place, app, usedSite)
  })

  test('rejects a source in use, a target with data and a missing location, and writes nothing (OPS-4)', async (t) => {
    const folder = await createFolder(t)
    const expectFailure = async (message: RegExp, environment: Record<string, string>, ...args: string[]) => {
      const { code, stdout, stderr } = await run({ DATA_DIR: folder, ...environment }, ...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ {4}at /m)
    }
    assert.match((await run({}, '--help')).stdout, /^npm run admin -- move\n/)
    const place = await createEmptyLocation(t, postgres)
    await expectFailure(/Set DATABASE_URL to an empty PostgreSQL database/, { DATABASE_URL: '' })
    await expectFailure(/"move" takes no arguments/, { DATABASE_URL: place.url! }, '--force')
    await expectFailure(/There is no database file .*selvage\.sqlite/, { DATABASE_URL: place.url! })
    const site = await sqlite.fresh()
    t.after(() => site.close())
    const folderInUse = join(folder, 'in-use')
    await mkdir(folderInUse)
    await symlink(site.at.file, join(folderInUse, 'selvage.sqlite'))
    await expectFailure(/selvage\.sqlite is in use\. Stop the site first/, {
      DATABASE_URL: place.url!,
      DATA_DIR: folderInUse,
    })
    assert.deepEqual(await countRows(place), {})

    const file = join(folder, 'selvage.sqlite')
    await copyFile(site.at.file, file)
    const bytes = await readFile(file)
    const target = await postgres.fresh()
    t.after(() => target.close())
    const counts = await countRows(target.at)
    await expectFailure(/The database already has data\. Use an empty one/, { DATABASE_URL: target.at.url! })
    assert.deepEqual(await countRows(target.at), counts)
    assert.ok((await readFile(file)).equals(bytes))
  })
})
