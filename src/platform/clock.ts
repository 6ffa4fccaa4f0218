import { dayAhead, isoDay } from './day.ts'

/** Now, in epoch milliseconds. Passed in, so that a test can stop and move it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** By how many minutes the clocks of a place are ahead of UTC at a moment. For the server alone. */
export const minutesAhead = (timeZone: string, atMs: number): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9

/** The moment so many months before another, by the calendar. For the server alone. */
export const monthsBefore = (atMs: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('UTC').subtract({ months }).epochMilliseconds

/** The day it is in a time zone at a moment. For the server alone. */
export const dayIn = (timeZone: string, atMs: number): number => dayAhead(minutesAhead(timeZone, atMs), atMs)

/** The moment at which a day begins by the clocks of a place; where they skip midnight, an hour later. For the server alone. */
export const dayBegins = (timeZone: string, day: number): number =>
  momentAt(timeZone, isoDay(day), '00:00') ?? momentAt(timeZone, isoDay(day), '01:00')!

/** A moment as the clocks of a place show it, with their offset: 2027-01-04T09:00:00+06:00. For the server alone. */
export const isoMoment = (timeZone: string, atMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toString({ timeZone, smallestUnit: 'second' })

/** The moment at which the clocks of a place show this. Undefined where they never do. For the server alone. */
export function momentAt(timeZone: string, day: string, time: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone, { disambiguation: 'reject' })
      .epochMilliseconds
  } catch {
    return undefined
  }
}
