import { isoDay, parseDay, weekday } from '#platform/day.ts'

/** A month as the number of months since the year 0: 2027-01 ↔ 24324. */
export function monthOf(day: number): number {
  const [year, month] = isoDay(day).split('-')
  return Number(year) * 12 + Number(month) - 1
}

export function firstDayOf(month: number): number {
  const [year, ofYear] = [Math.floor(month / 12), (month % 12) + 1]
  return parseDay(`${String(year).padStart(4, '0')}-${String(ofYear).padStart(2, '0')}-01`)!
}

export const lastDayOf = (month: number): number => firstDayOf(month + 1) - 1

/** Returns the weeks of a month, with null for days of other months. */
export function weeksOf(month: number, firstWeekday: number): (number | null)[][] {
  const [first, last] = [firstDayOf(month), lastDayOf(month)]
  const weeks: (number | null)[][] = []
  for (let start = startOfWeek(first, firstWeekday); start <= last; start += 7) {
    weeks.push(Array.from({ length: 7 }, (_, index) => within(start + index)))
  }
  return weeks

  function within(day: number): number | null {
    return day >= first && day <= last ? day : null
  }
}

/** Returns the day that a key moves to in the grid, or null if the key does nothing. */
export function dayByKey(key: string, day: number, firstWeekday: number, isShifted = false): number | null {
  const start = startOfWeek(day, firstWeekday)
  const by = isShifted ? 12 : 1
  switch (key) {
    case 'ArrowLeft':
      return day - 1
    case 'ArrowRight':
      return day + 1
    case 'ArrowUp':
      return day - 7
    case 'ArrowDown':
      return day + 7
    case 'Home':
      return start
    case 'End':
      return start + 6
    case 'PageUp':
      return monthsLater(day, -by)
    case 'PageDown':
      return monthsLater(day, by)
    default:
      return null
  }
}

/** Returns the same date in another month, or the last day of a month without that date. */
function monthsLater(day: number, months: number): number {
  const [here, there] = [monthOf(day), monthOf(day) + months]
  return Math.min(firstDayOf(there) + day - firstDayOf(here), lastDayOf(there))
}

const startOfWeek = (day: number, firstWeekday: number): number => day - ((weekday(day) - firstWeekday + 7) % 7)

/** Returns the first weekday (Monday is 1). If the browser does not know it: Sunday in Bangladesh, Monday elsewhere. */
export function firstWeekdayIn(locale: string): number {
  const known: Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(locale)
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? (known.region === 'BD' ? 7 : 1)
}
interface WeekInfo {
  firstDay: number
}
