import { useEffect, useState } from 'react'
import { useApi } from '#platform/pages/page.tsx'
import type { Arrangement, DeskApi } from '../contract.ts'
import { allShifted, goAlong } from '../shifted.ts'
import type { DeskRoom, StayApi } from '../stay/contract.ts'
import { staysBefore, type Bar, type Chart, type Target } from './model.ts'

type Moved = Arrangement['changes'][number]

/**
 * The other rooms of a stay of which one is taken to other dates. They are asked for once it is put down; until then nobody
 * knows whether there are any.
 */
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
    // What another desk does to one of them comes with a new chart.
  }, [api, booking, isOtherDates, chart])
  const rooms = goAlong(known ?? [], shift)
  return {
    isKnown: known !== null,
    rooms,
    /** All of them so much later; the one that is held, where it is taken to. Null: one would have no night. */
    changes: (without: ReadonlySet<number>): Moved[] | null =>
      allShifted(rooms, shift, without)?.map((each) => (each.booking === booking ? leaving(moved, without) : each)) ??
      null,
  }
}

const leaving = (moved: Moved, without: ReadonlySet<number>): Moved => ({
  ...moved,
  parts: moved.parts.map((part) => (part.unit !== null && without.has(part.unit) ? { ...part, unit: null } : part)),
})
