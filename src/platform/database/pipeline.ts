import {
  PostgresIntrospector,
  QueryCreator,
  SchemaModule,
  type CompiledQuery,
  type DatabaseIntrospector,
  type Kysely,
  type Transaction as KyselyTransaction,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Transaction } from './database.ts'

/**
 * Waits for statements that were started together. In a transaction, PostgreSQL gets them in one round trip and SQLite
 * one by one. Both run them in the order in which they were started. If a statement fails, the others have ended before
 * this function throws, so that none of them runs after the rollback. Outside of a transaction, PostgreSQL runs them on
 * several connections.
 */
export async function sendTogether<Statements extends readonly unknown[] | []>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  try {
    return await Promise.all(statements)
  } finally {
    await Promise.allSettled(statements)
  }
}

/** Runs the work of a transaction on PostgreSQL. Statements of this work are sent without waiting for earlier ones. */
export const runPipelined = <T>(
  transaction: KyselyTransaction<Tables>,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> =>
  transaction.getExecutor().provideConnection(async (connection) => {
    let hasEnded = false
    const executor = transaction.getExecutor().withConnectionProvider({
      async provideConnection(consumer) {
        if (hasEnded) throw new Error('The transaction has ended.')
        return consumer(connection)
      },
    })
    try {
      return await work(new PipelinedTransaction(executor) as unknown as Transaction)
    } finally {
      hasEnded = true
    }
  })

/** Kysely's own transaction waits for the answer to each statement before it sends the next one. */
class PipelinedTransaction extends QueryCreator<Tables> {
  readonly isTransaction = true
  readonly #executor: QueryExecutor

  constructor(executor: QueryExecutor) {
    super({ executor })
    this.#executor = executor
  }

  get schema(): SchemaModule {
    return new SchemaModule(this.#executor)
  }

  get introspection(): DatabaseIntrospector {
    return new PostgresIntrospector(this as unknown as Kysely<Tables>)
  }

  getExecutor(): QueryExecutor {
    return this.#executor
  }

  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    return this.#executor.executeQuery(query)
  }
}
