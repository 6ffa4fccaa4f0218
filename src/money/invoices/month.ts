import { DAY_MS } from '#platform/durations.ts'
/** Returns the first and the last day of a month in the format YYYY-MM. */
export function getMonthDays(month: string): { first: number; last: number } {
  const [year, monthNumber] = month.split('-').map(Number) as [number, number]
  return { first: Date.UTC(year, monthNumber - 1, 1) / DAY_MS, last: Date.UTC(year, monthNumber, 0) / DAY_MS }
}
