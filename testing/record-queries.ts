import { Kysely, type CompiledQuery } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import type { Tables } from '#schema/tables.ts'
import type { TestDatabase, TestEngine } from './engines.ts'

/** Wraps an engine and passes each executed query to `onQuery`. The result of the query waits for `onQuery`. */
export function recordQueries(engine: TestEngine, onQuery: (query: CompiledQuery) => unknown): TestEngine {
  async function wrapDatabase(openingPromise: Promise<TestDatabase>): Promise<TestDatabase> {
    const database = await openingPromise
    const { url, file } = database.at
    const dialect = url ? createPostgresDialect(url, 10, console.error) : createSqliteDialect(file)
    const kysely = new Kysely<Tables>({ dialect, log: async ({ query }) => void (await onQuery(query)) })
    const close = async () => {
      await kysely.destroy()
      await database.close()
    }
    return { ...database, db: kysely as WholeDatabase, close }
  }
  return {
    ...engine,
    fresh: () => wrapDatabase(engine.fresh()),
    filled: (content) => wrapDatabase(engine.filled(content)),
  }
}
