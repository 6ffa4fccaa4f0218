import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDesk } from '#testing/desk.ts'
import { bothEngines, sqlite } from '#testing/engines.ts'
import { demoContent, setUpTestApp } from '#testing/test-app.ts'
import { createPngOfSize } from '#testing/upload-files.ts'
import { migrationsFolder, projectRoot } from '#platform/project-root.ts'
import { openArchive } from './archive.ts'
import { backUp, withSnapshot } from './backup.ts'
import { decodeRow, encodeRow, openSource, TableSummer, type Row, type Source } from './tables.ts'

const key = '5e'.repeat(32)
const enquiry = {
  company: 'Vogt Textil',
  name: 'Lena Vogt',
  email: 'lena@buyer.example',
  lines: [{ product: 'zipper', amount: 5_000, unit: 'piece', sizes: ['#5'] }],
}

async function createFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

/** Reads all rows of a source into memory. */
async function readRows(source: Source): Promise<Map<string, Record<string, unknown>[]>> {
  const tables = new Map<string, Record<string, unknown>[]>()
  for await (const { name, columns, batches } of source.readTables()) {
    const rows: Record<string, unknown>[] = []
    for await (const batch of batches)
      for (const row of batch) rows.push(Object.fromEntries(columns.map((column, index) => [column, row[index]])))
    tables.set(name, rows)
  }
  return tables
}

