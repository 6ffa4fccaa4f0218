/**
 * Trouble of the machinery, a database or a disk or the system, told from a bug by one table: who asks again in a moment
 * may well be served, and nobody mends it in the code.
 */
export class InfrastructureError extends Error {
  readonly trouble: Cause
  constructor(trouble: Cause, message: string, options?: ErrorOptions) {
    super(message, options)
    this.trouble = trouble
  }
}

/** For whoever reads the log. */
export type Cause =
  | 'database unreachable'
  | 'database silent'
  | 'database too slow'
  | 'database crowded'
  | 'database locked'
  | 'database read-only'
  | 'connection lost'
  | 'no room'
  | 'no memory'
  | 'too many open files'
  | 'input/output error'

/** What is behind an error, if it is trouble; undefined is a bug, or a refusal. */
export function infrastructureCauseOf(error: unknown): Cause | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof InfrastructureError) return error.trouble
  return causeNamed(error as Coded) ?? someCause(error)
}

interface Coded extends Error {
  code?: unknown
  errcode?: number
  syscall?: string
}

function causeNamed({ code, errcode, syscall, message }: Coded): Cause | undefined {
  if (code === 'ERR_SQLITE_ERROR') return ofSqlite[errcode! & 0xff]
  // A reader who hangs up in the middle is an ECONNRESET as well, but not one of a call to the system.
  if (typeof code === 'string')
    return ofPostgres.find(([state]) => state.test(code))?.[1] ?? (syscall ? ofSystem[code] : undefined)
  return saidByPg.test(message) ? 'connection lost' : undefined
}

/** One error may stand for several (a name with several addresses), or for another one. */
function someCause(error: Error): Cause | undefined {
  const together = error instanceof AggregateError ? error.errors : []
  for (const inner of [error.cause, ...together]) {
    const cause = infrastructureCauseOf(inner)
    if (cause) return cause
  }
  return undefined
}

/** By the primary result code. */
const ofSqlite: Record<number, Cause> = {
  5: 'database locked', // SQLITE_BUSY
  6: 'database locked', // SQLITE_LOCKED
  7: 'no memory', // SQLITE_NOMEM
  8: 'database read-only', // SQLITE_READONLY
  10: 'input/output error', // SQLITE_IOERR
  13: 'no room', // SQLITE_FULL
  14: 'database unreachable', // SQLITE_CANTOPEN
}

/** By SQLSTATE. What is said while connecting is trouble in any case, and said so where connections are made. */
const ofPostgres: [RegExp, Cause][] = [
  [/^08/, 'connection lost'],
  [/^57P0|^25P0[34]$/, 'connection lost'], // stopping, starting, crashed; an idle or long transaction cut off
  [/^53100$/, 'no room'],
  [/^53200$/, 'no memory'],
  [/^53/, 'database crowded'],
  [/^58/, 'input/output error'],
  [/^57014$/, 'database too slow'],
  [/^55P03$|^40P01$|^40001$/, 'database locked'], // after all tries
  [/^25006$/, 'database read-only'],
]

const ofSystem: Record<string, Cause> = {
  ECONNREFUSED: 'database unreachable',
  ENOTFOUND: 'database unreachable',
  EAI_AGAIN: 'database unreachable',
  EHOSTUNREACH: 'database unreachable',
  ENETUNREACH: 'database unreachable',
  ETIMEDOUT: 'database silent',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  ENOSPC: 'no room',
  EDQUOT: 'no room',
  EFBIG: 'no room',
  ENOMEM: 'no memory',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
  EIO: 'input/output error',
  EROFS: 'database read-only',
}

/** Without any code. */
const saidByPg =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error))/

interface Log {
  error(what: object, message: string): void
}

const TOLD_EVERY_MS = 10_000
const told = new WeakMap<Log, Map<Cause, { at: number; untold: number }>>()

/**
 * Notes trouble without filling the log, however many requests meet it: of each cause a line when it begins, then at
 * most one every ten seconds, which says how often it came up in between. False for what is none.
 */
export function logInfrastructureError(log: Log, error: unknown): boolean {
  const cause = infrastructureCauseOf(error)
  if (!cause) return false
  let causes = told.get(log)
  if (!causes) told.set(log, (causes = new Map()))
  const last = causes.get(cause)
  if (last && performance.now() - last.at < TOLD_EVERY_MS) {
    last.untold++
    return true
  }
  log.error({ trouble: cause, says: (error as Error).message, times: 1 + (last?.untold ?? 0) }, 'trouble')
  causes.set(cause, { at: performance.now(), untold: 0 })
  return true
}
