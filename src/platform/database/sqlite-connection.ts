import { randomInt } from 'node:crypto'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { setConstraintName } from './constraint.ts'

export interface Connection {
  run(sql: string, parameters?: readonly unknown[]): Result
  isInTransaction(): boolean
  close(): void
}

export type Result = QueryResult<Record<string, unknown>>

const LOCK_TIMEOUT_MS = 4_000

export async function openWriter(file: string): Promise<Connection> {
  createPrivateFile(file)
  // A migration edits the declarations of tables.
  const database = new DatabaseSync(file, { timeout: 0, defensive: false })
  await runWhenUnlocked(() => database.exec('pragma journal_mode = wal'))
  database.exec('pragma synchronous = full')
  // Each transaction of a group is a savepoint. Without this, its rollback journal would be written to a file.
  database.exec('pragma temp_store = memory')
  return createConnection(database)
}

export function openReader(file: string): Connection {
  return createConnection(new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS }))
}

/**
 * Runs `work` and retries it while another process holds the lock. SQLite's own busy wait would block this process.
 * Gives up `LOCK_TIMEOUT_MS` after `arrivedAt`, but always tries once.
 */
export async function runWhenUnlocked(work: () => void, arrivedAt = performance.now()): Promise<void> {
  const deadline = arrivedAt + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error
    }
    await sleep(randomInt(1, 10))
  }
}

function createPrivateFile(file: string) {
  mkdirSync(dirname(file), { recursive: true })
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const MAX_CACHED_STATEMENTS = 500

function createConnection(database: DatabaseSync): Connection {
  const statements = new Map<string, Statement>()

  return {
    run(sql, parameters = []) {
      try {
        return (statements.get(sql) ?? prepareAndCache(sql))(parameters as SQLInputValue[])
      } catch (error) {
        if (isSqliteError(error)) setConstraintName(error, database)
        throw error
      }
    },
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }

  function prepareAndCache(sql: string): Statement {
    const statement = prepare(database, sql)
    if (statements.size >= MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value!)
    statements.set(sql, statement)
    return statement
  }
}

type Statement = (parameters: SQLInputValue[]) => Result

function prepare(database: DatabaseSync, sql: string): Statement {
  const statement = database.prepare(sql)
  if (sql.slice(statement.sourceSQL.length).trim()) {
    throw new Error(`SQLite would run the first statement only: ${sql}`)
  }
  if (statement.columns().length === 0) {
    return (parameters) => ({ rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) })
  }
  // Reads arrays, because the row objects of node:sqlite are slow and have no prototype, unlike those of pg.
  statement.setReturnArrays(true)
  let names = readColumnNames(statement)
  return (parameters) => {
    const tuples = statement.all(...parameters) as unknown as unknown[][]
    if (tuples[0] && tuples[0].length !== names.length) names = readColumnNames(statement)
    return { rows: tuples.map((tuple) => toRow(names, tuple)), numAffectedRows: BigInt(tuples.length) }
  }
}

function readColumnNames(statement: StatementSync): string[] {
  return statement.columns().map((column) => column.name)
}

function toRow(names: string[], tuple: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) row[names[i]!] = tuple[i]
  return row
}

export function isSqliteBusy(error: unknown): boolean {
  return isSqliteError(error) && (error.errcode & 0xff) === 5
}

type SqliteError = Error & { errcode: number }

function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Error && (error as { code?: string }).code === 'ERR_SQLITE_ERROR'
}