for (const engine of bothEngines) {
  describe(`a backup, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const backUpTo = (file: string, options: { force?: boolean; signal?: AbortSignal; plain?: boolean } = {}) =>
      backUp({
        from: app.at,
        to: { file, key: options.plain ? undefined : key, force: options.force ?? false },
        takenAt: app.clock.now,
        migrationsFolder,
        ...(options.signal && { signal: options.signal }),
      })

    test('contains every table and row, and lists them in its manifest (OPS-2)', async (t) => {
      const file = join(await createFolder(t), 'site.backup')
      const manifest = await backUpTo(file)
      const archive = await openArchive(file, key)
      assert.deepEqual(archive.manifest, manifest)
      assert.equal(manifest.takenAt, new Date(app.clock.now).toISOString())
      assert.equal(
        manifest.schema,
        (await readdir(migrationsFolder))
          .filter((name) => name.endsWith('.sql'))
          .sort()
          .at(-1),
      )
      const names = (await app.db.introspection.getTables()).map(({ name }) => name)
      assert.deepEqual([...manifest.tables.keys()].sort(), names.sort())
      const rows = await readRows(archive.source)
      for (const name of names) {
        const [{ count }] = (
          await sql<{ count: number }>`select count(*) as count from ${sql.id(name)}`.execute(app.db)
        ).rows as [{ count: number }]
        assert.equal(manifest.tables.get(name)!.rows, count, name)
        assert.equal(rows.get(name)!.length, count, name)
      }
      assert.ok(rows.get('booking')!.length > 0)
    })

    test('is a consistent snapshot, even if guests book during the backup (OPS-2)', async () => {
      const desk = await openDesk(app)
      const serializeCodes = async (source: Source) =>
        JSON.stringify(
          (await readRows(source))
            .get('booking')!
            .map(({ code }) => code)
            .sort(),
        )
      const codesBefore = await withSnapshot(app.at, async (store) => serializeCodes(await openSource(store)))
      const snapshotCodes = await withSnapshot(app.at, async (store) => {
        const source = await openSource(store)
        await desk.book('Lena Vogt', 1, 3)
        return serializeCodes(source)
      })
      assert.equal(snapshotCodes, codesBefore)
      const codesAfter = await withSnapshot(app.at, async (store) => serializeCodes(await openSource(store)))
      assert.notEqual(codesAfter, codesBefore)
    })

    test('contains only complete bookings, even under many concurrent bookings (OPS-2)', async (t) => {
      const folder = await createFolder(t)
      const desk = await openDesk(app)
      const bookingPromises = [10, 20, 30, 40].map(async (from) => {
        for (let day = from; day < from + 4; day++) await desk.book('Wei Zhang', day, day + 2)
      })
      for (let round = 0; round < 3; round++) {
        const file = join(folder, `${round}.backup`)
        await backUpTo(file)
        const rows = await readRows((await openArchive(file, key)).source)
        const bookings = new Map(rows.get('booking')!.map((booking) => [booking.id, booking]))
        const releasedStatuses = new Set(['cancelled', 'declined', 'expired', 'no_show'])
        const nights = rows.get('booking_night')!
        const heldNights = nights.filter(
          ({ booking_id }) => !releasedStatuses.has(String(bookings.get(booking_id)!.status)),
        )
        const soldNightCount = rows.get('inventory')!.reduce((sum, night) => sum + Number(night.sold), 0)
        assert.equal(soldNightCount, heldNights.length)
      }
      await Promise.all(bookingPromises)
    })

    test('reads a bounded number of rows at a time (OPS-2)', async () => {
      await sql`delete from rate_limit`.execute(app.db)
      const values = Array.from({ length: 1_234 }, (_, index) => sql`(${`key ${index}`}, 1, 0)`)
      await sql`insert into rate_limit (key, hits, resets_at) values ${sql.join(values)}`.execute(app.db)
      await app.call('sendEnquiry', enquiry, { files: [{ name: 'photo.png', bytes: createPngOfSize(5_000_000) }] })
      const sizes = await withSnapshot(app.at, async (store) => {
        const sizesByTable: Record<string, number[]> = {}
        for (const table of store.tables)
          for await (const rows of store.read(table)) (sizesByTable[table.name] ??= []).push(rows.length)
        return sizesByTable
      })
      assert.deepEqual(sizes.rate_limit, [500, 500, 234])
      assert.deepEqual(sizes.attachment_part, [16, 4])
    })

    test('can be read only by its owner, and gets its final name once it is complete (OPS-2)', async (t) => {
      const folder = await createFolder(t)
      const file = join(folder, 'site.backup')
      const interruption = new AbortController()
      interruption.abort(new Error('stopped by hand'))
      await assert.rejects(backUpTo(file, { signal: interruption.signal }), /stopped by hand/)
      assert.deepEqual(await readdir(folder), [])
      await backUpTo(file)
      assert.equal((await stat(file)).mode & 0o777, 0o600)
      const firstBytes = await readFile(file)
      await assert.rejects(backUpTo(file), /site\.backup exists\. "--force" replaces it/)
      assert.ok((await readFile(file)).equals(firstBytes))
      await backUpTo(file, { force: true })
      assert.ok(!(await readFile(file)).equals(firstBytes))
      assert.deepEqual(await readdir(folder), ['site.backup'])
      if (app.at.file)
        assert.deepEqual(
          (await readdir(dirname(app.at.file))).filter((name) => name.startsWith('backup-')),
          [],
        )
    })

    test('preserves every column type exactly, and omits generated columns (OPS-2)', async (t) => {
      const database = await engine.bare()
      t.after(() => database.close())
      const types =
        engine.name === 'sqlite'
          ? sql`a integer primary key, b integer, c real, d text, e blob, f text, g integer as (a - 1), h text as (d || '!') stored`
          : sql`a bigint generated always as identity primary key, b boolean, c double precision, d text, e bytea, f json,
              g bigint generated always as (a - 1) stored, h text generated always as (d || '!') stored`
      await sql`create table migration (name text, checksum text)`.execute(database.db)
      await sql`create table "odd ""name" (${types})`.execute(database.db)
      const overridingClause = engine.name === 'sqlite' ? sql`` : sql`overriding system value`
      await sql`insert into "odd ""name" (a, b, c, d, e, f) ${overridingClause} values
        (${9_223_372_036_854_775_807n}, ${engine.name === 'sqlite' ? 1 : true}, 0.1, ${'a\n"b" \\ বাংলা 🧵'}, ${Buffer.from([0, 255, 10])}, ${'{"a":  1.0}'}),
        (2, null, 1e300, '', ${Buffer.alloc(0)}, null)`.execute(database.db)
      const expected: Row[] = [
        [9_223_372_036_854_775_807n, 1, 0.1, 'a\n"b" \\ বাংলা 🧵', Buffer.from([0, 255, 10]), '{"a":  1.0}'],
        [2, null, 1e300, '', Buffer.alloc(0), null],
      ]
      const rows = await withSnapshot(database.at, async (store) => {
        const table = store.tables.find(({ name }) => name === 'odd "name')!
        assert.deepEqual(table.columns, ['a', 'b', 'c', 'd', 'e', 'f'])
        return (await Array.fromAsync(store.read(table))).flat()
      })
      const sortedRows = rows.sort((a, b) => (b[0]! > a[0]! ? 1 : -1))
      assert.deepEqual(sortedRows.map(encodeRow), expected.map(encodeRow))
      for (const row of expected) assert.equal(encodeRow(decodeRow(encodeRow(row))), encodeRow(row))
      assert.equal(decodeRow(encodeRow(expected[0]!))[0], 9_223_372_036_854_775_807n)
    })
  })
}

describe('an archive', () => {
  const app = setUpTestApp(sqlite)

  test('is rejected if any part was changed or is missing (OPS-2)', async (t) => {
    const folder = await createFolder(t)
    for (const keyOfFile of [undefined, key]) {
      const file = join(folder, `${keyOfFile}.backup`)
      const target = { file, key: keyOfFile, force: false }
      await backUp({ from: app.at, to: target, takenAt: 0, migrationsFolder })
      const bytes = await readFile(file)
      const changedFile = join(folder, 'changed.backup')
      const expectRejection = async (changedBytes: Buffer, message = /damaged or incomplete/) => {
        await writeFile(changedFile, changedBytes)
        await assert.rejects(openArchive(changedFile, keyOfFile), message)
      }
      for (const fraction of [0.1, 0.5, 0.9]) await expectRejection(bytes.subarray(0, bytes.length * fraction))
      await expectRejection(bytes.subarray(0, -1))
      for (const fraction of [0.1, 0.5, 0.9]) {
        const changedBytes = Buffer.from(bytes)
        changedBytes[Math.floor(bytes.length * fraction)]! ^= 4
        await expectRejection(changedBytes)
      }
      await expectRejection(Buffer.concat([Buffer.from('SQLite format 3'), bytes]), /is not a backup of this app/)
      await expectRejection(Buffer.alloc(0), /is not a backup of this app/)
    }
    await assert.rejects(openArchive(join(folder, 'missing'), key), /There is no file .*missing/)
    await assert.rejects(openArchive(join(folder, 'undefined.backup'), key), /is not encrypted, but BACKUP_KEY is set/)
    await assert.rejects(openArchive(join(folder, `${key}.backup`), undefined), /Set BACKUP_KEY to its key/)
    await assert.rejects(openArchive(join(folder, `${key}.backup`), '00'.repeat(32)), /BACKUP_KEY is not the key/)
  })

  test('is rejected if lines were removed, added or changed and the data was compressed again (OPS-2)', async (t) => {
    const file = join(await createFolder(t), 'site.backup')
    await backUp({ from: app.at, to: { file, key: undefined, force: false }, takenAt: 0, migrationsFolder })
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n')
    const index = lines.findIndex((line) => line.startsWith('{"table":"room"')) + 1
    for (const forgedArchive of [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, lines[index]!),
      lines.slice(0, -2),
      [...lines.slice(0, -1), lines[index]!, ''],
      [lines[0]!.replace('0028', '0029'), ...lines.slice(1)],
    ]) {
      await writeFile(file, gzipSync(forgedArchive.join('\n')))
      await assert.rejects(openArchive(file, undefined), /damaged or incomplete/)
    }
    await writeFile(file, gzipSync(lines.join('\n').replace('"selvage_backup":1', '"selvage_backup":2')))
    await assert.rejects(openArchive(file, undefined), /made by a newer version/)
  })

  test('has the same checksum for the same rows in any order (OPS-2)', () => {
    const sumLines = (...lines: string[]) => {
      const summer = new TableSummer()
      for (const line of lines) summer.add(line)
      return summer.sum()
    }
    assert.deepEqual(sumLines('a', 'b', 'c'), sumLines('c', 'a', 'b'))
    assert.notDeepEqual(sumLines('a', 'b'), sumLines('a', 'a'))
    assert.notDeepEqual(sumLines('a', 'a'), sumLines())
    assert.equal(sumLines('a', 'b').rows, 2)
  })
})

describe('npm run admin -- backup', () => {
  test('writes a file, or prints the error in one sentence and exits with code 1 (OPS-2, OPS-15)', async (t) => {
    const folder = await createFolder(t)
    const database = await sqlite.filled(demoContent)
    t.after(() => database.close())
    const run = (environment: Record<string, string>, ...args: string[]) =>
      promisify(execFile)(process.execPath, ['src/app/admin/admin.ts', 'backup', ...args], {
        cwd: projectRoot,
        env: { ...process.env, DATA_DIR: folder, ...environment },
      }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    const expectFailure = async (message: RegExp, environment: Record<string, string>, ...args: string[]) => {
      const { code, stderr, stdout } = await run(environment, ...args)
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, message)
      assert.doesNotMatch(stderr, /^ {4}at /m)
    }
    const file = join(folder, 'site.backup')
    assert.match((await run({}, '--help')).stdout, /backup <file> \[--force\]/)
    await expectFailure(/"backup" takes one file/, {})
    await expectFailure(/"backup" takes one file/, {}, file, file)
    await expectFailure(/"backup" has no option "--fast"/, {}, file, '--fast')
    await expectFailure(/There is no database file .*selvage\.sqlite/, {}, file)
    await expectFailure(/BACKUP_KEY: must be 64 digits/, { BACKUP_KEY: 'secret' }, file)
    await expectFailure(/ECONNREFUSED/, { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none' }, file)
    await copyFile(database.at.file, join(folder, 'selvage.sqlite'))
    await expectFailure(/ENOENT/, {}, join(folder, 'missing', 'site.backup'))
    assert.ok(!existsSync(file))
    const successfulRun = await run({ BACKUP_KEY: key }, file)
    assert.equal(successfulRun.code, 0, successfulRun.stderr)
    assert.match(
      successfulRun.stdout,
      /^Wrote [\d,]+ rows of \d+ tables, schema \d{4}-[\w-]+, to .*site\.backup \(\d+\.\d MB\)\.\nIt is encrypted/,
    )
    assert.ok((await openArchive(file, key)).manifest.tables.get('booking')!.rows > 0)
    await expectFailure(/exists\. "--force" replaces it/, { BACKUP_KEY: key }, file)
    assert.match((await run({}, file, '--force')).stdout, /It is not encrypted: BACKUP_KEY is not set/)

    const siteDatabase = new DatabaseSync(join(folder, 'selvage.sqlite'))
    t.after(() => siteDatabase.close())
    assert.deepEqual(
      siteDatabase
        .prepare('select bytes, encrypted from backup order by id')
        .all()
        .map((row) => row.encrypted),
      [1, 0],
    )
    assert.equal(siteDatabase.prepare('select max(id), bytes from backup').get()!.bytes, (await stat(file)).size)
    siteDatabase.exec('drop table backup')
    const unrecordedRun = await run({}, file, '--force')
    assert.equal(unrecordedRun.code, 0)
    assert.match(unrecordedRun.stdout, /The status page of the office does not show this backup: no such table/)
  })
})
