import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Limit } from './contract.ts'
import type { Database } from './database.ts'
import { tooMany } from './errors.ts'

/**
 * Counts a call of an address, as the house does it: it may be told not to, and pages that it makes itself are nobody's
 * calls. Returns what takes it back: it was one that need not be counted.
 */
export type CountCall = (limit: Limit, address: string | null) => Promise<() => Promise<void>>

/** How far the clocks of processes may be apart, or one clock from what it was. */
export const CLOCKS_DIFFER_BY_MS = 60_000

/** Counts a call in its bucket; beyond the limit it is refused until the window has passed. Survives restarts. */
export async function countCall(db: Database, clock: Clock, limit: Limit, address: string): Promise<() => Promise<void>> {
  const now = clock()
  const key = `${limit.bucket}:${callerAt(address)}`
  const resetsAt = now + limit.seconds * 1000
  // What ends later than anything that begins now was written by a clock that was wrong.
  const isOver = sql<boolean>`(rate_limit.resets_at <= ${now} or rate_limit.resets_at > ${resetsAt + CLOCKS_DIFFER_BY_MS})`
  const row = await db
    .insertInto('rate_limit')
    .values({ key, hits: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when ${isOver} then 1 else rate_limit.hits + 1 end`,
        resets_at: sql<number>`case when ${isOver} then ${resetsAt} else rate_limit.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.hits > limit.times) throw tooMany(Math.max(1, Math.ceil((row.resets_at - now) / 1000)))
  return async () => {
    const oneLess = db.updateTable('rate_limit').set({ hits: sql<number>`hits - 1` })
    await oneLess.where('key', '=', key).where('resets_at', '=', row.resets_at).where('hits', '>', 0).execute()
  }
}

/** Whoever has one IPv6 address has the 2⁶⁴ of its network, so these count as one. IPv4 may come dressed as IPv6. */
export function callerAt(address: string): string {
  const dressed = /:(\d+(?:\.\d+){3})$/.exec(address)?.[1]
  if (dressed || !isIPv6(address)) return dressed ?? address
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!
  return groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(':')
}
