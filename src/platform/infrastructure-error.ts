import { createLogThrottle, maskEmailAddresses } from './log.ts'

/**
 * A failure of the database, the disk or the operating system, not a bug. A later retry may succeed. The tables below
 * separate such failures from bugs.
 */
export class InfrastructureError extends Error {
  readonly infrastructureCause: Cause
  constructor(infrastructureCause: Cause, message: string, options?: ErrorOptions) {
    super(message, options)
    this.infrastructureCause = infrastructureCause
  }
}

/** Shown in the log. */
export type Cause =
  | 'database unreachable'
  | 'database silent'
  | 'database too slow'
  | 'database busy'
  | 'too many connections'
  | 'database locked'
  | 'database read-only'
  | 'connection lost'
  | 'disk full'
  | 'no memory'
  | 'too many open files'
  | 'input/output error'

/** Returns the cause of an infrastructure failure, or undefined for a bug or a user error. */
export function findInfrastructureCause(error: unknown): Cause | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof InfrastructureError) return error.infrastructureCause
  return findCauseByCode(error as ErrorWithCode) ?? findNestedCause(error)
}

interface ErrorWithCode extends Error {
  code?: unknown
  errcode?: number
  syscall?: string
}

function findCauseByCode({ code, errcode, syscall, message }: ErrorWithCode): Cause | undefined {
  if (code === 'ERR_SQLITE_ERROR') return sqliteCauses[errcode! & 0xff]
  // A client that disconnects also causes ECONNRESET, but without a system call.
  if (typeof code === 'string')
    return postgresCauses.find(([state]) => state.test(code))?.[1] ?? (syscall ? systemCauses[code] : undefined)
  return pgMessagePattern.test(message) ? 'connection lost' : undefined
}

/**
 * Finds an infrastructure cause inside an error, which can contain other errors (for a host name with several
 * addresses) or have one as its cause.
 */
function findNestedCause(error: Error): Cause | undefined {
  const errors = error instanceof AggregateError ? error.errors : []
  for (const innerError of [error.cause, ...errors]) {
    const cause = findInfrastructureCause(innerError)
    if (cause) return cause
  }
  return undefined
}

/** Keyed by the primary result code. */
const sqliteCauses: Record<number, Cause> = {
  5: 'database locked', // SQLITE_BUSY
  6: 'database locked', // SQLITE_LOCKED
  7: 'no memory', // SQLITE_NOMEM
  8: 'database read-only', // SQLITE_READONLY
  10: 'input/output error', // SQLITE_IOERR
  13: 'disk full', // SQLITE_FULL
  14: 'database unreachable', // SQLITE_CANTOPEN
}

/** Keyed by SQLSTATE. Errors during connecting always count as failures; postgres.ts handles them. */
const postgresCauses: [RegExp, Cause][] = [
  [/^08/, 'connection lost'],
  [/^57P0|^25P0[34]$/, 'connection lost'], // stopping, starting or crashed; an idle or long transaction was cut off
  [/^53100$/, 'disk full'],
  [/^53200$/, 'no memory'],
  [/^53/, 'too many connections'],
  [/^58/, 'input/output error'],
  [/^57014$/, 'database too slow'],
  [/^55P03$|^40P01$|^40001$/, 'database locked'], // after all retries
  [/^25006$/, 'database read-only'],
]

const systemCauses: Record<string, Cause> = {
  ECONNREFUSED: 'database unreachable',
  ENOTFOUND: 'database unreachable',
  EAI_AGAIN: 'database unreachable',
  EHOSTUNREACH: 'database unreachable',
  ENETUNREACH: 'database unreachable',
  ETIMEDOUT: 'database silent',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  ENOSPC: 'disk full',
  EDQUOT: 'disk full',
  EFBIG: 'disk full',
  ENOMEM: 'no memory',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EIO: 'input/output error',
  EROFS: 'database read-only',
}

/** Errors of pg without a code. */
const pgMessagePattern =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error))/

interface Logger {
  error(fields: object, message: string): void
}

const throttles = new WeakMap<Logger, (cause: Cause) => number | null>()

/**
 * Logs an infrastructure failure without flooding the log. One line per cause when it starts, then at most one every
 * ten seconds with the number of occurrences. Returns false for other errors.
 */
export function logInfrastructureError(log: Logger, error: unknown): boolean {
  const cause = findInfrastructureCause(error)
  if (!cause) return false
  const count = throttles.getOrInsertComputed(log, createLogThrottle)(cause)
  if (count === null) return true
  const text = maskEmailAddresses((error as Error).message)
  log.error({ cause, text, count }, 'infrastructure failure')
  return true
}
