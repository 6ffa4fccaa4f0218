/**
 * A calendar day as the number of days since 1970-01-01: 2027-02-28 ↔ 20877. Nights are counted by subtraction,
 * and no time zone ever touches them. Runs in browsers too.
 */
const MS_PER_DAY = 86_400_000
const FIRST_DAY = -719_528 // 0000-01-01
const LAST_DAY = 2_932_896 // 9999-12-31

/** Whether it can be written as YYYY-MM-DD: what is reckoned from a day that somebody typed need not. */
export const isDay = (day: number): boolean => day % 1 === 0 && day >= FIRST_DAY && day <= LAST_DAY

/** Undefined for anything but a real day written YYYY-MM-DD: 2027-02-30 is none. */
export function parseDay(iso: string): number | undefined {
  if (iso.length !== 10) return undefined
  const day = Date.parse(iso + 'T00:00:00Z') / MS_PER_DAY
  return isDay(day) && isoDay(day) === iso ? day : undefined
}

export function isoDay(day: number): string {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
}

/** A moment as it is sent and kept in files: 2027-02-28T06:00:00.000Z. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString()

/** Monday is 1, Sunday is 7. */
export const weekday = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1

/** The day it is at a moment where the clocks are ahead of UTC by some minutes. */
export const dayAhead = (minutes: number, atMs: number): number => Math.floor((atMs + minutes * 60_000) / MS_PER_DAY)
