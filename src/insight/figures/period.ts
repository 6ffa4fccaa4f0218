import { isoDay, parseDay, getWeekday } from '#platform/day.ts'

/** A range of nights. `to` is exclusive. */
export interface Period {
  from: number
  to: number
}

/** The periods that can be requested. `own` needs dates. */
export const periods = [
  'today',
  'week',
  'month',
  'quarter',
  'year',
  'yesterday',
  'last_week',
  'last_month',
  'last_quarter',
  'last_year',
  'own',
] as const
export type PeriodName = (typeof periods)[number]

/** The periods to compare with: the days before, the same weekdays last year, custom dates or none. */
export const comparisons = ['previous', 'year', 'own', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** A property has days before this period long before it has a year to compare with. */
export const DEFAULT_COMPARISON = 'previous' satisfies Comparison

/** The maximum length of a period. */
export const MAX_NIGHTS = 366

/** The number of days in 52 weeks, so that a Friday is compared with a Friday. */
const SAME_WEEKDAY_DAYS = 364

export function resolvePeriod(name: Exclude<PeriodName, 'own'>, today: number): Period {
  const monday = today - getWeekday(today) + 1
  const [year, month] = isoDay(today).split('-').map(Number) as [number, number]
  const getMonthAt = (monthIndex: number) => getFirstOfMonth(year, monthIndex)
  const quarterStart = month - ((month - 1) % 3)
  switch (name) {
    case 'today':
      return { from: today, to: today + 1 }
    case 'yesterday':
      return { from: today - 1, to: today }
    case 'week':
      return { from: monday, to: monday + 7 }
    case 'last_week':
      return { from: monday - 7, to: monday }
    case 'month':
      return { from: getMonthAt(month), to: getMonthAt(month + 1) }
    case 'last_month':
      return { from: getMonthAt(month - 1), to: getMonthAt(month) }
    case 'quarter':
      return { from: getMonthAt(quarterStart), to: getMonthAt(quarterStart + 3) }
    case 'last_quarter':
      return { from: getMonthAt(quarterStart - 3), to: getMonthAt(quarterStart) }
    case 'year':
      return { from: getMonthAt(1), to: getMonthAt(13) }
    case 'last_year':
      return { from: getMonthAt(-11), to: getMonthAt(1) }
  }
}

/** Returns the first day of a month. Months below 1 and above 12 belong to other years. */
function getFirstOfMonth(year: number, month: number): number {
  const monthIndex = year * 12 + month - 1
  const text = `${String(Math.floor(monthIndex / 12)).padStart(4, '0')}-${String((monthIndex % 12) + 1).padStart(2, '0')}-01`
  return parseDay(text)!
}

/** Returns the period to compare with, of the same length. `start` is its first day for custom dates. */
export function resolveComparison({ from, to }: Period, comparison: Comparison, start?: number): Period | null {
  switch (comparison) {
    case 'none':
      return null
    case 'previous':
      return { from: from - (to - from), to: from }
    case 'year':
      return { from: from - SAME_WEEKDAY_DAYS, to: to - SAME_WEEKDAY_DAYS }
    case 'own':
      return start === undefined ? null : { from: start, to: start + (to - from) }
  }
}
