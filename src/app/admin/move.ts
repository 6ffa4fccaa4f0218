import { existsSync } from 'node:fs'
import { AdminError } from './admin-error.ts'
import { checkSource } from './backup.ts'
import { writeDatabase, type WrittenDatabase } from './restore.ts'
import { lockSqliteFile, openSqliteTables } from './sqlite-tables.ts'
import { openSource } from './tables.ts'

export interface MoveOptions {
  /** The file of the embedded database. It does not change. */
  from: string
  /** An empty PostgreSQL database. */
  to: string
  migrationsFolder: string
  signal?: AbortSignal
}

/** Copies the embedded database of a stopped site to PostgreSQL, completely or not at all. */
export async function move({ from, to, ...options }: MoveOptions): Promise<WrittenDatabase> {
  if (!existsSync(from)) throw new AdminError(`There is no database file ${from}.`)
  // Until the end, the lock keeps the site from starting on the file and taking bookings that would be lost.
  const lockedDatabase = lockSqliteFile(from)
  try {
    const source = await openSource(openSqliteTables(lockedDatabase))
    await checkSource(source, options.migrationsFolder)
    return await writeDatabase(source, { ...options, to: { url: to, file: '' }, force: 'never' })
  } finally {
    lockedDatabase.close()
  }
}
