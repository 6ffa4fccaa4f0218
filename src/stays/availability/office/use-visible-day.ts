import { useCallback, useState } from 'react'
import type { Sheet } from './rates-sheet.ts'

/** The day that the calendar shows, and the last day that the user went to. */
export function useVisibleDay(sheet: Sheet) {
  const [visibleDay, setVisibleDay] = useState(sheet.today)
  const [goTo, setGoTo] = useState({ day: sheet.today })
  /** Only the month of the visible day is shown, so this skips renders within the same month. */
  const onSeen = useCallback(
    (day: number) =>
      setVisibleDay((before) => {
        const [now, next] = [before, day].map((visible) => sheet.days[visible - sheet.first]?.iso.slice(0, 7))
        return now === next || next === undefined ? before : day
      }),
    [sheet],
  )
  function goToDay(day: number) {
    const within = Math.min(Math.max(day, sheet.first), sheet.last)
    setVisibleDay(within)
    setGoTo({ day: within })
  }
  return { visibleDay, goTo, goToDay, onSeen }
}
