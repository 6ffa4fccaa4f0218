import type { PluralKey, MessageRef, Values, MessageKey } from '#locales/translator.ts'

export type FieldMessages = Record<string, MessageRef[]>

/** An error that the user can fix or must know about. */
export class UserError extends Error {
  readonly status: number
  readonly messageRef: MessageRef
  readonly fields: FieldMessages | undefined
  readonly retryAfterSeconds: number | undefined
  /** The security event that the log names, if the status alone does not name it. */
  readonly event: 'sign-in failed' | undefined
  constructor(
    status: number,
    message: MessageRef,
    options: { fields?: FieldMessages; retryAfterSeconds?: number; event?: 'sign-in failed' } = {},
  ) {
    super(message.key)
    this.status = status
    this.messageRef = message
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.event = options.event
  }
}

/** Error messages by field, already translated. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/**
 * An API error as pages and forms see it, on the server and in the browser. Its message is translated. Status 0: no
 * response.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors
  readonly retryAfterSeconds: number | undefined
  constructor(
    status: number,
    body: { message?: string; errors?: FieldErrors } | null,
    options: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(body?.message ?? '', options)
    this.status = status
    this.errors = body?.errors ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /** The server bundle and the page bundle each contain a copy of this class, so instances are recognized by name. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'ApiError'
  }
}

/** A 404 without a message, as the API returns it. */
export const apiNotFound = (): ApiError => new ApiError(404, null)

/** Checks whether the resource does not exist or its ID is invalid. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status)

/** Returns the field errors of a 422, or null for other errors. */
export const getFieldErrors = (error: unknown): FieldErrors | null =>
  error instanceof ApiError && error.status === 422 ? error.errors : null

/** 422 with an error per field: `invalid({ checkout: 'error.check_out_order' })`. */
export function invalid(fields: Record<string, MessageKey | MessageRef>): UserError {
  return invalidFields(
    Object.fromEntries(
      Object.entries(fields).map(([name, message]) => [
        name,
        [typeof message === 'string' ? { key: message } : message],
      ]),
    ),
  )
}

export const invalidFields = (fields: FieldMessages): UserError =>
  new UserError(422, { key: 'error.invalid' }, { fields })

/** Renames the errors to the field names of the request. For a field in a list, only the last part is renamed. */
export const renameFields = (apiNames: Readonly<Record<string, string>>, fieldErrors: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(fieldErrors).map(([name, messages]) => {
      const listPath = name.slice(0, name.lastIndexOf('.') + 1)
      const lastPart = name.slice(listPath.length)
      return [listPath + (apiNames[lastPart] ?? lastPart), messages]
    }),
  )

/** Throws a 422 if there are field errors. */
export function assertValid(fields: FieldMessages): void {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

export const conflict = (key: MessageKey, values?: Values): UserError =>
  new UserError(409, values ? { key, values } : { key })

export const unauthenticated = (): UserError => new UserError(401, { key: 'error.unauthenticated' })

export const forbidden = (): UserError => new UserError(403, { key: 'error.forbidden' })

/** Returns 403 with the field `proof`: the session is valid, but the user must verify their identity again. */
export const reverificationRequired = (): UserError =>
  new UserError(
    403,
    { key: 'error.identity_unverified' },
    { fields: { proof: [{ key: 'error.identity_unverified' }] } },
  )

export const notFound = (): UserError => new UserError(404, { key: 'error.not_found' })

/** 429. Long waits are given in minutes. */
export const rateLimited = (
  retryAfterSeconds: number,
  messages: WaitMessages = { seconds: 'error.too_many', minutes: 'error.too_many_for_minutes' },
): UserError => new UserError(429, createWaitMessage(retryAfterSeconds, messages), { retryAfterSeconds })

interface WaitMessages {
  seconds: PluralKey
  minutes: MessageKey
}

const createWaitMessage = (seconds: number, messages: WaitMessages): MessageRef =>
  seconds > MAX_WAIT_IN_SECONDS
    ? { key: messages.minutes, values: { minutes: Math.ceil(seconds / 60) } }
    : { key: messages.seconds, count: seconds }
const MAX_WAIT_IN_SECONDS = 120

/** Creates a 503 error for a server, a connection or a caller at its limit. */
export const overloaded = (): UserError =>
  new UserError(
    503,
    { key: 'error.site_busy', count: OVERLOAD_RETRY_SECONDS },
    { retryAfterSeconds: OVERLOAD_RETRY_SECONDS },
  )
const OVERLOAD_RETRY_SECONDS = 5

/** Returns 503: the work in the queue would take too long. */
export const busy = (retryAfterSeconds: number): UserError =>
  new UserError(503, { key: 'error.sign_in_busy', count: retryAfterSeconds }, { retryAfterSeconds })

/** 503: an infrastructure failure, possibly short. */
export const unavailable = (): UserError =>
  new UserError(503, { key: 'error.unavailable' }, { retryAfterSeconds: FAILURE_RETRY_SECONDS })
export const FAILURE_RETRY_SECONDS = 5
