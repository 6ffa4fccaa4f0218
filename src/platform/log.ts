/** Email addresses may be part of an error of the database or of the mail server. */
export const maskEmailAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),=]+/g, (word) => (word.includes('@') ? '…@…' : word))

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
export function describeError(thrown: unknown): ErrorDescription {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
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
