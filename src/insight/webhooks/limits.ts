import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/durations.ts'
/** The maximum number of endpoints. Owners add all of them by hand, so a few are enough. */
export const MAX_ENDPOINTS = 20
/** The maximum number of parallel requests of one process to one endpoint. */
export const MAX_PARALLEL_REQUESTS = 4
/** The maximum number of events that are resent at once. */
export const MAX_RESENT = 1_000

/** The response timeout, the number of bytes to read, and the number of characters to store. */
export const RESPONSE_TIMEOUT_MS = 10 * SECOND_MS
export const MAX_ANSWER_BYTES = 4_096
export const MAX_ANSWER_LENGTH = 500

/** The delays before the retries of a failed delivery, about three days in total. */
export const retryDelaysMs: readonly number[] = [
  10 * SECOND_MS,
  ...[1, 5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** The time for which a delivery is reserved for one attempt. After this time another process may retry. */
export const ATTEMPT_LEASE_MS = MINUTE_MS
/** An endpoint that accepted nothing for this long is paused. */
export const DEAD_AFTER_MS = 5 * DAY_MS
/** The time for which the old secret also signs after a new one was created. */
export const OLD_SECRET_TTL_MS = DAY_MS
