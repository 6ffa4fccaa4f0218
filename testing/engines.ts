import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type DatabasePlace, type Engine, openDatabase, type WholeDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { postgresServer } from './postgres.ts'

export interface TestEngine {
  name: Engine
  /** A database of its own, empty and migrated. */
  fresh(): Promise<TestDatabase>
  /** A database of its own, without tables. */
  bare(): Promise<TestDatabase>
}

export interface TestDatabase {
  db: WholeDatabase
  engine: Engine
  /** Where other processes find it. */
  at: DatabasePlace
  close(): Promise<void>
}

const migrations = fileURLToPath(new URL('../migrations/', import.meta.url))

const sqlite: TestEngine = {
  name: 'sqlite',
  fresh: async () => openSqlite(await migratedFile()),
  bare: () => openSqlite(),
}

const postgres: TestEngine = {
  name: 'postgres',
  fresh: async () => openPostgres(await migratedTemplate()),
  bare: () => openPostgres('template0'),
}

export const engines: TestEngine[] = [sqlite, postgres]

const cleanUps: (() => Promise<void>)[] = []
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp()
})

const migratedFile = once(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-'))
  cleanUps.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'migrated.sqlite')
  const { db, engine, close } = await openDatabase({ file })
  await migrate(db, engine, migrations)
  await close()
  return file
})

async function openSqlite(copyOf?: string): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const at = { file: join(folder, 'test.sqlite') }
  if (copyOf) await copyFile(copyOf, at.file)
  const { db, engine, close } = await openDatabase(at)
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

const migratedTemplate = once(async () => {
  const name = await createDatabase('template0')
  cleanUps.push(() => dropDatabase(name))
  const { db, engine, close } = await openDatabase(await postgresPlace(name))
  await migrate(db, engine, migrations)
  await close()
  return name
})

async function openPostgres(template: string): Promise<TestDatabase> {
  const name = await createDatabase(template)
  const at = await postgresPlace(name)
  const { db, engine, close } = await openDatabase(at)
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

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
