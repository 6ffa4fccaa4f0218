import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import { InfrastructureError } from '../infrastructure-error.ts'

/** The timeout of a statement. Slow work raises it with `set local statement_timeout` in its transaction. */
const STATEMENTS_LAST_MS = 4_000
const CONNECTING_LASTS_MS = 4_000
/** PostgreSQL itself cancels a slow statement and reports it. After this grace period, the server counts as silent. */
const GRACE_MS = 500
/** How often a silent server is probed. */
const PROBE_EVERY_MS = 1_000
const GOODBYE_LASTS_MS = 1_000

export function postgresDialect(
  url: string,
  poolSize: number,
  log: (message: string) => void,
  statementsLastMs = STATEMENTS_LAST_MS,
  graceMs = GRACE_MS,
): Dialect {
  const pool = createPool(
    {
      connectionString: url,
      max: poolSize,
      application_name: 'selvage',
      connectionTimeoutMillis: Math.max(CONNECTING_LASTS_MS, statementsLastMs),
      statement_timeout: statementsLastMs,
      idle_in_transaction_session_timeout: 15_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      types: { getTypeParser },
    },
    statementsLastMs + graceMs,
    log,
  )
  return new PostgresDialect({ pool })
}

/**
 * A pool in which no caller waits forever. A connection that does not answer in time is closed. If no other connection
 * has answered since, the server is silent: all connections are closed, and all callers get an error at once until the
 * server answers again.
 */
function createPool(config: pg.PoolConfig, silenceMs: number, log: (message: string) => void) {
  const prepare = createPreparer()
  const waiting = new Set<(trouble: InfrastructureError) => void>()
  let pool = open()
  let heardAt = 0
  let isSilent = false
  let isClosed = false

  function open(): pg.Pool {
    const opened = new pg.Pool(config)
    // A lost connection emits 'error' on its client, and on the pool if it is idle. An unhandled 'error' event would
    // end the process.
    opened.on('error', () => {})
    opened.on('connect', (client) => {
      client.on('error', ({ message }) => {
        if (!opened.ending) log(`A connection to PostgreSQL was lost: ${message}`)
      })
      heard()
      limitWaiting(client, silenceMs, { heard, silent: (since) => fallSilent(since, opened) })
      prepare(client)
    })
    return opened
  }

  function heard(): void {
    heardAt = performance.now()
    isSilent = false
  }

  function fallSilent(since: number, of: pg.Pool): void {
    if (heardAt > since || of !== pool) return
    pool = open()
    void of.end()
    for (const sendAway of waiting) sendAway(silence())
    waiting.clear()
    if (!isSilent) void askUntilHeard()
  }

  async function askUntilHeard(): Promise<void> {
    isSilent = true
    while (isSilent && !isClosed) {
      await sleep(PROBE_EVERY_MS, undefined, { ref: false })
      await pool.connect().then(
        (client) => client.release(),
        () => {},
      )
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isSilent) throw silence()
    const since = performance.now()
    const of = pool
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    waiting.add(reject)
    of.connect().then(
      // The caller was already rejected, so the connection goes back.
      (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
      (error: NodeJS.ErrnoException) => {
        waiting.delete(reject)
        const isLate = /^(Connection terminated due to connection timeout|timeout expired)/.test(error.message)
        if (isLate) fallSilent(since, of)
        reject(notConnected(error, isLate))
      },
    )
    return promise
  }

  return {
    options: config,
    connect,
    /** A silent server does not confirm the end of a connection, so the wait is limited. */
    end() {
      isClosed = true
      return Promise.race([pool.end(), sleep(GOODBYE_LASTS_MS, undefined, { ref: false })])
    },
  }
}

const silence = () => new InfrastructureError('database silent', 'The database does not answer.')

/** The error of a failed connection attempt: the server is unreachable, full, or refuses the user. */
function notConnected(cause: NodeJS.ErrnoException, isLate: boolean): InfrastructureError {
  if (isLate) return new InfrastructureError('database silent', cause.message, { cause })
  const isFull = cause.message === 'timeout exceeded when trying to connect'
  // A host name with several unreachable addresses fails with an error without a message.
  return new InfrastructureError(
    isFull ? 'database crowded' : 'database unreachable',
    cause.message || String(cause.code),
    {
      cause,
    },
  )
}

/** Closes a connection that does not answer. Later queries on it fail at once, especially the rollback. */
function limitWaiting(
  client: pg.PoolClient,
  silenceMs: number,
  { heard, silent }: { heard(): void; silent(since: number): void },
): void {
  const query = client.query.bind(client) as unknown as (...parameters: unknown[]) => Promise<pg.QueryResult>
  let lost: InfrastructureError | undefined
  let isPatient = false
  client.on('error', (cause) => (lost ??= new InfrastructureError('connection lost', cause.message, { cause })))

  async function queryInTime(...parameters: unknown[]): Promise<pg.QueryResult> {
    if (lost) throw lost
    const since = performance.now()
    const giveUp = () => {
      lost = silence()
      silent(since)
      void client.end()
    }
    const limit = isPatient ? undefined : setTimeout(giveUp, silenceMs)
    try {
      const result = await query(...parameters)
      heard()
      isPatient = staysPatient(isPatient, parameters[0])
      return result
    } catch (error) {
      if (lost) throw lost
      heard()
      throw error
    } finally {
      clearTimeout(limit)
    }
  }
  client.query = queryInTime as unknown as typeof client.query
}

/** Queries have no time limit in a transaction that raised its own statement_timeout. */
function staysPatient(isPatient: boolean, asked: unknown): boolean {
  if (typeof asked !== 'string') return isPatient
  return isPatient ? asked !== 'commit' && asked !== 'rollback' : /^set local statement_timeout\b/i.test(asked)
}

/** A prepared statement whose table got another column since. It must be prepared again. */
export function isStaleStatement(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'
}

const maxPreparedStatements = 500

/** PostgreSQL parses a named statement once per connection. Neither Kysely nor pg names statements. */
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
