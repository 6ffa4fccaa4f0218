import { isoDay, parseDay, weekday } from '#platform/day.ts'

/** Nights that are looked at together: from the first up to, not including, the last one's next. */
export interface Period {
  from: number
  to: number
}

/** As one asks for them; `own` brings its dates. */
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

/** With what they are compared: as many days before them, the same weekdays a year before, days that are named, or nothing. */
export const comparisons = ['previous', 'year', 'own', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** Longer ones are asked for year by year. */
export const MAX_NIGHTS = 366

/** A year by weekdays: a Friday is compared with a Friday. */
const SAME_WEEKDAY = 364

export function periodCalled(name: Exclude<PeriodName, 'own'>, today: number): Period {
  const week = today - weekday(today) + 1
  const [year, month] = isoDay(today).split('-').map(Number) as [number, number]
  const monthAt = (months: number) => firstOfMonth(year, months)
  const quarter = month - ((month - 1) % 3)
  switch (name) {
    case 'today':
      return { from: today, to: today + 1 }
    case 'yesterday':
      return { from: today - 1, to: today }
    case 'week':
      return { from: week, to: week + 7 }
    case 'last_week':
      return { from: week - 7, to: week }
    case 'month':
      return { from: monthAt(month), to: monthAt(month + 1) }
    case 'last_month':
      return { from: monthAt(month - 1), to: monthAt(month) }
    case 'quarter':
      return { from: monthAt(quarter), to: monthAt(quarter + 3) }
    case 'last_quarter':
      return { from: monthAt(quarter - 3), to: monthAt(quarter) }
    case 'year':
      return { from: monthAt(1), to: monthAt(13) }
    case 'last_year':
      return { from: monthAt(-11), to: monthAt(1) }
  }
}

/** Its months may be less than 1 or more than 12: then it is one of a year before or after. */
function firstOfMonth(year: number, month: number): number {
  const months = year * 12 + month - 1
  const text = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
  return parseDay(text)!
}

/** The nights to compare with, as many as those that are looked at. `start` is the first of them where it is named. */
export function comparedWith({ from, to }: Period, how: Comparison, start?: number): Period | null {
  switch (how) {
    case 'none':
      return null
    case 'previous':
      return { from: from - (to - from), to: from }
    case 'year':
      return { from: from - SAME_WEEKDAY, to: to - SAME_WEEKDAY }
    case 'own':
      return start === undefined ? null : { from: start, to: start + (to - from) }
  }
}
