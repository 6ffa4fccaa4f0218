import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'

export function postgresDialect(url: string, poolSize: number, log: (message: string) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'selvage',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // A lost connection is an 'error' event of its client, and while it is idle of the pool as well.
  // An event that nobody listens to ends the process.
  pool.on('connect', (client) => client.on('error', ({ message }) => {
    if (!pool.ending) log(`A connection to PostgreSQL was lost: ${message}`)
  }))
  pool.on('error', () => {})
  pool.on('connect', createPreparer())
  return new PostgresDialect({ pool })
}

/** A prepared statement whose table has got another column since; it must be prepared again. */
export function isStaleStatement(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'
}

const maxPreparedStatements = 500

/** PostgreSQL parses a statement that has a name once for each connection; neither Kysely nor pg gives one. */
function createPreparer(): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  let namesGiven = 0

  function nameOf(text: string): string | undefined {
    if (!names.has(text) && names.size < maxPreparedStatements) names.set(text, `s${++namesGiven}`)
    return names.get(text)
  }

  return (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<pg.QueryResult>

    async function queryByName(text: string, values: unknown[]) {
      try {
        return await query({ name: nameOf(text), text, values })
      } catch (error) {
        if (!isStaleStatement(error)) throw error
        names.delete(text)
        if (client.getTransactionStatus() !== 'I') throw error
        return query({ name: nameOf(text), text, values })
      }
    }

    const queryOfKysely = (text: string, values: unknown[]) =>
      values.length > 0 ? queryByName(text, values) : query(text)
    client.query = queryOfKysely as typeof client.query
  }
}

const { INT8, NUMERIC, DATE } = pg.types.builtins

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === INT8 || oid === NUMERIC) return toNumber
    if (oid === DATE) return (text: string) => text
  }
  return pg.types.getTypeParser(oid, format)
}

function toNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new RangeError(`${text} is too large to be represented exactly as a number`)
  }
  return number
}
