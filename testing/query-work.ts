import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, sql, type CompiledQuery } from 'kysely'
import type { WholeDatabase } from '#platform/database/database.ts'
import { createPostgresDialect } from '#platform/database/postgres.ts'
import { createSqliteDialect } from '#platform/database/sqlite.ts'
import type { Tables } from '#schema/tables.ts'
import type { TestDatabase } from './engines.ts'

/** A query and its work as the engine counts it. The work depends on the data and the plan but never on the machine. */
export interface CountedQuery {
  sql: string
  /** The lines of `EXPLAIN`. */
  plan: readonly string[]
  /** Steps of SQLite's virtual machine, or rows that PostgreSQL reads from tables and indexes. */
  steps: number
}

/** Records the queries that only read, then lets the engine explain and count each of them. */
export async function countQueries(
  location: TestDatabase['at'],
  runQueries: (db: WholeDatabase) => Promise<unknown>,
): Promise<CountedQuery[]> {
  const queries: CompiledQuery[] = []
  const dialect = location.url
    ? createPostgresDialect(location.url, 1, console.error)
    : createSqliteDialect(location.file)
  const db = new Kysely<Tables>({ dialect, log: ({ query }) => void queries.push(query) })
  try {
    await runQueries(db as WholeDatabase)
    const readQueries = queries.filter((query) => /^\s*(select|with)\b/i.test(query.sql))
    return location.url ? await countOnPostgres(db, readQueries) : countOnSqlite(location.file, readQueries)
  } finally {
    await db.destroy()
  }
}

function countOnSqlite(file: string, queries: readonly CompiledQuery[]): CountedQuery[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return queries.map((query) => {
      const values = query.parameters as SQLInputValue[]
      const plan = database.prepare(`explain query plan ${query.sql}`).all(...values) as { detail: string }[]
      const statement = database.prepare(query.sql) as CountingStatement
      statement.all(...values)
      return { sql: query.sql, plan: plan.map(({ detail }) => detail), steps: statement.stat('vmStep') }
    })
  } finally {
    database.close()
  }
}

/** `stat` is missing in the types of Node. */
interface CountingStatement extends StatementSync {
  stat(counter: 'vmStep'): number
}

async function countOnPostgres(db: Kysely<Tables>, queries: readonly CompiledQuery[]): Promise<CountedQuery[]> {
  const queryCounts: CountedQuery[] = []
  for (const query of queries) {
    const explainPrefix = `explain (analyze, timing off, summary off, buffers off) ${query.sql}`
    const compiledQuery = { ...sql.raw(explainPrefix).compile(db), parameters: query.parameters }
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(compiledQuery)
    const plan = rows.map((row) => row['QUERY PLAN'])
    queryCounts.push({ sql: query.sql, plan, steps: countRowsRead(plan) })
  }
  return queryCounts
}

/** Rows that scans returned or filtered out, in all their loops. */
function countRowsRead(plan: readonly string[]): number {
  let [rowsRead, loops] = [0, 0]
  for (const line of plan) {
    const nodeMatch = /^(.*)\(actual rows=([\d.]+) loops=(\d+)\)/.exec(line)
    if (nodeMatch) {
      loops = Number(nodeMatch[3])
      if (nodeMatch[1]!.includes(' Scan')) rowsRead += Number(nodeMatch[2]) * loops
    }
    const filterMatch = /Rows Removed by (?:Filter|Index Recheck): (\d+)/.exec(line)
    if (filterMatch) rowsRead += Number(filterMatch[1]) * loops
  }
  return Math.round(rowsRead)
}
