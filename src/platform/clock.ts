import { getDayAtOffset, isoDay } from './day.ts'
import { MINUTE_MS } from './durations.ts'

/** A source of the current time in epoch milliseconds. It is a parameter, so that tests can stop and move the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Returns how many minutes a time zone is ahead of UTC at a time. Server only. */
export function getUtcOffsetMinutes(timeZone: string, atMs: number): number {
  // Zones change their offset at full minutes only.
  const minute = Math.floor(atMs / MINUTE_MS)
  if (lastOffset?.timeZone !== timeZone || lastOffset.minute !== minute) {
    const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone)
    lastOffset = { timeZone, minute, minutes: offsetNanoseconds / 60e9 }
  }
  return lastOffset.minutes
}
let lastOffset: { timeZone: string; minute: number; minutes: number } | undefined

/** Returns the time a number of calendar months earlier. Server only. */
export const subtractMonths = (atMs: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('UTC').subtract({ months }).epochMilliseconds

/** Returns the calendar day in a time zone at a time. Server only. */
export const dayIn = (timeZone: string, atMs: number): number =>
  getDayAtOffset(getUtcOffsetMinutes(timeZone, atMs), atMs)

/**
 * Returns the time at which a day begins in a time zone. If the clocks skip midnight, it begins at 01:00. Server only.
 */
export const startOfDay = (timeZone: string, day: number): number =>
  timestampAt(timeZone, isoDay(day), '00:00') ?? timestampAt(timeZone, isoDay(day), '01:00')!

/** Formats a time with the offset of a time zone: 2027-01-04T09:00:00+06:00. Server only. */
export const isoTimestamp = (timeZone: string, atMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toString({ timeZone, smallestUnit: 'second' })

/** Returns the timestamp of a local day and time, or undefined if the clocks of the zone skip or repeat it. */
export function timestampAt(timeZone: string, day: string, time: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone, { disambiguation: 'reject' })
      .epochMilliseconds
  } catch {
    return undefined
  }
}
