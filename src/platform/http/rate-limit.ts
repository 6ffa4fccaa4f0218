import { sql } from 'kysely'
import { digestText } from '../codes.ts'
import { getCallerKey } from './caller.ts'
import type { Context } from '../context.ts'
import type { RequestContext, Limit } from '../contract.ts'
import type { Database } from '../database/database.ts'
import { rateLimited } from '../errors.ts'
import { MINUTE_MS } from '../durations.ts'

/** The tolerated difference between the clocks of two processes, or after a clock correction. */
export const CLOCK_TOLERANCE_MS = MINUTE_MS

/**
 * Counts a call in its bucket by its weight. Rejects calls beyond the limit until the window ends, also after a
 * restart. Calls made by server rendering do not count. Returns a function that undoes the count. Check permissions
 * before calling this function, so that a forbidden caller does not use up the limit of others.
 */
export async function enforceRateLimit(
  db: Database,
  ctx: Pick<RequestContext, 'now' | 'address'> &
    Partial<Pick<RequestContext, 'account' | 'token'>> & { context: Pick<Context, 'isLimited'> },
  limit: Limit,
  { weight = 1, createError = (seconds: number) => rateLimited(seconds) } = {},
): Promise<() => Promise<void>> {
  const { now, address, context } = ctx
  if (!context.isLimited || address === null) return async () => {}
  const key = `${limit.bucket}:${findLimitHolder(limit, ctx, address)}`
  const { hits, resets_at } = await countHit(db, now, key, limit.seconds, weight)
  if (hits > limit.times) throw createError(getWaitSeconds(resets_at, now))
  return async () => {
    const hitsUpdate = db.updateTable('rate_limit').set({ hits: sql<number>`hits - ${weight}` })
    await hitsUpdate.where('key', '=', key).where('resets_at', '=', resets_at).where('hits', '>', 0).execute()
  }
}

/** Counts an operation on one object, such as an email about a stay. Rejects it beyond the limit until the window ends. */
export async function enforceKeyLimit(
  db: Database,
  { now, context }: Pick<RequestContext, 'now'> & { context: Pick<Context, 'isLimited'> },
  key: string,
  { times, seconds }: Pick<Limit, 'times' | 'seconds'>,
): Promise<void> {
  if (!context.isLimited) return
  const { hits, resets_at } = await countHit(db, now, key, seconds)
  if (hits > times) throw rateLimited(getWaitSeconds(resets_at, now))
}

const getWaitSeconds = (resetsAt: number, now: number): number => Math.max(1, Math.ceil((resetsAt - now) / 1000))

/**
 * Returns whose limit a call counts against: that of the account or session, or else that of the network. Guests are
 * not verified, so all guests of a network share one limit, separate from callers without a session.
 */
function findLimitHolder(
  { per }: Limit,
  { account = null, token = null }: Partial<Pick<RequestContext, 'account' | 'token'>>,
  address: string,
): string {
  if (account === null || per === 'network') return getCallerKey(address)
  if (per === 'session' && token !== null) return `session ${digestText(token)}`
  return account.role === 'guest' ? `guests ${getCallerKey(address)}` : `account ${account.id}`
}

/**
 * Adds to the count of a key, in a window that starts with the first hit. Returns the new count and the end of the
 * window.
 */
export async function countHit(
  db: Database,
  now: number,
  key: string,
  seconds: number,
  weight = 1,
): Promise<{ hits: number; resets_at: number }> {
  const resetsAt = now + seconds * 1000
  // A window that ends later than any window started now was written with a wrong clock.
  const hasEnded = sql<boolean>`(rate_limit.resets_at <= ${now} or rate_limit.resets_at > ${resetsAt + CLOCK_TOLERANCE_MS})`
  return db
    .insertInto('rate_limit')
    .values({ key, hits: weight, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${hasEnded} then ${weight} else rate_limit.hits + ${weight} end`,
        resets_at: sql<number>`case when ${hasEnded} then ${resetsAt} else rate_limit.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
}
