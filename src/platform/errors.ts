import type { PluralKey, MessageRef, Values, MessageKey } from '#locales/translator.ts'

export type FieldMessages = Record<string, MessageRef[]>

/** A failure that a person can mend or must know of. Anything else that is thrown is a bug. */
export class UserError extends Error {
  readonly status: number
  readonly sentence: MessageRef
  readonly fields: FieldMessages | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(status: number, message: MessageRef, more: { fields?: FieldMessages; retryAfterSeconds?: number } = {}) {
    super(message.key)
    this.status = status
    this.sentence = message
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** What is wrong, by field, in sentences. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** A refusal as pages and forms meet it, on the server and in the browser: said already. Status 0: nobody has answered. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly errors: FieldErrors
  readonly retryAfterSeconds: number | undefined
  constructor(
    status: number,
    said: { message?: string; errors?: FieldErrors } | null,
    more: ErrorOptions & { retryAfterSeconds?: number | undefined } = {},
  ) {
    super(said?.message ?? '', more)
    this.status = status
    this.errors = said?.errors ?? {}
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  /** The server and the pages that it draws are built apart, each with a copy of this class: the name stands for both. */
  static override [Symbol.hasInstance](error: unknown): boolean {
    return error instanceof Error && error.name === 'ApiError'
  }
}

/** That there is nothing to see, as the API would say it. */
export const notFoundError = (): ApiError => new ApiError(404, null)

/** Whether there is nothing where one looked, or could never be. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && [404, 422].includes(error.status)

/** What a 422 says of each field. */
export const refusedFields = (error: unknown): FieldErrors | null =>
  error instanceof ApiError && error.status === 422 ? error.errors : null

/** 422: what is wrong, field by field: `invalid({ checkout: 'error.check_out_order' })`. */
export function invalid(fields: Record<string, MessageKey | MessageRef>): UserError {
  return invalidFields(
    Object.fromEntries(
      Object.entries(fields).map(([name, said]) => [name, [typeof said === 'string' ? { key: said } : said]]),
    ),
  )
}

export const invalidFields = (fields: FieldMessages): UserError =>
  new UserError(422, { key: 'error.invalid' }, { fields })

/** What is wrong, by the names that the fields were sent under; of a field in a list, by its last name. */
export const spelled = (fields: Readonly<Record<string, string>>, fieldErrors: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(fieldErrors).map(([name, messages]) => {
      const list = name.slice(0, name.lastIndexOf('.') + 1)
      const last = name.slice(list.length)
      return [list + (fields[last] ?? last), messages]
    }),
  )

/** Goes on only where nothing is wrong. */
export function assertValid(fields: FieldMessages): void {
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
}

export const conflict = (key: MessageKey, values?: Values): UserError =>
  new UserError(409, values ? { key, values } : { key })

export const unauthenticated = (): UserError => new UserError(401, { key: 'error.unauthenticated' })

export const forbidden = (): UserError => new UserError(403, { key: 'error.forbidden' })

/** 403 under `proof`: it is they, but that was shown too long ago. */
export const unproved = (): UserError =>
  new UserError(403, { key: 'error.unproved' }, { fields: { proof: [{ key: 'error.unproved' }] } })

export const notFound = (): UserError => new UserError(404, { key: 'error.not_found' })

/** 429; a long wait is said in minutes. */
export const tooMany = (
  retryAfterSeconds: number,
  said: Waits = { seconds: 'error.too_many', minutes: 'error.too_many_for_minutes' },
): UserError => new UserError(429, waitFor(retryAfterSeconds, said), { retryAfterSeconds })

interface Waits {
  seconds: PluralKey
  minutes: MessageKey
}

const waitFor = (seconds: number, said: Waits): MessageRef =>
  seconds > MAX_SECONDS_SAID
    ? { key: said.minutes, values: { minutes: Math.ceil(seconds / 60) } }
    : { key: said.seconds, count: seconds }
const MAX_SECONDS_SAID = 120

/** 503: somebody asks for more at once than others should wait for. */
export const overloaded = (): UserError =>
  new UserError(503, { key: 'error.crowded', count: CROWDS_LAST_SECONDS }, { retryAfterSeconds: CROWDS_LAST_SECONDS })
const CROWDS_LAST_SECONDS = 5

/** 503: there is more to do than can be done soon. */
export const busy = (retryAfterSeconds: number): UserError =>
  new UserError(503, { key: 'error.busy', count: retryAfterSeconds }, { retryAfterSeconds })

/** 503: the machinery is in trouble, and may be out of it in a moment. */
export const unavailable = (): UserError =>
  new UserError(503, { key: 'error.trouble' }, { retryAfterSeconds: TROUBLE_LASTS_SECONDS })
export const TROUBLE_LASTS_SECONDS = 5
