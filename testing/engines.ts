import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  type DatabaseLocation,
  type Engine,
  type OpenDatabase,
  openDatabase,
  type WholeDatabase,
} from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { scaleTimeout } from './patience.ts'
import { isSharedServer, startPostgresServer } from './postgres.ts'
import { hashPath } from './stable-hash.ts'
import { tier } from './tier.ts'

export interface TestEngine {
  name: Engine
  /** Whether a new job wakes the worker of a test app. Otherwise the worker polls, so a test can see a waiting job. */
  isNotified?: boolean
  /** False if jobs run only when the test runs them. Has no effect with `isNotified`. */
  pollsJobs?: boolean
  /** Creates a migrated, empty database. */
  fresh(): Promise<TestDatabase>
  /** Creates a database without tables. */
  bare(): Promise<TestDatabase>
  /** Creates a migrated database with the given content. The content is built once; further databases are copies. */
  filled(content: DatabaseContent): Promise<TestDatabase>
}

/** Writes the content of a new test database. */
export interface DatabaseContent {
  (database: OpenDatabase): Promise<void>
  /**
   * The name under which all processes of a test run share the filled database (bin/test.mjs). Without a name, each
   * process builds its own.
   */
  sharedAs?: string
}

export interface TestDatabase {
  db: WholeDatabase
  engine: Engine
  /** The location for other processes. */
  at: DatabaseLocation
  close(): Promise<void>
}

const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url))

const migratedTemplate: DatabaseContent = Object.assign(async () => {}, { sharedAs: 'migrated' })

/**
 * The statement timeout. It is long, because tests with many concurrent requests would otherwise get 503 on a slow
 * machine.
 */
const STATEMENT_TIMEOUT_MS = scaleTimeout(120_000)

export const sqlite: TestEngine = {
  name: 'sqlite',
  fresh: () => sqlite.filled(migratedTemplate),
  bare: () => openSqlite(),
  filled: async (content) => openSqlite(await prepareFile(content)),
}

export const postgres: TestEngine = {
  name: 'postgres',
  fresh: () => postgres.filled(migratedTemplate),
  bare: () => openPostgres('template0'),
  filled: async (content) => openPostgres(await prepareTemplate(content)),
}

/**
 * The engines for tests in which the engine matters: SQL dialect, locking, races, jobs, idempotency, migrations and the
 * ledger.
 */
export const bothEngines: readonly TestEngine[] = [sqlite, postgres]

/**
 * The engines for all other tests. The gate runs a file on one engine, chosen by a hash of its path. Other tiers use
 * both.
 * @param testFile `import.meta.url` of the test file.
 */
export function enginesFor(testFile: string): readonly TestEngine[] {
  return tier === 'gate' ? [bothEngines[hashPath(testFile) % 2]!] : bothEngines
}

const cleanUps: (() => Promise<void>)[] = []
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

/** The folder of prepared databases that all processes of a run share (bin/test.mjs). */
const runFolder = process.env.TEST_RUN_FOLDER

const prepareFile = memoize(async (fillContent) => {
  const sharedFile = runFolder && fillContent.sharedAs && join(runFolder, `${fillContent.sharedAs}.sqlite`)
  if (sharedFile && existsSync(sharedFile)) return sharedFile
  const folder = await mkdtemp(join(tmpdir(), 'filled-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'filled.sqlite')
  await fillDatabase({ file }, fillContent)
  if (!sharedFile) return file
  // If two processes build the file at once, the second replaces the first. Both are complete.
  await rename(file, sharedFile)
  return sharedFile
})

async function openSqlite(copyOf?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const location = { file: join(folder, 'test.sqlite') }
  if (copyOf) await copyFile(copyOf, location.file)
  const { db, engine, close } = await openDatabase({ ...location, statementsLastMs: STATEMENT_TIMEOUT_MS })
  return {
    db,
    engine,
    at: location,
    async close() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}

const prepareTemplate = memoize(async (fillContent) => {
  const sharedName = runFolder && isSharedServer() && fillContent.sharedAs && `filled_${fillContent.sharedAs}`
  if (sharedName && (await hasDatabase(sharedName))) return sharedName
  const name = await createDatabase('template0')
  await fillDatabase(await createPostgresDatabase(name), fillContent)
  if (sharedName && (await renameDatabase(name, sharedName))) return sharedName
  cleanUps.push(() => dropDatabase(name))
  return name
})

async function openPostgres(template: string): Promise<TestDatabase> {
  const name = await createDatabase(template)
  const location = await createPostgresDatabase(name)
  const { db, engine, close } = await openDatabase({ ...location, statementsLastMs: STATEMENT_TIMEOUT_MS })
  return {
    db,
    engine,
    at: location,
    async close() {
      await close()
      await dropDatabase(name)
    },
  }
}

async function createPostgresDatabase(name: string): Promise<DatabaseLocation> {
  const url = new URL(await startPostgresServer())
  url.pathname = name
  return { url: url.href, file: '' }
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnServer(`create database ${name} template ${template}`)
  return name
}

async function dropDatabase(name: string): Promise<void> {
  await runOnServer(`drop database ${name} with (force)`)
}

const hasDatabase = async (name: string): Promise<boolean> =>
  (await runOnServer(`select from pg_database where datname = '${name}'`)).rowCount === 1

/** Returns false if another process was faster. */
async function renameDatabase(name: string, newName: string): Promise<boolean> {
  try {
    await runOnServer(`alter database ${name} rename to ${newName}`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === DUPLICATE_DATABASE) return false
    throw error
  }
}
const DUPLICATE_DATABASE = '42P04'

async function runOnServer(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(await startPostgresServer())
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The statement timeout for filling a database with many years, which takes longer than usual. */
const FILL_TIMEOUT_MS = 300_000

async function fillDatabase(location: DatabaseLocation, fillContent: DatabaseContent): Promise<void> {
  const database = await openDatabase({ ...location, statementsLastMs: FILL_TIMEOUT_MS })
  await migrate(database.db, database.engine, migrationsFolder)
  await fillContent(database)
  await database.close()
}

function memoize<T>(
  create: (fillContent: DatabaseContent) => Promise<T>,
): (fillContent: DatabaseContent) => Promise<T> {
  const cache = new Map<DatabaseContent, Promise<T>>()
  return (fillContent) => {
    if (!cache.has(fillContent)) cache.set(fillContent, create(fillContent))
    return cache.get(fillContent)!
  }
}
