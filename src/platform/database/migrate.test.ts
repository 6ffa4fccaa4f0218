import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { startChild } from '#testing/child.ts'
import { bothEngines, type TestEngine } from '#testing/engines.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'

const createFirst = 'create table first (id {id}, name text {sorted} not null, at {big}, bytes {bytes}) {strict};'
const createSecond =
  'create table second (id integer not null, constraint second_pk primary key (id)) {strict rowless};'

for (const engine of bothEngines) {
  describe(`migrate on ${engine.name}`, () => {
    test('applies files in order, each once', async (t) => {
      const { db, folder } = await setUp(t, engine, { '0001-first.sql': createFirst })
      assert.deepEqual(await migrate(db, engine.name, folder), ['0001-first.sql'])
      await writeFile(join(folder, '0002-second.sql'), `${createSecond} insert into first (name) values ('from 0002');`)
      assert.deepEqual(await migrate(db, engine.name, folder), ['0002-second.sql'])
      assert.deepEqual(await migrate(db, engine.name, folder), [])
      assert.deepEqual(await readRows(db, sql`select id, name from first`), [{ id: 1, name: 'from 0002' }])
    })

    test('translates placeholders into the SQL of the engine', async (t) => {
      const { db, folder } = await setUp(t, engine, { '0001-first.sql': createFirst, '0002-second.sql': createSecond })
      await migrate(db, engine.name, folder)
      const largeNumber = Number.MAX_SAFE_INTEGER
      await sql`insert into first (name, at, bytes) values ('b', ${largeNumber}, ${Buffer.from([0, 255])}), ('C', 1, null)`.execute(
        db,
      )
      assert.deepEqual(await readRows(db, sql`select id, name, at from first order by name`), [
        { id: 2, name: 'C', at: 1 },
        { id: 1, name: 'b', at: largeNumber },
      ])
      const { bytes } = (await readRows(db, sql`select bytes from first where id = 1`))[0] as { bytes: Uint8Array }
      assert.deepEqual([...bytes], [0, 255])
    })

    test('creates triggers that reject changes, in the SQL of the engine (INV-3)', async (t) => {
      const createTrigger = 'create trigger kept before update on first for each row'
      const { db, folder } = await setUp(t, engine, {
        '0001-first.sql': createFirst,
        '0002-kept.sql': `{refusing}; ${createTrigger} when (old.at > {now} - 1000000) {refuse}; select 1;`,
      })
      await migrate(db, engine.name, folder)
      await sql`insert into first (name, at) values ('old', 0), ('new', ${Date.now()})`.execute(db)
      await sql`update first set name = 'older' where at = 0`.execute(db)
      await assert.rejects(sql`update first set name = 'newer' where at > 0`.execute(db), /what is written here stands/)
      assert.deepEqual(await readRows(db, sql`select name from first order by at`), [
        { name: 'older' },
        { name: 'new' },
      ])
    })

    test('splits statements at semicolons, except in string literals and comments', async (t) => {
      const { db, folder } = await setUp(t, engine, {
        '0001-first.sql': `-- it's two; statements, not three\n${createFirst}
          /* a comment; with a semicolon */
          insert into first (name) values ('a;b''s -- c'); -- the end;\n;\n`,
      })
      await migrate(db, engine.name, folder)
      assert.deepEqual(await readRows(db, sql`select name from first`), [{ name: "a;b's -- c" }])
    })

    test('rolls back a file that fails, and applies it and the following files once it is fixed', async (t) => {
      const { db, folder } = await setUp(t, engine, {
        '0001-first.sql': createFirst,
        '0002-second.sql': `${createSecond} insert into second values (1); insert into nowhere values (1);`,
      })
      await assert.rejects(migrate(db, engine.name, folder), /^Error: The migration 0002-second.sql failed: .*nowhere/)
      await assert.rejects(readRows(db, sql`select * from second`))
      await writeFile(join(folder, '0002-second.sql'), createSecond)
      assert.deepEqual(await migrate(db, engine.name, folder), ['0002-second.sql'])
      assert.deepEqual(await readRows(db, sql`select * from second`), [])
    })

    test('rejects an unknown placeholder', async (t) => {
      const { db, folder } = await setUp(t, engine, { '0001-first.sql': 'create table first (id {uuid});' })
      await assert.rejects(migrate(db, engine.name, folder), /0001-first.sql failed: unknown word \{uuid\}/)
    })

    test('rejects a file that changed after it was applied, but accepts other line endings', async (t) => {
      const { db, folder } = await setUp(t, engine, {
        '0001-first.sql': `${createFirst}\n`,
        '0002-second.sql': createSecond,
      })
      await migrate(db, engine.name, folder)
      await writeFile(join(folder, '0001-first.sql'), `${createFirst}\r\n`)
      assert.deepEqual(await migrate(db, engine.name, folder), [])
      await writeFile(join(folder, '0001-first.sql'), `${createFirst} `)
      await assert.rejects(migrate(db, engine.name, folder), {
        message: 'The migration 0001-first.sql has changed since it was applied: undo that, and add a new one.',
      })
    })

    test('rejects a database that is newer than the code, and changes nothing in it', async (t) => {
      const { db, folder } = await setUp(t, engine, { '0001-first.sql': createFirst, '0003-third.sql': createSecond })
      await migrate(db, engine.name, folder)
      await rm(join(folder, '0003-third.sql'))
      await writeFile(join(folder, '0002-other.sql'), 'create table other (id integer);')
      await assert.rejects(migrate(db, engine.name, folder), {
        message: 'The database is newer than this version of the code: it has the migration 0003-third.sql.',
      })
      await assert.rejects(readRows(db, sql`select * from other`))
    })

    test('rejects a new file with a lower number than an applied one', async (t) => {
      const { db, folder } = await setUp(t, engine, { '0001-first.sql': createFirst, '0003-third.sql': createSecond })
      await migrate(db, engine.name, folder)
      await writeFile(join(folder, '0002-late.sql'), 'create table late (id integer);')
      await assert.rejects(migrate(db, engine.name, folder), {
        message:
          'The migration 0002-late.sql comes before 0003-third.sql, which is already applied: ' +
          'give it a higher number.',
      })
    })

    test('applies each file once when four processes start at the same time', async (t) => {
      const files = Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => {
          const number = String(i + 1).padStart(4, '0')
          return [`${number}-table.sql`, `create table t${number} (id {id}); insert into t${number} default values;`]
        }),
      )
      const { db, at, folder, close } = await setUp(t, engine, files)
      if (engine.name === 'sqlite') await close() // so that the processes also race to create the file
      const processes = Array.from({ length: 4 }, () =>
        startChild(`
        import { openDatabase } from ${JSON.stringify(new URL('database.ts', import.meta.url))}
        import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url))}
        process.stdin.once('data', async () => {
          const { db, engine, close } = await openDatabase(${JSON.stringify(at)})
          console.log(JSON.stringify(await migrate(db, engine, ${JSON.stringify(folder)})))
          await close()
          process.stdin.destroy()
        })
        console.log('ready')`),
      )
      await Promise.all(processes.map((process) => process.readLine()))
      processes.forEach((process) => process.writeLine('go'))
      const appliedNames = await Promise.all(processes.map(async (process) => JSON.parse((await process.readLine())!)))
      assert.deepEqual(await Promise.all(processes.map((process) => process.exitCode)), [0, 0, 0, 0])
      assert.deepEqual(appliedNames.flat().sort(), Object.keys(files))
      if (engine.name === 'postgres') assert.deepEqual(await readRows(db, sql`select id from t0012`), [{ id: 1 }])
    })
  })
}

async function setUp(t: TestContext, engine: TestEngine, files: Record<string, string>) {
  const database = await engine.bare()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  return { ...database, folder }
}

async function readRows(db: Database, query: ReturnType<typeof sql>) {
  return (await query.execute(db)).rows
}
