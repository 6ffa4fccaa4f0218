import { useEffect, useState } from 'react'
import { useApi } from '#platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../contract.ts'
import { allShifted, goAlong } from '../shifted.ts'
import type { DeskRoom, StayApi } from '../stay/contract.ts'
import { staysBefore, type Bar, type Chart, type Target } from './model.ts'

type Moved = Arrangement['changes'][number]

/** Loads all rooms of a stay when one of them was dropped on other dates. Until then, the other rooms are unknown. */
export function useWhole(chart: Chart, bar: Bar, target: Target, moved: Moved) {
  const api = useApi<DeskApi & StayApi>()
  const shift = { start: target.from - bar.from, end: target.to - bar.to }
  const isOtherDates = (shift.start !== 0 || shift.end !== 0) && !staysBefore(bar, target.from)
  const [known, setKnown] = useState<readonly DeskRoom[] | null>(isOtherDates ? null : [])
  const booking = bar.stay!.id
  useEffect(() => {
    if (!isOtherDates) return
    let isWanted = true
    void api
      .getStayCode({ booking })
      .then(({ code }) => api.getDeskStay({ code }))
      .then(
        ({ rooms }) => isWanted && setKnown(rooms),
        () => isWanted && setKnown([]),
      )
    return () => void (isWanted = false)
    // A new chart brings the changes of other users.
  }, [api, booking, isOtherDates, chart])
  const rooms = goAlong(known ?? [], shift)
  return {
    isKnown: known !== null,
    rooms,
    /** Shifts all rooms by the same days; the dragged room goes to its target. Null: a room would have no night. */
    changes: (without: ReadonlySet<number>): Moved[] | null =>
      allShifted(rooms, shift, without)?.map((item) => (item.booking === booking ? leaving(moved, without) : item)) ??
      null,
  }
}

const leaving = (moved: Moved, without: ReadonlySet<number>): Moved => ({
  ...moved,
  parts: moved.parts.map((part) => (part.unit !== null && without.has(part.unit) ? { ...part, unit: null } : part)),
})
