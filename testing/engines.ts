import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  type DatabasePlace,
  type Engine,
  type OpenDatabase,
  openDatabase,
  type WholeDatabase,
} from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { patience } from './patience.ts'
import { isSharedServer, postgresServer } from './postgres.ts'
import { stableHash } from './stable-hash.ts'
import { tier } from './tier.ts'

export interface TestEngine {
  name: Engine
  /** Creates a migrated, empty database. */
  fresh(): Promise<TestDatabase>
  /** Creates a database without tables. */
  bare(): Promise<TestDatabase>
  /** Creates a migrated database with the given content. The content is built once, further databases are copies. */
  filled(by: Filling): Promise<TestDatabase>
}

export interface Filling {
  (database: OpenDatabase): Promise<void>
  /** The name under which all processes of a run share the filled database (bin/test.mjs). Without it each builds its own. */
  sharedAs?: string
}

export interface TestDatabase {
  db: WholeDatabase
  engine: Engine
  /** The location for other processes. */
  at: DatabasePlace
  close(): Promise<void>
}

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

const onlyMigrated: Filling = Object.assign(async () => {}, { sharedAs: 'migrated' })

/** On a slow machine, tests with many concurrent requests would otherwise get 503. */
const STATEMENTS_LAST_MS = patience(120_000)

export const sqlite: TestEngine = {
  name: 'sqlite',
  fresh: () => sqlite.filled(onlyMigrated),
  bare: () => openSqlite(),
  filled: async (by) => openSqlite(await fileFilled(by)),
}

export const postgres: TestEngine = {
  name: 'postgres',
  fresh: () => postgres.filled(onlyMigrated),
  bare: () => openPostgres('template0'),
  filled: async (by) => openPostgres(await templateFilled(by)),
}

/** For tests in which the engine matters: SQL dialect, locking, races, jobs, idempotency, migrations and the ledger. */
export const bothEngines: readonly TestEngine[] = [sqlite, postgres]

/**
 * The engines for all other tests. The gate runs a file on one engine, chosen by a hash of its path; other tiers use both.
 * @param testFile `import.meta.url` of the test file.
 */
export function enginesFor(testFile: string): readonly TestEngine[] {
  return tier === 'gate' ? [bothEngines[stableHash(testFile) % 2]!] : bothEngines
}

const cleanUps: (() => Promise<void>)[] = []
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

/** The folder of prepared databases that all processes of a run share (bin/test.mjs). */
const runFolder = process.env.TEST_RUN_FOLDER

const fileFilled = onceForEach(async (fill) => {
  const shared = runFolder && fill.sharedAs && join(runFolder, `${fill.sharedAs}.sqlite`)
  if (shared && existsSync(shared)) return shared
  const folder = await mkdtemp(join(tmpdir(), 'filled-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'filled.sqlite')
  await make({ file }, fill)
  if (!shared) return file
  // If two processes build the file at once, the second replaces the first. Both are complete.
  await rename(file, shared)
  return shared
})

async function openSqlite(copyOf?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const at = { file: join(folder, 'test.sqlite') }
  if (copyOf) await copyFile(copyOf, at.file)
  const { db, engine, close } = await openDatabase({ ...at, statementsLastMs: STATEMENTS_LAST_MS })
  return {
    db,
    engine,
    at,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

const templateFilled = onceForEach(async (fill) => {
  const shared = runFolder && isSharedServer() && fill.sharedAs && `filled_${fill.sharedAs}`
  if (shared && (await hasDatabase(shared))) return shared
  const name = await createDatabase('template0')
  await make(await postgresPlace(name), fill)
  if (shared && (await renameDatabase(name, shared))) return shared
  cleanUps.push(() => dropDatabase(name))
  return name
})

async function openPostgres(template: string): Promise<TestDatabase> {
  const name = await createDatabase(template)
  const at = await postgresPlace(name)
  const { db, engine, close } = await openDatabase({ ...at, statementsLastMs: STATEMENTS_LAST_MS })
  return {
    db,
    engine,
    at,
    async close() {
      await close()
      await dropDatabase(name)
    },
  }
}

async function postgresPlace(name: string): Promise<DatabasePlace> {
  const url = new URL(await postgresServer())
  url.pathname = name
  return { url: url.href, file: '' }
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(`create database ${name} template ${template}`)
  return name
}

async function dropDatabase(name: string): Promise<void> {
  await onServer(`drop database ${name} with (force)`)
}

const hasDatabase = async (name: string): Promise<boolean> =>
  (await onServer(`select from pg_database where datname = '${name}'`)).rowCount === 1

/** Returns false if another process was faster. */
async function renameDatabase(name: string, newName: string): Promise<boolean> {
  try {
    await onServer(`alter database ${name} rename to ${newName}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === DUPLICATE_DATABASE) return false
    throw error
  }
}
const DUPLICATE_DATABASE = '42P04'

async function onServer(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(await postgresServer())
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Filling a database with many years takes longer than the usual statement timeout. */
const FILLING_LASTS_MS = 300_000

async function make(at: DatabasePlace, fill: Filling): Promise<void> {
  const database = await openDatabase({ ...at, statementsLastMs: FILLING_LASTS_MS })
  await migrate(database.db, database.engine, migrations)
  await fill(database)
  await database.close()
}

function onceForEach<T>(makeBy: (fill: Filling) => Promise<T>): (fill: Filling) => Promise<T> {
  const made = new Map<Filling, Promise<T>>()
  return (fill) => {
    if (!made.has(fill)) made.set(fill, makeBy(fill))
    return made.get(fill)!
  }
}
