import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Limit } from './contract.ts'
import type { Database } from './database.ts'
import { tooMany } from './errors.ts'

/** Counts a call of an address, as the house does it: it may be told not to, and pages that it makes itself are nobody's calls. */
export type CountCall = (limit: Limit, address: string | null) => Promise<void>

/** Counts a call in its bucket; beyond the limit it is refused until the window has passed. Survives restarts. */
export async function countCall(db: Database, clock: Clock, limit: Limit, address: string): Promise<void> {
  const now = clock()
  const { hits, resets_at } = await hit(db, now, `${limit.bucket}:${callerAt(address)}`, limit.seconds)
  if (hits > limit.times) throw tooMany(Math.max(1, Math.ceil((resets_at - now) / 1000)))
}

/** Counts once more under a key, in a window that begins with the first; says how often that makes. */
export async function hit(db: Database, now: number, key: string, seconds: number): Promise<{ hits: number; resets_at: number }> {
  const resetsAt = now + seconds * 1000
  return db
    .insertInto('rate_limit')
    .values({ key, hits: 1, resets_at: resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql<number>`case when rate_limit.resets_at <= ${now} then 1 else rate_limit.hits + 1 end`,
        resets_at: sql<number>`case when rate_limit.resets_at <= ${now} then ${resetsAt} else rate_limit.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
}

/** Whoever has one IPv6 address has the 2⁶⁴ of its network, so these count as one. IPv4 may come dressed as IPv6. */
export function callerAt(address: string): string {
  const dressed = /:(\d+(?:\.\d+){3})$/.exec(address)?.[1]
  if (dressed || !isIPv6(address)) return dressed ?? address
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!
  return groups.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(':')
}

/** Those an address stands in, as they are given out: 256 of IPv4; of IPv6 what a household gets, and what a company gets. */
export function networksOf(address: string): string[] {
  const caller = callerAt(address)
  if (isIPv4(caller)) return [caller.replace(/\d+$/, '0/24')]
  const groups = caller.split(':')
  if (groups.length !== 4) return [caller]
  const company = groups.slice(0, 3).join(':')
  const household = (parseInt(groups[3]!, 16) & 0xff00).toString(16)
  return [`${company}:${household}::/56`, `${company}::/48`]
}
