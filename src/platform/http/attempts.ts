import { sql } from 'kysely'
import { digestText } from '../codes.ts'
import type { RequestContext } from '../contract.ts'
import type { Database } from '../database/database.ts'
import { rateLimited } from '../errors.ts'
import { CLOCK_TOLERANCE_MS } from './rate-limit.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

const FREE_ATTEMPTS = 5
const MIN_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 10 * MINUTE_MS
const ATTEMPTS_TTL_MS = HOUR_MS

/**
 * Limits guesses of a secret, such as a password. The limit is per subject, for all client addresses together. After a
 * few free attempts, each pause is twice as long as the one before, up to `MAX_PAUSE_MS`. Throws during a pause,
 * without extending it. `work` returns null if the attempt was wrong.
 */
export async function limitAttempts<Result>(
  db: Database,
  { now, context }: Pick<RequestContext, 'now' | 'context'>,
  subject: string,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  if (!context.isLimited) return work()
  const key = getAttemptKey(subject)
  await recordAttempt(db, now, key)
  try {
    const result = await work()
    if (result !== null) await deleteAttempts(db, key)
    return result
  } catch (error) {
    await releaseAttempt(db, key) // the attempt did not take place, so it does not count
    throw error
  }
}

export const purgeAttempts = (db: Database, subject: string): Promise<void> =>
  deleteAttempts(db, getAttemptKey(subject))

/** Stores only a hash of the subject, because it may be an address, or a password typed into the wrong field. */
const getAttemptKey = (subject: string) => `tries:${digestText(subject)}`

/**
 * Records an attempt. If several concurrent attempts have read the same free slot, only one of them takes it. The
 * others retry.
 */
async function recordAttempt(db: Database, now: number, key: string): Promise<void> {
  for (;;) {
    const previousAttempts = await db
      .selectFrom('rate_limit')
      .select(['hits', 'resets_at'])
      .where('key', '=', key)
      .executeTakeFirst()
    // A pause that ends later than any pause started now was written with a wrong clock.
    const isCurrent =
      previousAttempts !== undefined &&
      previousAttempts.resets_at > now &&
      previousAttempts.resets_at <= now + ATTEMPTS_TTL_MS + CLOCK_TOLERANCE_MS
    const waitMs = isCurrent
      ? previousAttempts.resets_at - ATTEMPTS_TTL_MS + getPauseMs(previousAttempts.hits) - now
      : 0
    if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000))
    const nextValues = { hits: isCurrent ? previousAttempts.hits + 1 : 1, resets_at: now + ATTEMPTS_TTL_MS }
    const updatedRow = previousAttempts
      ? await db
          .updateTable('rate_limit')
          .set(nextValues)
          .where('key', '=', key)
          .where((is) => is.and(previousAttempts))
          .executeTakeFirst()
      : await db
          .insertInto('rate_limit')
          .values({ key, ...nextValues })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .executeTakeFirst()
    if (Number('numUpdatedRows' in updatedRow ? updatedRow.numUpdatedRows : updatedRow.numInsertedOrUpdatedRows) === 1)
      return
  }
}

const getPauseMs = (attempts: number) =>
  attempts < FREE_ATTEMPTS ? 0 : Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** (attempts - FREE_ATTEMPTS))

async function deleteAttempts(db: Database, key: string): Promise<void> {
  await db.deleteFrom('rate_limit').where('key', '=', key).execute()
}

async function releaseAttempt(db: Database, key: string): Promise<void> {
  await db
    .updateTable('rate_limit')
    .set({ hits: sql<number>`hits - 1` })
    .where('key', '=', key)
    .where('hits', '>', 0)
    .execute()
}
