import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { runInSnapshot, openDatabase, type DatabaseLocation } from '#platform/database/database.ts'
import { checkKnownMigrations } from '#platform/database/migrate.ts'
import { AdminError } from './admin-error.ts'
import { checkTarget, writeArchive, type ArchiveTarget, type Manifest } from './archive.ts'
import { openPostgresTables } from './postgres-tables.ts'
import { openSqliteTables } from './sqlite-tables.ts'
import { openSource, type Source, type TableStore } from './tables.ts'

export interface BackupOptions {
  from: DatabaseLocation
  to: ArchiveTarget
  takenAt: number
  migrationsFolder: string
  signal?: AbortSignal
}

/** Writes a consistent backup of a database. The site can be in use. */
export async function backUp({ from, to, takenAt, migrationsFolder, signal }: BackupOptions): Promise<Manifest> {
  checkTarget(to)
  return withSnapshot(from, async (store) => {
    const source = await openSource(store)
    await checkSource(source, migrationsFolder)
    return writeArchive(source, to, takenAt, signal)
  })
}

/** Fails if this version of the code could not restore the database. An older schema is accepted. */
export async function checkSource({ migrations }: Source, migrationsFolder: string): Promise<void> {
  if (migrations.length === 0) throw new AdminError('The database has no data of this app yet. Start the site once.')
  await checkKnownMigrations(migrations, migrationsFolder, 'database')
}

/** Opens a consistent snapshot of a database that is in use. */
export function withSnapshot<Result>(
  { url, file }: DatabaseLocation,
  work: (store: TableStore) => Promise<Result>,
): Promise<Result> {
  return url ? withPostgresSnapshot(url, work) : withSqliteSnapshot(file, work)
}

const LOCK_TIMEOUT_MS = 10_000

async function withSqliteSnapshot<Result>(path: string, work: (store: TableStore) => Promise<Result>): Promise<Result> {
  if (!existsSync(path)) throw new AdminError(`There is no database file ${path}.`)
  // Beside the database, because the copy is not encrypted.
  const folder = await mkdtemp(join(dirname(path), 'backup-'))
  try {
    const copyPath = join(folder, 'copy.sqlite')
    const sourceDatabase = new DatabaseSync(path, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    try {
      // All pages in one step: between two steps, every write of the site would start the copy again.
      await backup(sourceDatabase, copyPath, { rate: 2 ** 31 - 1 })
    } finally {
      sourceDatabase.close()
    }
    const snapshot = new DatabaseSync(copyPath)
    try {
      return await work(openSqliteTables(snapshot))
    } finally {
      snapshot.close()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function withPostgresSnapshot<Result>(
  url: string,
  work: (store: TableStore) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ url, file: '', poolSize: 1 })
  try {
    return await runInSnapshot(database.db, async (snapshot) => work(await openPostgresTables(snapshot)))
  } finally {
    await database.close()
  }
}
