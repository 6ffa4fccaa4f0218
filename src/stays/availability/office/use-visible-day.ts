import { useCallback, useState } from 'react'
import type { Sheet } from './rates-sheet.ts'

/** The day that the calendar shows, and the last day that the user navigated to. */
export function useVisibleDay(sheet: Sheet) {
  const [visibleDay, setVisibleDay] = useState(sheet.today)
  const [scrollTarget, setScrollTarget] = useState({ day: sheet.today })
  /**
   * Renders only when the visible month changes, because only the month is shown. Keeps the visible day while it is one
   * of the `shownDays` days from the given day.
   */
  const onVisibleDayChange = useCallback(
    (day: number, shownDays = 0) =>
      setVisibleDay((before) => {
        if (before >= day && before < day + shownDays) return before
        const [monthBefore, nextMonth] = [before, day].map((visible) =>
          sheet.days[visible - sheet.first]?.iso.slice(0, 7),
        )
        return monthBefore === nextMonth || nextMonth === undefined ? before : day
      }),
    [sheet],
  )
  function goToDay(day: number) {
    const nearestDay = Math.min(Math.max(day, sheet.first), sheet.last)
    setVisibleDay(nearestDay)
    setScrollTarget({ day: nearestDay })
  }
  return { visibleDay, scrollTarget, goToDay, onVisibleDayChange }
}
