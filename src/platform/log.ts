/** Email addresses may be part of an error of the database or of the mail server. */
export const maskEmailAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),=]+/g, (word) => (word.includes('@') ? '…@…' : word))

const LOG_INTERVAL_MS = 10_000
/** The maximum number of kinds that a throttle remembers. */
const MAX_KINDS = 1_000

/**
 * Limits the log to one line per kind in ten seconds. The returned function takes the kind of a line. It returns the
 * number of occurrences since the last line, or null if this one must not be logged.
 */
export function createLogThrottle(): (kind: string) => number | null {
  const lastLogByKind = new Map<string, { at: number; suppressed: number }>()
  return (kind) => {
    const lastLog = lastLogByKind.get(kind)
    if (lastLog && performance.now() - lastLog.at < LOG_INTERVAL_MS) {
      lastLog.suppressed++
      return null
    }
    if (lastLogByKind.size >= MAX_KINDS) lastLogByKind.clear()
    lastLogByKind.set(kind, { at: performance.now(), suppressed: 0 })
    return 1 + (lastLog?.suppressed ?? 0)
  }
}

interface ErrorDescription {
  type: string
  message: string
  stack: string
  [field: string]: unknown
}

/**
 * Describes an error for the log, without email addresses. Other fields of an error may contain rows of the database,
 * so they are left out.
 */
export function describeError(thrownValue: unknown): ErrorDescription {
  const error = thrownValue instanceof Error ? thrownValue : new Error(String(thrownValue))
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return {
    type: error.name,
    message: maskEmailAddresses(error.message),
    stack: maskEmailAddresses(error.stack ?? ''),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
