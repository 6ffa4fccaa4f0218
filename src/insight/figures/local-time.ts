import { sql, type RawBuilder } from 'kysely'
import { asBigint } from '#platform/database/casts.ts'
import { dayIn, startOfDay, getUtcOffsetMinutes } from '#platform/clock.ts'
import type { Period } from './period.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** Returns the timestamps at which the period starts and ends in the given time zone. */
export const toTimestamps = ({ from, to }: Period, timeZone: string): [since: number, until: number] => [
  startOfDay(timeZone, from),
  startOfDay(timeZone, to),
]

/** Returns the day that contains a time: the last one that has started. */
export function findDay(timeZone: string, timestamp: number): number {
  const day = dayIn(timeZone, timestamp)
  // A day whose midnight is skipped or repeated starts at 01:00.
  return timestamp < startOfDay(timeZone, day) ? day - 1 : day
}

/** The maximum number of transitions, enough for ten years of a time zone with daylight saving time. */
const MAX_TRANSITIONS = 20

/**
 * Returns SQL for the local day of a timestamp, with the UTC offset that applied at that time. From `latest` on, one
 * offset applies.
 */
export function selectDay(timestamp: RawBuilder<number>, timeZone: string, latestMs: number): RawBuilder<number> {
  const transitions: number[] = []
  for (let zoned = Temporal.Instant.fromEpochMilliseconds(latestMs).toZonedDateTimeISO(timeZone); ;) {
    const transition = transitions.length < MAX_TRANSITIONS ? zoned.getTimeZoneTransition('previous') : null
    if (transition === null) break
    transitions.push(transition.epochMilliseconds)
    zoned = transition
  }
  const caseClauses = transitions.map(
    (transitionMs) =>
      sql`when ${timestamp} >= ${asBigint(transitionMs)} then ${selectOffsetMs(timeZone, transitionMs)}`,
  )
  const oldestOffsetMs = selectOffsetMs(timeZone, (transitions.at(-1) ?? latestMs) - 1)
  const offset =
    caseClauses.length === 0 ? oldestOffsetMs : sql`case ${sql.join(caseClauses, sql` `)} else ${oldestOffsetMs} end`
  return sql<number>`((${timestamp} + ${offset}) / 86400000)`
}

/** Rounded, because offsets before standard time include fractions of a minute. */
const selectOffsetMs = (timeZone: string, timestamp: number) =>
  asBigint(Math.round(getUtcOffsetMinutes(timeZone, timestamp) * MINUTE_MS))
