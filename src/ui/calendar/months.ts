import { isoDay, parseDay, getWeekday } from '#platform/day.ts'

/** Converts a month to the number of months since the year 0: 2027-01 ↔ 24324. */
export function toMonth(day: number): number {
  const [year, month] = isoDay(day).split('-')
  return Number(year) * 12 + Number(month) - 1
}

export function getFirstDayOfMonth(month: number): number {
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  return parseDay(`${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}-01`)!
}

export const getLastDayOfMonth = (month: number): number => getFirstDayOfMonth(month + 1) - 1

/** Returns the weeks of a month, with null for days of other months. */
export function listWeeks(month: number, firstWeekday: number): (number | null)[][] {
  const [firstDay, lastDay] = [getFirstDayOfMonth(month), getLastDayOfMonth(month)]
  const weeks: (number | null)[][] = []
  for (let start = startOfWeek(firstDay, firstWeekday); start <= lastDay; start += 7) {
    weeks.push(Array.from({ length: 7 }, (_, index) => getDayInMonth(start + index)))
  }
  return weeks

  function getDayInMonth(day: number): number | null {
    return day >= firstDay && day <= lastDay ? day : null
  }
}

/** Returns the day that a key moves to in the grid, or null if the key does nothing. */
export function findDayByKey(key: string, day: number, firstWeekday: number, isShiftPressed = false): number | null {
  const start = startOfWeek(day, firstWeekday)
  const monthStep = isShiftPressed ? 12 : 1
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
      return addMonths(day, -monthStep)
    case 'PageDown':
      return addMonths(day, monthStep)
    default:
      return null
  }
}

/** Returns the same date in another month, or the last day of a month without that date. */
function addMonths(day: number, months: number): number {
  const [currentMonth, targetMonth] = [toMonth(day), toMonth(day) + months]
  return Math.min(
    getFirstDayOfMonth(targetMonth) + day - getFirstDayOfMonth(currentMonth),
    getLastDayOfMonth(targetMonth),
  )
}

const startOfWeek = (day: number, firstWeekday: number): number => day - ((getWeekday(day) - firstWeekday + 7) % 7)

/** Returns the first weekday (Monday is 1). If the browser does not know it: Sunday in Bangladesh, Monday elsewhere. */
export function getFirstWeekday(locale: string): number {
  const localeInfo: Intl.Locale & { getWeekInfo?(): WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(locale)
  return (localeInfo.getWeekInfo?.() ?? localeInfo.weekInfo)?.firstDay ?? (localeInfo.region === 'BD' ? 7 : 1)
}
interface WeekInfo {
  firstDay: number
}
