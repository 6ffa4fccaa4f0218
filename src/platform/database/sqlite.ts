import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Connection, openReader, openWriter, type Result, whenUnlocked } from './sqlite-connection.ts'
import { createMutex } from './mutex.ts'

/**
 * A Kysely dialect for node:sqlite. One connection writes. A second one reads, and sees only committed rows.
 * Group commit: transactions that arrive in the same turn of the event loop become savepoints of one transaction. They
 * share one wait for the disk. Their promises resolve only after that transaction is committed.
 */
export function sqliteDialect(file: string, writerWaitMs = WRITER_WAIT_MS): Dialect {
  return {
    createDriver: () => createDriver(file, writerWaitMs),
    createAdapter: () => new GroupCommitAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

class GroupCommitAdapter extends SqliteAdapter {
  // Otherwise Kysely would begin a transaction only after the previous one is on disk, and nothing could be grouped.
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

interface Session extends DatabaseConnection {
  /** A failed transaction can only be rolled back, as in PostgreSQL, so that code behaves the same on both engines. */
  transaction?: 'open' | 'failed' | undefined
}

interface Group extends PromiseWithResolvers<void> {
  isDue: boolean
}

const WRITER_WAIT_MS = 4_000
const TRANSACTION_SAVEPOINT = '"kysely transaction"'

function createDriver(file: string, writerWaitMs: number): Driver {
  let writer: Connection
  let reader: Connection
  /** The open transaction on the writer, if any. */
  let group: Group | undefined
  /** Guards the writer: a transaction holds it from begin to commit. */
  const mutex = createMutex(writerWaitMs)

  return {
    async init() {
      writer = await openWriter(file)
      reader = openReader(file)
    },

    async acquireConnection() {
      const session: Session = {
        executeQuery: async <R>(query: CompiledQuery) => (await execute(session, query)) as QueryResult<R>,
        streamQuery: () => {
          throw new Error('streaming is not supported')
        },
      }
      return session
    },

    async beginTransaction(session: Session) {
      const arrivedAt = performance.now()
      await mutex.acquire()
      try {
        await joinGroup(arrivedAt)
        runOnWriter(`savepoint ${TRANSACTION_SAVEPOINT}`)
        session.transaction = 'open'
      } catch (error) {
        releaseWriter()
        throw error
      }
    },

    async commitTransaction(session: Session) {
      runInTransaction(session, `release ${TRANSACTION_SAVEPOINT}`)
      const { promise } = group!
      session.transaction = undefined
      releaseWriter()
      await promise
    },

    async rollbackTransaction(session: Session) {
      const joinedGroup = session.transaction && group
      rollBack(session)
      // The failure may depend on a neighbour, whose changes only count once the group is committed.
      await joinedGroup?.promise
    },

    async releaseConnection(session: Session) {
      rollBack(session)
    },

    async savepoint(session: Session, name) {
      runInTransaction(session, `savepoint ${quoteIdentifier(name)}`)
    },

    async releaseSavepoint(session: Session, name) {
      runInTransaction(session, `release ${quoteIdentifier(name)}`)
    },

    async rollbackToSavepoint(session: Session, name) {
      if (group) session.transaction = 'open'
      runInTransaction(session, `rollback to ${quoteIdentifier(name)}`)
    },

    async destroy() {
      try {
        await mutex.acquire()
        commitGroup()
      } catch (error) {
        abandonGroup(error)
        throw error
      } finally {
        // Close the writer last: only a connection that can write removes the WAL.
        reader.close()
        writer.close()
        mutex.release()
      }
    },
  }

  async function execute(session: Session, { sql, parameters }: CompiledQuery): Promise<Result> {
    if (session.transaction) return runInTransaction(session, sql, parameters)
    if (isRead(sql)) return reader.run(sql, parameters)
    const arrivedAt = performance.now()
    await mutex.acquire()
    let committed: Promise<void> | undefined
    try {
      if (mustRunAlone(sql)) {
        commitGroup()
      } else {
        committed = (await joinGroup(arrivedAt)).promise
      }
      return runOnWriter(sql, parameters)
    } finally {
      releaseWriter()
      // Also after an error: it may depend on a neighbour, whose changes only count once the group is committed.
      await committed
    }
  }

  function runInTransaction(session: Session, sql: string, parameters?: readonly unknown[]): Result {
    if (session.transaction !== 'open') {
      throw new Error('A statement of this transaction has failed: it can only be rolled back.')
    }
    try {
      return runOnWriter(sql, parameters)
    } catch (error) {
      session.transaction = 'failed'
      throw error
    }
  }

  function runOnWriter(sql: string, parameters?: readonly unknown[]): Result {
    try {
      return writer.run(sql, parameters)
    } catch (error) {
      // A constraint violation rolls back only its statement. A full or failing disk can roll back the whole
      // transaction. Later statements would then run outside of any transaction.
      if (!writer.isInTransaction()) abandonGroup(error)
      throw error
    }
  }

  function rollBack(session: Session) {
    if (!session.transaction) return
    session.transaction = undefined
    try {
      if (group) {
        writer.run(`rollback to ${TRANSACTION_SAVEPOINT}`)
        writer.run(`release ${TRANSACTION_SAVEPOINT}`)
      }
    } catch (error) {
      abandonGroup(error)
      throw error
    } finally {
      releaseWriter()
    }
  }

  async function joinGroup(arrivedAt: number): Promise<Group> {
    if (!group) {
      if (writer.isInTransaction()) writer.run('rollback')
      await whenUnlocked(() => writer.run('begin immediate'), arrivedAt)
      const newGroup = { ...Promise.withResolvers<void>(), isDue: false }
      // Prevents an unhandled rejection if no caller waits for the group.
      newGroup.promise.catch(() => {})
      group = newGroup
      // Requests of the same event-loop turn continue in microtasks, which all run before this.
      setImmediate(() => {
        newGroup.isDue = true
        if (group === newGroup && mutex.isFree()) commitGroup()
      })
    }
    return group
  }

  function releaseWriter() {
    if (group?.isDue) commitGroup()
    mutex.release()
  }

  function commitGroup() {
    if (!group) return
    try {
      writer.run('commit')
    } catch (error) {
      abandonGroup(error)
      return
    }
    group.resolve()
    group = undefined
  }

  function abandonGroup(error: unknown) {
    const failedGroup = group
    group = undefined
    failedGroup?.reject(error)
    try {
      if (writer.isInTransaction()) writer.run('rollback')
    } catch {
      // The failing disk may reject the rollback too. joinGroup tries it again before the next transaction.
    }
  }
}

/**
 * Statements that may write go to the writer, which can also read. For example, `insert … returning` returns rows but
 * writes.
 */
function isRead(sql: string): boolean {
  return (
    /^\s*(select|explain|values)\b/i.test(sql) ||
    (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
  )
}

/** Inside a transaction these statements would fail or silently do nothing. */
function mustRunAlone(sql: string): boolean {
  return /^\s*(pragma|vacuum|attach|detach)\b/i.test(sql)
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
