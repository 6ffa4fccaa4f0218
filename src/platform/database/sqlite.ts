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
import { GroupWriter, type GroupedTransaction } from './group-writer.ts'
import { isRead } from './is-read.ts'
import { type Connection, openReader, type Result } from './sqlite-connection.ts'

/** A Kysely dialect for node:sqlite. One connection writes. A second one reads, and sees only committed rows. */
export function createSqliteDialect(file: string, writerWaitMs = WRITER_WAIT_MS): Dialect {
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

const WRITER_WAIT_MS = 4_000

interface Session extends DatabaseConnection {
  transaction?: GroupedTransaction | undefined
}

function createDriver(file: string, writerWaitMs: number): Driver {
  let writer: GroupWriter
  let reader: Connection

  return {
    async init() {
      writer = await GroupWriter.open(file, writerWaitMs)
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
      session.transaction = await writer.begin()
    },

    async commitTransaction(session: Session) {
      const { committed: commitPromise } = writer.commit(session.transaction!)
      session.transaction = undefined
      await commitPromise
    },

    async rollbackTransaction(session: Session) {
      // The error may depend on changes of another transaction in the group, which are final only after the group
      // commits.
      await rollBack(session)
    },

    async releaseConnection(session: Session) {
      void rollBack(session)
    },

    async savepoint({ transaction }: Session, name) {
      writer.runIn(transaction!, `savepoint ${quoteIdentifier(name)}`)
    },

    async releaseSavepoint({ transaction }: Session, name) {
      writer.runIn(transaction!, `release ${quoteIdentifier(name)}`)
    },

    async rollbackToSavepoint({ transaction }: Session, name) {
      writer.rollBackTo(quoteIdentifier(name), transaction!)
    },

    async destroy() {
      try {
        await writer.finish()
      } finally {
        reader.close()
        // Last, because only a connection that can write removes the WAL.
        writer.close()
      }
    },
  }

  async function execute({ transaction }: Session, { sql, parameters }: CompiledQuery): Promise<Result> {
    if (transaction) return writer.runIn(transaction, sql, parameters)
    // The writer can also read.
    return isRead(sql) ? reader.run(sql, parameters) : writer.runStatement(sql, parameters)
  }

  function rollBack(session: Session): Promise<void> | undefined {
    if (!session.transaction) return undefined
    session.transaction = undefined
    return writer.rollBack().committed
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
