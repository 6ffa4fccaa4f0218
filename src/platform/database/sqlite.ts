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
 * Kysely over node:sqlite. One connection writes; a second one reads, and sees committed rows only.
 *
 * Group commit: transactions that arrive in the same turn of the event loop are savepoints of one transaction,
 * and so share one wait for the disk. A promise is kept only when that transaction is committed.
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
  // Without it Kysely begins a transaction only when the one before is on the disk: nothing would be grouped.
  override get supportsMultipleConnections() {
    return true
  }

  override get supportsTransactionalDdl() {
    return true
  }
}

interface Session extends DatabaseConnection {
  /** A failed transaction can only be rolled back, as in PostgreSQL, so that code behaves alike on both engines. */
  transaction?: 'open' | 'failed' | undefined
}

interface Group extends PromiseWithResolvers<void> {
  isDue: boolean
}

const WRITER_WAIT_MS = 4_000
const ownSavepoint = '"kysely transaction"'

function createDriver(file: string, writerWaitMs: number): Driver {
  let writer: Connection
  let reader: Connection
  /** The transaction that is open on the writer, if any. */
  let group: Group | undefined
  /** Whose turn it is to use the writer: a transaction holds it from begin to commit. */
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
      const came = performance.now()
      await mutex.acquire()
      try {
        await joinGroup(came)
        runOnWriter(`savepoint ${ownSavepoint}`)
        session.transaction = 'open'
      } catch (error) {
        endTurn()
        throw error
      }
    },

    async commitTransaction(session: Session) {
      runInTransaction(session, `release ${ownSavepoint}`)
      const { promise } = group!
      session.transaction = undefined
      endTurn()
      await promise
    },

    async rollbackTransaction(session: Session) {
      const joined = session.transaction && group
      rollBack(session)
      // It may have failed because of a neighbour, who counts only when the group does.
      await joined?.promise
    },

    async releaseConnection(session: Session) {
      rollBack(session)
    },

    async savepoint(session: Session, name) {
      runInTransaction(session, `savepoint ${quoted(name)}`)
    },

    async releaseSavepoint(session: Session, name) {
      runInTransaction(session, `release ${quoted(name)}`)
    },

    async rollbackToSavepoint(session: Session, name) {
      if (group) session.transaction = 'open'
      runInTransaction(session, `rollback to ${quoted(name)}`)
    },

    async destroy() {
      try {
        await mutex.acquire()
        commitGroup()
      } catch (error) {
        abandonGroup(error)
        throw error
      } finally {
        // The writer goes last: only a connection that may write clears the WAL away.
        reader.close()
        writer.close()
        mutex.release()
      }
    },
  }

  async function execute(session: Session, { sql, parameters }: CompiledQuery): Promise<Result> {
    if (session.transaction) return runInTransaction(session, sql, parameters)
    if (isRead(sql)) return reader.run(sql, parameters)
    const came = performance.now()
    await mutex.acquire()
    let committed: Promise<void> | undefined
    try {
      if (standsAlone(sql)) {
        commitGroup()
      } else {
        committed = (await joinGroup(came)).promise
      }
      return runOnWriter(sql, parameters)
    } finally {
      endTurn()
      // Also where it has failed: perhaps because of a neighbour, who counts only when the group does.
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
      // A constraint undoes its own statement. A full or failing disk can undo the whole transaction,
      // and what is written after that would be written outside of any.
      if (!writer.isInTransaction()) abandonGroup(error)
      throw error
    }
  }

  function rollBack(session: Session) {
    if (!session.transaction) return
    session.transaction = undefined
    try {
      if (group) {
        writer.run(`rollback to ${ownSavepoint}`)
        writer.run(`release ${ownSavepoint}`)
      }
    } catch (error) {
      abandonGroup(error)
      throw error
    } finally {
      endTurn()
    }
  }

  async function joinGroup(came: number): Promise<Group> {
    if (!group) {
      if (writer.isInTransaction()) writer.run('rollback')
      await whenUnlocked(() => writer.run('begin immediate'), came)
      const opened = { ...Promise.withResolvers<void>(), isDue: false }
      // There may be nobody left who waits for it.
      opened.promise.catch(() => {})
      group = opened
      // Requests of one turn of the event loop go from await to await by microtasks, which all come before this.
      setImmediate(() => {
        opened.isDue = true
        if (group === opened && mutex.isFree()) commitGroup()
      })
    }
    return group
  }

  function endTurn() {
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
    const abandoned = group
    group = undefined
    abandoned?.reject(error)
    try {
      if (writer.isInTransaction()) writer.run('rollback')
    } catch {
      // The disk that failed the transaction may fail this too; it is tried again before the next one.
    }
  }
}

/** What is not surely a read goes to the writer, which can do both: `insert … returning` gives rows but writes. */
function isRead(sql: string): boolean {
  return (
    /^\s*(select|explain|values)\b/i.test(sql) ||
    (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))
  )
}

/** Inside a transaction these would fail or, worse, do nothing. */
function standsAlone(sql: string): boolean {
  return /^\s*(pragma|vacuum|attach|detach)\b/i.test(sql)
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
