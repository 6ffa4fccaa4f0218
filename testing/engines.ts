import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
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
} from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { patience } from './patience.ts'
import { postgresServer } from './postgres.ts'
import { stableHash } from './stable-hash.ts'
import { tier } from './tier.ts'

export interface TestEngine {
  name: Engine
  /** A database of its own, empty and migrated. */
  fresh(): Promise<TestDatabase>
  /** A database of its own, without tables. */
  bare(): Promise<TestDatabase>
  /** A database of its own, with what this makes of a migrated one: it is made once, and copied for whoever asks again. */
  filled(by: Filling): Promise<TestDatabase>
}

export type Filling = (database: OpenDatabase) => Promise<void>

export interface TestDatabase {
  db: WholeDatabase
  engine: Engine
  /** Where other processes find it. */
  at: DatabasePlace
  close(): Promise<void>
}

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

const onlyMigrated: Filling = async () => {}

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

const fileFilled = onceForEach(async (fill) => {
  const folder = await mkdtemp(join(tmpdir(), 'filled-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'filled.sqlite')
  await make({ file }, fill)
  return file
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
  const name = await createDatabase('template0')
  cleanUps.push(() => dropDatabase(name))
  await make(await postgresPlace(name), fill)
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

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(await postgresServer())
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** To fill a house of many years takes longer than anybody waits. */
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
