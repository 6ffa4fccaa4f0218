import { useEffect, useState } from 'react'
import { useApi } from '#platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../../contract.ts'
import { shiftRooms, listShiftableRooms } from '../../shift-parts.ts'
import type { DeskRoom, StayApi } from '../../stay/contract.ts'
import { keepsPastNights, type Bar, type Chart, type Target } from '../model.ts'

export type StayChange = Arrangement['changes'][number]

/** Loads all rooms of a stay when one of them was dropped on other dates. Until then, the other rooms are unknown. */
export function useGroupRooms(chart: Chart, bar: Bar, target: Target, movedStay: StayChange) {
  const api = useApi<DeskApi & StayApi>()
  const shift = { start: target.from - bar.from, end: target.to - bar.to }
  const changesDates = (shift.start !== 0 || shift.end !== 0) && !keepsPastNights(bar, target.from)
  const [loadedRooms, setLoadedRooms] = useState<readonly DeskRoom[] | null>(changesDates ? null : [])
  const bookingId = bar.stay!.id
  useEffect(() => {
    if (!changesDates) return
    let isCurrent = true
    void api
      .getStayCode({ booking: bookingId })
      .then(({ code }) => api.getDeskStay({ code }))
      .then(
        ({ rooms }) => isCurrent && setLoadedRooms(rooms),
        () => isCurrent && setLoadedRooms([]),
      )
    return () => void (isCurrent = false)
    // A new chart contains the changes of other users.
  }, [api, bookingId, changesDates, chart])
  const rooms = listShiftableRooms(loadedRooms ?? [], shift)
  return {
    isKnown: loadedRooms !== null,
    rooms,
    /**
     * Shifts all rooms by the same number of days, and moves the dragged room to its target. Null: a room would have no
     * night left.
     */
    changes: (excludedUnits: ReadonlySet<number>): StayChange[] | null =>
      shiftRooms(rooms, shift, excludedUnits)?.map((change) =>
        change.booking === bookingId ? clearUnits(movedStay, excludedUnits) : change,
      ) ?? null,
  }
}

const clearUnits = (movedStay: StayChange, excludedUnits: ReadonlySet<number>): StayChange => ({
  ...movedStay,
  parts: movedStay.parts.map((part) =>
    part.unit !== null && excludedUnits.has(part.unit) ? { ...part, unit: null } : part,
  ),
})
