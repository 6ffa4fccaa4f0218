import { setTimeout as sleep } from 'node:timers/promises'
import { type Dialect, PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { findInfrastructureCause, InfrastructureError } from '../infrastructure-error.ts'
import { isRead } from './is-read.ts'

/** The timeout of a statement. Slow work raises it with `set local statement_timeout` in its transaction. */
const STATEMENT_TIMEOUT_MS = 4_000
const CONNECT_TIMEOUT_MS = 4_000
/**
 * The additional time in which PostgreSQL can cancel a slow statement itself and report it. Afterwards, the server
 * counts as not responding.
 */
const GRACE_MS = 500
/** The interval between the probes of a silent server. */
const PROBE_INTERVAL_MS = 1_000
const CLOSE_TIMEOUT_MS = 1_000
/** A read is repeated for this long after it lost its connection, so that a proxy can switch to another server. */
const MAX_REPEAT_MS = 3_000
const REPEAT_INTERVAL_MS = 100

export type ConnectionCounts = Record<'total' | 'idle' | 'waiting', number>

export function createPostgresDialect(
  url: string,
  poolSize: number,
  log: (message: string) => void,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
  graceMs = GRACE_MS,
): Dialect & { connectionCounts: () => ConnectionCounts } {
  const keepsSession = !isTransactionPooler(url)
  const pool = createPool(
    {
      connectionString: url,
      max: poolSize,
      application_name: 'selvage',
      connectionTimeoutMillis: Math.max(CONNECT_TIMEOUT_MS, statementTimeoutMs),
      ...(keepsSession && { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: 15_000 }),
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      pipeline: true,
      types: { getTypeParser },
    },
    statementTimeoutMs + graceMs,
    createPreparer(keepsSession),
    log,
  )
  return Object.assign(new PostgresDialect({ pool }), { connectionCounts: pool.connectionCounts })
}

/**
 * Returns whether a URL is marked with `pgbouncer=true`. It then leads to PgBouncer in transaction mode, where each
 * transaction may get another connection to PostgreSQL. Nothing that lasts longer than a transaction can be used there:
 * neither named statements nor settings of the session. The timeouts must then be settings of the database user.
 */
export const isTransactionPooler = (url: string): boolean => /[?&]pgbouncer=true(&|$)/.test(url)

/**
 * Creates a pool in which no caller waits forever. A connection that does not answer in time is closed. If no other
 * connection has answered since, the server is silent. Then all connections are closed, and all callers get an error at
 * once until the server answers again.
 */
function createPool(
  config: pg.PoolConfig,
  silenceMs: number,
  prepare: (client: pg.PoolClient) => void,
  log: (message: string) => void,
) {
  const waitingRejections = new Set<(reason: InfrastructureError) => void>()
  let pool = openPool()
  let answeredAt = 0
  let isSilent = false
  let isClosed = false

  function openPool(): pg.Pool {
    const newPool = new pg.Pool(config)
    // A lost connection emits 'error' on its client, and on the pool if it is idle. An unhandled 'error' event would
    // end the process.
    newPool.on('error', () => {})
    newPool.on('connect', (client) => {
      client.on('error', ({ message }) => {
        if (!newPool.ending) log(`A connection to PostgreSQL was lost: ${message}`)
      })
      markAlive()
      limitQueryTime(client, silenceMs, { markAlive, markSilent: (sentAt) => markSilent(sentAt, newPool) })
      prepare(client)
      sendBeginWithFirstRead(client)
    })
    return newPool
  }

  function markAlive(): void {
    answeredAt = performance.now()
    isSilent = false
  }

  function markSilent(sentAt: number, usedPool: pg.Pool): void {
    if (answeredAt > sentAt || usedPool !== pool) return
    pool = openPool()
    void usedPool.end()
    for (const rejectCaller of waitingRejections) rejectCaller(createSilenceError())
    waitingRejections.clear()
    if (!isSilent) void probeUntilAnswered()
  }

  async function probeUntilAnswered(): Promise<void> {
    isSilent = true
    while (isSilent && !isClosed) {
      await sleep(PROBE_INTERVAL_MS, undefined, { ref: false })
      await pool.connect().then(
        (client) => client.release(),
        () => {},
      )
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    if (isSilent) throw createSilenceError()
    const sentAt = performance.now()
    const usedPool = pool
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    waitingRejections.add(reject)
    usedPool.connect().then(
      // The caller was already rejected, so the connection returns to the pool.
      (client) => (waitingRejections.delete(reject) ? resolve(client) : client.release()),
      (error: NodeJS.ErrnoException) => {
        waitingRejections.delete(reject)
        const isTimeout = /^(Connection terminated due to connection timeout|timeout expired)/.test(error.message)
        if (isTimeout) markSilent(sentAt, usedPool)
        reject(createConnectionError(error, isTimeout))
      },
    )
    return promise
  }

  return {
    options: config,
    connect: async () => repeatLostReads(await connect(), connect),
    /** The connections of the pool, and the callers that wait for one. */
    connectionCounts: (): ConnectionCounts => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** A silent server does not confirm the end of a connection, so the wait is limited. */
    end() {
      isClosed = true
      return Promise.race([pool.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
}

/**
 * Repeats a read outside of a transaction if its connection is lost, such as by a failover. The lost connection returns
 * to the pool first, so that reads with all connections of the pool can be repeated.
 */
function repeatLostReads(firstClient: pg.PoolClient, connect: () => Promise<pg.PoolClient>): PostgresPoolClient {
  let client: pg.PoolClient | undefined = firstClient
  let hasOnlyRead = true

  async function runOnAnyConnection(text: string, values: unknown[]): Promise<pg.QueryResult> {
    client ??= await connect()
    try {
      return await client.query(text, values)
    } catch (error) {
      if (hasOnlyRead && findInfrastructureCause(error) === 'connection lost') {
        client.release(true)
        client = undefined
      }
      throw error
    }
  }

  async function queryRepeatedly(text: string, values: unknown[]): Promise<pg.QueryResult> {
    hasOnlyRead &&= isRead(text)
    let repeatUntil: number | undefined
    for (;;) {
      try {
        return await runOnAnyConnection(text, values)
      } catch (error) {
        if (!client) repeatUntil ??= performance.now() + MAX_REPEAT_MS
        // Just after a loss, the other server may not be reachable yet.
        const isTransient = ['connection lost', 'database unreachable'].includes(findInfrastructureCause(error) ?? '')
        if (!isTransient || repeatUntil === undefined || performance.now() > repeatUntil) throw error
        await sleep(REPEAT_INTERVAL_MS)
      }
    }
  }

  return {
    query: queryRepeatedly as unknown as PostgresPoolClient['query'],
    release: (isDiscarded) => client?.release(isDiscarded),
  }
}

const createSilenceError = () => new InfrastructureError('database silent', 'The database does not answer.')

/** The error of a failed connection attempt: the server is unreachable, full, or refuses the user. */
function createConnectionError(cause: NodeJS.ErrnoException, isTimeout: boolean): InfrastructureError {
  if (isTimeout) return new InfrastructureError('database silent', cause.message, { cause })
  const isPoolExhausted = cause.message === 'timeout exceeded when trying to connect'
  // A host name with several unreachable addresses fails with an error without a message.
  return new InfrastructureError(
    isPoolExhausted ? 'database busy' : 'database unreachable',
    cause.message || String(cause.code),
    {
      cause,
    },
  )
}

/**
 * Closes a connection that does not respond. Later queries on it fail at once, especially the rollback. The time limit
 * of a pipelined query begins with the response to the query before it.
 */
function limitQueryTime(
  client: pg.PoolClient,
  silenceMs: number,
  { markAlive, markSilent }: { markAlive(): void; markSilent(sentAt: number): void },
): void {
  const query = client.query.bind(client) as unknown as (...parameters: unknown[]) => Promise<pg.QueryResult>
  let connectionError: InfrastructureError | undefined
  let isUnlimited = false
  client.on(
    'error',
    (cause) => (connectionError ??= new InfrastructureError('connection lost', cause.message, { cause })),
  )

  let unansweredCount = 0
  let timer: NodeJS.Timeout | undefined

  function startSilenceTimer(): void {
    clearTimeout(timer)
    const waitingSince = performance.now()
    if (unansweredCount > 0 && !isUnlimited && !connectionError)
      timer = setTimeout(() => closeConnection(waitingSince), silenceMs)
  }

  function closeConnection(waitingSince: number): void {
    connectionError = createSilenceError()
    markSilent(waitingSince)
    void client.end()
    // `end` would wait for the responses to all pipelined statements, and this server sends none.
    client.connection.stream.destroy()
  }

  async function queryWithLimit(...parameters: unknown[]): Promise<pg.QueryResult> {
    if (connectionError) throw connectionError
    if (unansweredCount++ === 0) startSilenceTimer()
    try {
      const result = await query(...parameters)
      markAlive()
      isUnlimited = isStillUnlimited(isUnlimited, parameters[0])
      return result
    } catch (error) {
      if (connectionError) throw connectionError
      markAlive()
      throw error
    } finally {
      unansweredCount--
      startSilenceTimer()
    }
  }
  client.query = queryWithLimit as unknown as typeof client.query
}

/** Queries have no time limit in a transaction that raised its own statement_timeout. */
function isStillUnlimited(isUnlimited: boolean, statement: unknown): boolean {
  if (typeof statement !== 'string') return isUnlimited
  return isUnlimited
    ? statement !== 'commit' && statement !== 'rollback'
    : /^set local statement_timeout\b/i.test(statement)
}

/**
 * Returns whether the table of a prepared statement has changed since it was prepared. The statement must be prepared
 * again.
 */
export function isStaleStatement(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery'
}

const maxPreparedStatements = 500

/**
 * Returns a function that prepares a connection to name its statements, because PostgreSQL parses a named statement
 * only once per connection. Neither Kysely nor pg names statements. Without `namesStatements`, they have no names.
 */
function createPreparer(namesStatements: boolean): (client: pg.PoolClient) => void {
  const nameByStatement = new Map<string, string>()
  let nameCount = 0

  function getName(text: string): string | undefined {
    if (namesStatements && !nameByStatement.has(text) && nameByStatement.size < maxPreparedStatements)
      nameByStatement.set(text, `s${++nameCount}`)
    return nameByStatement.get(text)
  }

  return (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<pg.QueryResult>

    async function queryByName(text: string, values: unknown[]) {
      try {
        return await query({ name: getName(text), text, values })
      } catch (error) {
        if (!isStaleStatement(error)) throw error
        nameByStatement.delete(text)
        if (client.getTransactionStatus() !== 'I') throw error
        return query({ name: getName(text), text, values })
      }
    }

    const queryForKysely = (text: string, values: unknown[]) =>
      values.length > 0 ? queryByName(text, values) : query(text)
    client.query = queryForKysely as typeof client.query
  }
}

/**
 * Sends `begin` together with the first statement of a transaction if that statement only reads. Otherwise the
 * statement waits for the answer to `begin`: if `begin` failed, it would write outside of a transaction.
 */
function sendBeginWithFirstRead(client: pg.PoolClient): void {
  const query = client.query.bind(client) as unknown as (text: string, values: unknown[]) => Promise<pg.QueryResult>
  /** Set until `begin` has succeeded, or until the end of the transaction if it has failed. */
  let beginQuery: Promise<pg.QueryResult> | undefined
  let hasWaiting = false

  function sendBegin(text: string): pg.QueryResult {
    beginQuery = query(text, [])
    hasWaiting = false
    beginQuery.then(
      () => (beginQuery = undefined),
      () => {},
    )
    return { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] }
  }

  async function queryAfterBegin(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (/^(begin|start transaction)\b/.test(text)) return sendBegin(text)
    if (text === 'rollback') beginQuery = undefined
    if (!beginQuery) return query(text, values)
    if (isRead(text) && !hasWaiting) return (await Promise.all([beginQuery, query(text, values)]))[1]
    // Later statements wait too, because the order must remain.
    hasWaiting = true
    await beginQuery
    return query(text, values)
  }
  client.query = queryAfterBegin as unknown as typeof client.query
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
