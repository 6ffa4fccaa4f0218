import { sql, type RawBuilder } from 'kysely'
import { dayBegins, minutesAhead } from '#platform/clock.ts'
import { big } from './counted.ts'
import type { Period } from './period.ts'

/** The moments at which the clocks of the house begin these days, and the first day after them. */
export const momentsOf = ({ from, to }: Period, timeZone: string): [since: number, until: number] => [
  dayBegins(timeZone, from),
  dayBegins(timeZone, to),
]

/** As far back as anything is reckoned by it: ten years of clocks that change twice a year. */
const MAX_CHANGES = 20

/** SQL: the day that the clocks of the house showed at a moment, also where they have been changed since. */
export function dayOf(moment: RawBuilder<number>, timeZone: string, now: number): RawBuilder<number> {
  const changes: number[] = []
  for (let at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone); ;) {
    const before = changes.length < MAX_CHANGES ? at.getTimeZoneTransition('previous') : null
    if (before === null) break
    changes.push(before.epochMilliseconds)
    at = before
  }
  const since = changes.map((change) => sql`when ${moment} >= ${big(change)} then ${aheadMs(timeZone, change)}`)
  const oldest = aheadMs(timeZone, (changes.at(-1) ?? now) - 1)
  const ahead = since.length === 0 ? oldest : sql`case ${sql.join(since, sql` `)} else ${oldest} end`
  return sql<number>`((${moment} + ${ahead}) / 86400000)`
}

/** Before clocks agreed, places were ahead by seconds, too. */
const aheadMs = (timeZone: string, at: number) => big(Math.round(minutesAhead(timeZone, at) * 60_000))
