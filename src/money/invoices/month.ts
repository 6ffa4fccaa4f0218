/** Returns the first and the last day of a month in the format YYYY-MM. */
export function monthDays(month: string): { first: number; last: number } {
  const [year, at] = month.split('-').map(Number) as [number, number]
  return { first: Date.UTC(year, at - 1, 1) / DAY_MS, last: Date.UTC(year, at, 0) / DAY_MS }
}
const DAY_MS = 86_400_000
