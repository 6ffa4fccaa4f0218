import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  inTransaction,
  openDatabase,
  removeTimeLimits,
  type DatabaseLocation,
  type Transaction,
} from '#platform/database/database.ts'
import { checkKnownMigrations, migrate } from '#platform/database/migrate.ts'
import { AdminError } from './admin-error.ts'
import { openArchive, syncFolder, type Manifest } from './archive.ts'
import { copyRows } from './copy.ts'
import { dropTables, openPostgresTables } from './postgres-tables.ts'
import { lockSqliteFile, openSqliteTables } from './sqlite-tables.ts'
import type { Source, TableSum } from './tables.ts'

export interface RestoreOptions {
  file: string
  key: string | undefined
  to: DatabaseLocation
  /** Whether to replace a database that has data. */
  force: boolean
  migrationsFolder: string
  signal?: AbortSignal
}

/** Replaces a database with a backup, completely or not at all. Returns the manifest and the migrations applied afterwards. */
export async function restore({
  file,
  key,
  ...options
}: RestoreOptions): Promise<{ manifest: Manifest; applied: string[] }> {
  const { manifest, source } = await openArchive(file, key)
  await checkKnownMigrations(source.migrations, options.migrationsFolder, 'backup')
  const { applied } = await writeDatabase(source, options)
  return { manifest, applied }
}

export interface WriteOptions extends Omit<RestoreOptions, 'file' | 'key' | 'force'> {
  force: boolean | 'never'
}

export interface WrittenDatabase {
  sums: Map<string, TableSum>
  /** The migrations that the source did not have yet. */
  applied: string[]
}

/**
 * Writes a source into a database: the tables as of its last migration, its rows, then the later migrations. Fails if
 * the database has data, unless `force` is true.
 */
export function writeDatabase(source: Source, options: WriteOptions): Promise<WrittenDatabase> {
  return options.to.url ? writePostgres(options.to.url, source, options) : writeSqlite(options.to.file, source, options)
}

async function writePostgres(
  url: string,
  source: Source,
  { force, migrationsFolder, signal }: WriteOptions,
): Promise<WrittenDatabase> {
  const database = await openDatabase({ url, file: '', poolSize: 1 })
  try {
    return await inTransaction(database.db, async (transaction) => {
      await removeTimeLimits(transaction)
      await emptyPostgres(transaction, force)
      await migrate(transaction, 'postgres', migrationsFolder, source.migrations.length)
      const sums = await copyRows(source, await openPostgresTables(transaction), signal)
      return { sums, applied: await migrate(transaction, 'postgres', migrationsFolder) }
    })
  } finally {
    await database.close()
  }
}

async function emptyPostgres(transaction: Transaction, force: WriteOptions['force']): Promise<void> {
  const names = (await openPostgresTables(transaction)).tables.map(({ name }) => name)
  if (names.length === 0) return
  checkReplaceable(names, force, 'The database')
  await dropTables(transaction, names)
}

async function writeSqlite(
  path: string,
  source: Source,
  { force, migrationsFolder, signal }: WriteOptions,
): Promise<WrittenDatabase> {
  await mkdir(dirname(path), { recursive: true })
  const unfinishedPath = `${path}.${randomBytes(4).toString('hex')}.partial`
  const replacedFile = lockReplacedFile(path, force)
  try {
    await migrateSqlite(unfinishedPath, migrationsFolder, source.migrations.length)
    const unfinishedDb = new DatabaseSync(unfinishedPath)
    let sums: Map<string, TableSum>
    try {
      sums = await copyRows(source, openSqliteTables(unfinishedDb), signal)
    } finally {
      unfinishedDb.close()
    }
    const appliedMigrations = await migrateSqlite(unfinishedPath, migrationsFolder)
    await syncFile(unfinishedPath)
    // Closing removes the log of the replaced file, which must not be applied to the new one.
    replacedFile?.close()
    for (const logSuffix of ['-wal', '-shm']) await rm(path + logSuffix, { force: true })
    await rename(unfinishedPath, path)
    await syncFolder(dirname(path))
    return { sums, applied: appliedMigrations }
  } finally {
    if (replacedFile?.isOpen) replacedFile.close()
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(unfinishedPath + suffix, { force: true })
  }
}

/** Locks the file to replace. Returns null if there is none. Fails if it has data and must not be replaced. */
function lockReplacedFile(path: string, force: WriteOptions['force']): DatabaseSync | null {
  if (!existsSync(path)) return null
  const lockedDatabase = lockSqliteFile(path)
  try {
    const names = openSqliteTables(lockedDatabase).tables.map(({ name }) => name)
    if (names.length > 0) checkReplaceable(names, force, path)
    return lockedDatabase
  } catch (error) {
    lockedDatabase.close()
    throw error
  }
}

function checkReplaceable(tables: string[], force: WriteOptions['force'], subject: string): void {
  if (!tables.includes('migration')) throw new AdminError(`${subject} has tables of another program.`)
  if (force === true) return
  throw new AdminError(`${subject} already has data. ${force ? 'Use an empty one.' : '"--force" replaces it.'}`)
}

async function migrateSqlite(path: string, folder: string, count?: number): Promise<string[]> {
  const { db, close } = await openDatabase({ file: path })
  try {
    return await migrate(db, 'sqlite', folder, count)
  } finally {
    await close()
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
