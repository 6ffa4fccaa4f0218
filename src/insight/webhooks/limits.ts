/** So many addresses are told at most, each by a hand of its own. */
export const MAX_ENDPOINTS = 20
/** So much at once to each of them, by each process. */
export const AT_ONCE_OF_ONE = 4
/** So many are sent again in one go. */
export const MAX_REPLAYED = 1_000

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long an answer is waited for, how much of it is read, and how much of that is kept. */
export const ASKING_LASTS_MS = 10 * SECOND_MS
export const MAX_BYTES = 4_096
export const MAX_LENGTH = 500

/** How long after each try that failed the next one is: about three days in all. */
export const pausesMs: readonly number[] = [
  10 * SECOND_MS,
  ...[1, 5, 30].map((minutes) => minutes * MINUTE_MS),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** What somebody tries is left alone for so long. Whoever died in between has not said what became of it. */
export const TRYING_MS = MINUTE_MS
/** Where nothing was taken for so long, nobody is there. */
export const DEAD_AFTER_MS = 5 * 24 * HOUR_MS
/** How long a secret that was exchanged still signs beside the new one. */
export const OLD_SECRET_LASTS_MS = 24 * HOUR_MS
