import { sql } from 'kysely'
import { callerAt } from './caller.ts'
import type { Context } from '../context.ts'
import type { Asker, Limit } from '../contract.ts'
import type { Database } from '../database/database.ts'
import { tooMany } from '../errors.ts'

/** How far the clocks of processes may be apart, or one clock from what it was. */
export const CLOCKS_DIFFER_BY_MS = 60_000

/**
 * Counts a call in its bucket, by its weight; beyond the limit it is refused until the window has passed. Survives restarts. Pages that
 * the house makes itself are nobody's calls. Returns what takes it back: it was one that need not be counted.
 */
export async function enforceRateLimit(
  db: Database,
  asker: Pick<Asker, 'now' | 'address'> & { context: Pick<Context, 'isLimited'> },
  limit: Limit,
  { weight = 1, refusal = (seconds: number) => tooMany(seconds) } = {},
): Promise<() => Promise<void>> {
  const { now, address, context } = asker
  if (!context.isLimited || address === null) return async () => {}
  const key = `${limit.bucket}:${callerAt(address)}`
  const { hits, resets_at } = await hit(db, now, key, limit.seconds, weight)
  if (hits > limit.times) throw refusal(Math.max(1, Math.ceil((resets_at - now) / 1000)))
  return async () => {
    const oneLess = db.updateTable('rate_limit').set({ hits: sql<number>`hits - ${weight}` })
    await oneLess.where('key', '=', key).where('resets_at', '=', resets_at).where('hits', '>', 0).execute()
  }
}

/** Counts once more under a key, or for as much as it weighs, in a window that begins with the first; says how often that makes. */
export async function hit(
  db: Database,
  now: number,
  key: string,
  seconds: number,
  weight = 1,
): Promise<{ hits: number; resets_at: number }> {
  const resetsAt = now + seconds * 1000
  // What ends later than anything that begins now was written by a clock that was wrong.
  const isOver = sql<boolean>`(rate_limit.resets_at <= ${now} or rate_limit.resets_at > ${resetsAt + CLOCKS_DIFFER_BY_MS})`
  return db
    .insertInto('rate_limit')
    .values({ key, hits: weight, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${isOver} then ${weight} else rate_limit.hits + ${weight} end`,
        resets_at: sql<number>`case when ${isOver} then ${resetsAt} else rate_limit.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
}
