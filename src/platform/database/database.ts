import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Kysely,
  PostgresAdapter,
  sql,
  type DeleteQueryBuilder,
  type DeleteResult,
  type InsertQueryBuilder,
  type InsertResult,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { PublishedTable } from '#schema/published.ts'
import type { Tables } from '#schema/tables.ts'
import { createAnnouncingDialect } from './announcing-dialect.ts'
import { createNotifier, setNotifier } from './notifications.ts'
import { runPipelined } from './pipeline.ts'
import { createPostgresChannel } from './postgres-channel.ts'
import { isStaleStatement, isTransactionPooler, createPostgresDialect, type ConnectionCounts } from './postgres.ts'
import { runInSpan } from '../tracing/spans.ts'
import { createStatementListener } from '../tracing/statements.ts'
import { isSqliteBusy } from './sqlite-connection.ts'
import { createSqliteDialect } from './sqlite.ts'

/**
 * Read and write access, to the whole database or to a transaction. Published tables are read-only here; `publish`
 * gives a PublishTransaction that writes them.
 */
export interface Database extends ReadAccess, WriteAccess<Exclude<keyof Tables, PublishedTable | 'content_version'>> {
  readonly isTransaction: boolean
}

/** The database itself, where transactions begin. */
export interface WholeDatabase extends Database {
  readonly isTransaction: false
}

export interface Transaction extends Database {
  readonly isTransaction: true
}

/**
 * The read methods of Kysely. Leaves out the methods that would allow writing, such as with, transaction and
 * withPlugin.
 */
export type ReadAccess = Pick<
  Kysely<Tables>,
  'selectFrom' | 'selectNoFrom' | 'schema' | 'introspection' | 'getExecutor' | 'executeQuery'
>

export interface WriteAccess<Writable extends keyof Tables> {
  insertInto<Table extends Writable>(table: Table): InsertQueryBuilder<Tables, Table, InsertResult>
  updateTable<Table extends Writable>(table: Table): UpdateQueryBuilder<Tables, Table, Table, UpdateResult>
  deleteFrom<Table extends Writable>(table: Table): DeleteQueryBuilder<Tables, Table, DeleteResult>
}

export type Engine = 'sqlite' | 'postgres'

export interface DatabaseLocation {
  /** postgres://… Without it, the database is the SQLite file. */
  url?: string | undefined
  file: string
}

export interface OpenOptions extends DatabaseLocation {
  poolSize?: number
  /** The timeout of a statement, including its wait for the connection. Seeding and tests need longer than visitors. */
  statementsLastMs?: number
  /** The extra time that PostgreSQL has to answer before the connection is closed. */
  graceMs?: number
  /** Receives messages about lost connections to PostgreSQL, also idle ones. */
  log?: (message: string) => void
  /** Whether each statement of a request or job becomes a span of its trace. */
  isTraced?: boolean
  /** Where to receive notifications, if `url` leads to a transaction pooler. */
  listenUrl?: string | undefined
  /** False only in tests: changes of other processes are then seen by notification only. */
  isPolling?: boolean
}

export interface OpenDatabase {
  db: WholeDatabase
  engine: Engine
  /** Null on SQLite, which has no pool. */
  connectionCounts: (() => ConnectionCounts) | null
  close(): Promise<void>
}

export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const {
    url,
    file,
    poolSize = 10,
    statementsLastMs: statementTimeoutMs,
    graceMs,
    log = console.error,
    isTraced,
    isPolling,
  } = options
  const { listenUrl = url && !isTransactionPooler(url) ? url : undefined } = options
  const engine: Engine = url ? 'postgres' : 'sqlite'
  const postgres = url ? createPostgresDialect(url, poolSize, log, statementTimeoutMs, graceMs) : null
  const channel =
    url && listenUrl
      ? createPostgresChannel(listenUrl, (name, text) => sql`select pg_notify(${name}, ${text})`.execute(kysely))
      : null
  const notifier = createNotifier(channel, isPolling)
  const kysely = new Kysely<Tables>({
    dialect: createAnnouncingDialect(postgres ?? createSqliteDialect(file, statementTimeoutMs), notifier),
    ...(isTraced && { log: createStatementListener(engine) }),
  })
  const db = kysely as WholeDatabase
  setNotifier(db, notifier)
  try {
    await rejectOldEngine(db, engine)
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  const close = async () => {
    await notifier.close()
    await kysely.destroy()
  }
  return { db, engine, connectionCounts: postgres?.connectionCounts ?? null, close }
}

/**
 * Runs one transaction, or joins the one that `db` already is. `work` runs again, at most three times, after a
 * deadlock, a lock of another process or a change of a table. It must only have effects that can be rolled back.
 */
export async function inTransaction<T>(db: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  const startedAt = performance.now()
  for (let retriesLeft = 3; ; retriesLeft--) {
    try {
      return await runInSpan('transaction', 'client', {}, () =>
        (db as unknown as Kysely<Tables>)
          .transaction()
          .execute((transaction) =>
            isPostgres(db) ? runPipelined(transaction, work) : work(transaction as unknown as Transaction),
          ),
      )
    } catch (error) {
      if (retriesLeft === 0 || !isRetryable(error) || performance.now() - startedAt > MAX_RETRY_MS) throw error
      await sleep(randomInt(5, 50))
    }
  }
}

/**
 * Runs `work` on a snapshot of a PostgreSQL database, which concurrent writes do not change. Statements have no time
 * limit, and `work` may wait between them. It is not retried.
 */
export function runInSnapshot<T>(db: WholeDatabase, work: (snapshot: Transaction) => Promise<T>): Promise<T> {
  const transaction = (db as unknown as Kysely<Tables>)
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
  return transaction.execute(async (snapshot) => {
    await removeTimeLimits(snapshot as unknown as Transaction)
    return work(snapshot as unknown as Transaction)
  })
}

/** Lets the statements of a transaction on PostgreSQL take any time, also with pauses between them. */
export async function removeTimeLimits(transaction: Transaction): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
}

/**
 * The maximum time for retries. It is short, because a user is waiting, and each attempt may already have waited for a
 * lock.
 */
const MAX_RETRY_MS = 2_000

export const isPostgres = (db: Database): boolean => db.getExecutor().adapter instanceof PostgresAdapter

function isTransaction(db: Database): db is Transaction {
  return db.isTransaction
}

function isRetryable(error: unknown): boolean {
  const deadlockDetected = '40P01'
  const serializationFailure = '40001'
  const code = (error as { code?: string } | null)?.code
  return code === deadlockDetected || code === serializationFailure || isStaleStatement(error) || isSqliteBusy(error)
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Returns the name and the version of the database engine. */
export async function readEngine(db: Database): Promise<{ name: string; version: string }> {
  const engine: Engine = isPostgres(db) ? 'postgres' : 'sqlite'
  const version =
    engine === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  return { name: engineNames[engine], version: (await version.execute(db)).rows[0]!.version }
}

async function rejectOldEngine(db: Database, engine: Engine): Promise<void> {
  // SQLite up to 3.51.2 can corrupt a file in WAL mode if two connections checkpoint it at once.
  const minVersion = { sqlite: '3.51.3', postgres: '15' }[engine]
  const { name, version } = await readEngine(db)
  if (isOlder(version, minVersion)) throw new Error(`${name} ${minVersion} or newer is needed, this is ${version}`)
}

function isOlder(actualVersion: string, minVersion: string): boolean {
  return actualVersion.localeCompare(minVersion, 'en', { numeric: true }) < 0
}
