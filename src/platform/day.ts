import { DAY_MS, MINUTE_MS } from './durations.ts'

/**
 * A calendar day as the number of days since 1970-01-01: 2027-02-28 ↔ 20877. Nights are counted by subtraction, without
 * time zones. Runs in browsers too.
 */
const FIRST_DAY = -719_528 // 0000-01-01
const LAST_DAY = 2_932_896 // 9999-12-31

/** Checks whether a day can be written as YYYY-MM-DD. A day computed from user input may be out of range. */
export const isDay = (day: number): boolean => day % 1 === 0 && day >= FIRST_DAY && day <= LAST_DAY

/** Returns undefined for anything but an existing day written as YYYY-MM-DD. 2027-02-30 does not exist. */
export function parseDay(iso: string): number | undefined {
  if (iso.length !== 10) return undefined
  const day = Date.parse(iso + 'T00:00:00Z') / DAY_MS
  return isDay(day) && isoDay(day) === iso ? day : undefined
}

export function isoDay(day: number): string {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Lists the days from one day until before another. Lists the nights of a stay from its check-in until its check-out. */
export const listDays = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Formats a time for APIs and files: 2027-02-28T06:00:00.000Z. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** Returns the day of the week: Monday is 1, Sunday is 7. */
export const getWeekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** Returns the day at a time, for a UTC offset in minutes. */
export const getDayAtOffset = (minutes: number, atMs: number): number =>
  Math.floor((atMs + minutes * MINUTE_MS) / DAY_MS)
