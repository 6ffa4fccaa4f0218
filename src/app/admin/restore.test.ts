import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import {
  assertSiteWorks,
  countRows,
  createEmptyLocation,
  createFolder,
  fillSite,
  type UsedSite,
} from '#testing/admin-site.ts'
import { openDesk } from '#testing/desk.ts'
import { bothEngines, postgres, sqlite } from '#testing/engines.ts'
import { demoContent, setUpTestApp } from '#testing/test-app.ts'
import { openDatabase, type Database, type DatabaseLocation } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsFolder, projectRoot } from '#platform/project-root.ts'
import { openArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { restore, writeDatabase } from './restore.ts'

const key = '5e'.repeat(32)

const backUpTo = (file: string, from: DatabaseLocation, folder = migrationsFolder) =>
  backUp({ from, to: { file, key, force: true }, takenAt: 0, migrationsFolder: folder })
const restoreTo = (to: DatabaseLocation, file: string, options: Partial<Parameters<typeof restore>[0]> = {}) =>
  restore({ file, key, to, force: false, migrationsFolder, ...options })

/** Asserts that an empty target is still empty, without unfinished files. */
async function assertEmpty(location: DatabaseLocation): Promise<void> {
  if (location.url) assert.deepEqual(await countRows(location), {})
  else if (existsSync(dirname(location.file))) assert.deepEqual(await readdir(dirname(location.file)), [])
}

for (const engine of bothEngines)
  describe(`a restored backup of ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let usedSite: UsedSite
    before(async () => {
      usedSite = await fillSite(app)
    })

    for (const [index, target] of bothEngines.entries())
      test(`works as before, on ${target.name}, even if guests booked during the backup (OPS-3)`, async (t) => {
        const archive = join(await createFolder(t), 'site.backup')
        const desk = await openDesk(app)
        const bookingPromises = [20, 30].map(async (from) => {
          for (let day = from + 100 * index; day % 10 < 5; day++) await desk.book('Wei Zhang', day, day + 2)
        })
        const [manifest] = await Promise.all([backUpTo(archive, app.at), ...bookingPromises])
        const place = await createEmptyLocation(t, target)
        assert.deepEqual(await restoreTo(place, archive), { manifest, applied: [] })
        const counts = Object.fromEntries([...manifest.tables].map(([name, { rows }]) => [name, rows]))
        assert.deepEqual(await countRows(place), counts)
        await assertSiteWorks(t, target, place, app, usedSite)
      })
  })

for (const engine of bothEngines)
  describe(`restoring into ${engine.name}`, () => {
    let site: Awaited<ReturnType<typeof sqlite.filled>>
    before(async () => {
      site = await engine.filled(demoContent)
    })
    after(() => site.close())

    test('rejects a wrong key, a damaged file and a missing file, and writes nothing (OPS-3)', async (t) => {
      const folder = await createFolder(t)
      const file = join(folder, 'site.backup')
      await backUpTo(file, site.at)
      const bytes = await readFile(file)
      const place = await createEmptyLocation(t, engine)
      const expectRejection = async (message: RegExp, options: Partial<Parameters<typeof restore>[0]> = {}) => {
        await assert.rejects(restoreTo(place, file, options), message)
        await assertEmpty(place)
      }
      await expectRejection(/BACKUP_KEY is not the key of this backup/, { key: '00'.repeat(32) })
      await expectRejection(/The backup is encrypted. Set BACKUP_KEY/, { key: undefined })
      await expectRejection(/There is no file/, { file: join(folder, 'other') })
      await writeFile(file, bytes.subarray(0, -100))
      await expectRejection(/damaged or incomplete/)
      bytes[bytes.length - 100]! ^= 1
      await writeFile(file, bytes)
      await expectRejection(/damaged or incomplete/)
    })

    test('writes nothing if it is interrupted, or if the restored rows differ from the backup (OPS-3)', async (t) => {
      const file = join(await createFolder(t), 'site.backup')
      await backUpTo(file, site.at)
      const place = await createEmptyLocation(t, engine)
      const { source } = await openArchive(file, key)
      const options = { to: place, force: false, migrationsFolder }

      const interruption = new AbortController()
      const interruptedSource = {
        ...source,
        async *readTables() {
          for await (const table of source.readTables()) {
            if (table.name === 'room') interruption.abort(new Error('stopped by hand'))
            yield table
          }
        },
      }
      await assert.rejects(
        writeDatabase(interruptedSource, { ...options, signal: interruption.signal }),
        /stopped by hand/,
      )
      await assertEmpty(place)

      const sums = new Map(source.sums).set('room', { rows: source.sums!.get('room')!.rows, checksum: '0' })
      await assert.rejects(writeDatabase({ ...source, sums }, options), /The table room has other rows after copying/)
      await assertEmpty(place)

      const renamedTables = {
        ...source,
        async *readTables() {
          for await (const table of source.readTables())
            yield { ...table, name: table.name === 'room' ? 'chamber' : table.name }
        },
      }
      await assert.rejects(writeDatabase(renamedTables, options), /The table chamber differs/)
      const sourceWithoutRooms = {
        ...source,
        async *readTables() {
          for await (const table of source.readTables()) {
            if (table.name === 'room') for await (const _ of table.batches);
            else yield table
          }
        },
      }
      await assert.rejects(
        writeDatabase(sourceWithoutRooms, options),
        /refers to (a row of room|another one) .*missing/,
      )
      await assertEmpty(place)
    })

    test('does not touch a database with data without --force, and replaces it with --force (OPS-3)', async (t) => {
      const file = join(await createFolder(t), 'site.backup')
      const manifest = await backUpTo(file, site.at)
      const place = await createEmptyLocation(t, engine)
      const change = async (statement: (db: Database) => Promise<unknown>) => {
        const { db, close } = await openDatabase(place)
        await statement(db)
        await close()
      }
      await change((db) => migrate(db, engine.name, migrationsFolder))
      await change((db) => sql`insert into rate_limit (key, hits, resets_at) values ('mine', 1, 0)`.execute(db))
      const rowCountsBefore = await countRows(place)
      await assert.rejects(restoreTo(place, file), /already has data\. "--force" replaces it/)
      assert.deepEqual(await countRows(place), rowCountsBefore)
      assert.deepEqual(await restoreTo(place, file, { force: true }), { manifest, applied: [] })
      const counts = Object.fromEntries([...manifest.tables].map(([name, { rows }]) => [name, rows]))
      assert.deepEqual(await countRows(place), counts)

      await change((db) => sql`drop table migration`.execute(db))
      await assert.rejects(restoreTo(place, file, { force: true }), /has tables of another program/)
      assert.equal((await countRows(place)).room, counts.room)
    })

    test('migrates the backup of an older version, and rejects one of a newer version (OPS-3)', async (t) => {
      const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
      const olderBackup = await engine.bare()
      t.after(() => olderBackup.close())
      await migrate(olderBackup.db, engine.name, migrationsFolder, names.length - 3)
      await sql`insert into setting (key, value) values ('old', '"রঙ"')`.execute(olderBackup.db)
      const folder = await createFolder(t)
      const file = join(folder, 'site.backup')
      const manifest = await backUpTo(file, olderBackup.at)
      assert.equal(manifest.schema, names.at(-4))
      const newPlace = await createEmptyLocation(t, engine)
      assert.deepEqual(await restoreTo(newPlace, file), { manifest, applied: names.slice(-3) })
      const restoredDatabase = await openDatabase(newPlace)
      t.after(() => restoredDatabase.close())
      const { rows } = await sql<object>`select key, value from setting where key = 'old'`.execute(restoredDatabase.db)
      assert.deepEqual(rows, [{ key: 'old', value: '"রঙ"' }])

      const newerFolder = join(folder, 'migrations')
      await cp(migrationsFolder, newerFolder, { recursive: true })
      await writeFile(join(newerFolder, '9999-later.sql'), 'select 1;')
      const newerDatabase = await engine.bare()
      t.after(() => newerDatabase.close())
      await migrate(newerDatabase.db, engine.name, newerFolder)
      await assert.rejects(
        backUpTo(file, newerDatabase.at),
        /The database is newer than this version of the code.*9999-later/,
      )
      await backUpTo(file, newerDatabase.at, newerFolder)
      const place = await createEmptyLocation(t, engine)
      await assert.rejects(restoreTo(place, file), /The backup is newer than this version of the code.*9999-later/)
      await assertEmpty(place)
    })
  })

describe('restoring', () => {
  test('gives PostgreSQL the same constraints, indexes and next IDs as the original (OPS-3)', async (t) => {
    const site = await postgres.filled(demoContent)
    t.after(() => site.close())
    const file = join(await createFolder(t), 'site.backup')
    await backUpTo(file, site.at)
    const place = await createEmptyLocation(t, postgres)
    await restoreTo(place, file)
    const restoredDatabase = await openDatabase(place)
    t.after(() => restoredDatabase.close())
    const describeSchema = async (db: Database) => {
      const statements = [
        sql`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`,
        sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
        sql`select tgrelid::regclass::text as "table", tgname from pg_trigger where not tgisinternal order by 1, 2`,
        sql`select table_name, column_name, data_type, is_nullable, column_default, is_identity
          from information_schema.columns where table_schema = 'public' order by 1, 2`,
      ]
      return Promise.all(statements.map(async (statement) => (await statement.execute(db)).rows))
    }
    assert.deepEqual(await describeSchema(restoredDatabase.db), await describeSchema(site.db))
    const { rows } = await sql<{ sequencename: string; last_value: number | null }>`
      select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.execute(
      restoredDatabase.db,
    )
    assert.ok(rows.length > 20)
    for (const { sequencename, last_value } of rows) {
      const table = sequencename.replace(/_id_seq$/, '')
      const highestIdResult = await sql<{ id: number | null }>`select max(id) as id from ${sql.id(table)}`.execute(
        restoredDatabase.db,
      )
      assert.equal(last_value, highestIdResult.rows[0]!.id, table)
    }
  })

  test('needs no superuser on PostgreSQL, and prints an error if the user may not create tables (OPS-3)', async (t) => {
    const site = await sqlite.filled(demoContent)
    t.after(() => site.close())
    const file = join(await createFolder(t), 'site.backup')
    const manifest = await backUpTo(file, site.at)
    const target = await postgres.bare()
    const roleName = `owner_${randomBytes(6).toString('hex')}`
    await sql`create role ${sql.id(roleName)} login password ${sql.lit(roleName)}`.execute(target.db)
    t.after(async () => {
      await sql`drop owned by ${sql.id(roleName)} cascade`.execute(target.db)
      await sql`drop role ${sql.id(roleName)}`.execute(target.db)
      await target.close()
    })
    const url = new URL(target.at.url!)
    url.username = url.password = roleName
    const run = () =>
      promisify(execFile)(process.execPath, ['src/app/admin/admin.ts', 'restore', file], {
        cwd: projectRoot,
        env: { ...process.env, DATABASE_URL: url.href, BACKUP_KEY: key },
      })
    await assert.rejects(run(), ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 1)
      assert.match(stderr, /^[^\n]*permission denied for schema public[^\n]*\n$/)
      return true
    })
    await sql`alter schema public owner to ${sql.id(roleName)}`.execute(target.db)
    await run()
    assert.equal((await countRows(target.at)).booking, manifest.tables.get('booking')!.rows)
  })

  test('does not replace an embedded database that the site uses (OPS-3)', async (t) => {
    const site = await sqlite.filled(demoContent)
    t.after(() => site.close())
    const file = join(await createFolder(t), 'site.backup')
    await backUpTo(file, site.at)
    const rowCountsBefore = await countRows(site.at)
    await assert.rejects(restoreTo(site.at, file, { force: true }), /is in use\. Stop the site first/)
    assert.deepEqual(await countRows(site.at), rowCountsBefore)
  })

  test('does not replace a file that is not a database (OPS-3)', async (t) => {
    const site = await sqlite.filled(demoContent)
    t.after(() => site.close())
    const file = join(await createFolder(t), 'site.backup')
    await backUpTo(file, site.at)
    await assert.rejects(restoreTo({ file }, file, { force: true }), /cannot be read: file is not a database/)
    assert.ok((await openArchive(file, key)).manifest.tables.size > 0)
  })

  test('prints the problems that the doctor finds, and then exits with code 2 (OPS-3)', async (t) => {
    const site = await sqlite.filled(demoContent)
    t.after(() => site.close())
    const folder = await createFolder(t)
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['src/app/admin/admin.ts', 'restore', ...args], {
        cwd: projectRoot,
        env: { ...process.env, DATA_DIR: join(folder, 'data'), BACKUP_KEY: key },
      }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    const file = join(folder, 'site.backup')
    assert.match((await run('--help')).stdout, /restore <file> \[--force\]/)
    const missingFileRun = await run(file)
    assert.deepEqual(
      [missingFileRun.code, missingFileRun.stdout, missingFileRun.stderr],
      [1, '', `There is no file ${file}.\n`],
    )

    await backUpTo(file, site.at)
    const successfulRun = await run(file)
    assert.equal(successfulRun.code, 0, successfulRun.stderr)
    assert.match(
      successfulRun.stdout,
      /^Restored [\d,]+ rows of \d+ tables, schema [\w-]+, as of 1970-01-01T00:00:00\.000Z\.\n✔ /,
    )
    assert.match(successfulRun.stdout, /Not part of a backup: SEAL_KEY, or the file seal\.key/)
    const repeatedRun = await run(file)
    assert.deepEqual([repeatedRun.code, repeatedRun.stdout], [1, ''])
    assert.match(repeatedRun.stderr, /^.*selvage\.sqlite already has data\. "--force" replaces it\.\n$/)

    await sql`update till set cash_poisha = cash_poisha + 100`.execute(site.db)
    await backUpTo(file, site.at)
    const inconsistentRestore = await run(file, '--force')
    assert.equal(inconsistentRestore.code, 2)
    assert.match(inconsistentRestore.stdout, /✖ The cash in the till is the sum of its movements\n {4}the till has BDT/)
    assert.deepEqual(await readdir(join(folder, 'data')), ['selvage.sqlite'])
  })
})
