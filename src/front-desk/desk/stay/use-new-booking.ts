import { useRef, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { useApi, useRoute } from '#platform/pages/page.tsx'
import type { DeskApi, FreeUnits } from '../contract.ts'
import { createFirstRoom, type RoomInput } from './room-input.ts'

/** The dates and rooms of a booking at the desk, with the availability on these dates. */
export function useNewBooking(initialFreeUnits: FreeUnits, copiedRooms: RoomInput[] | undefined) {
  const api = useApi<DeskApi>()
  const chosenUnit = Number(useRoute().query.get('unit')) || null
  const [freeUnits, setFreeUnits] = useState(initialFreeUnits)
  /** The chosen dates, even while their availability is loading. */
  const [dates, setDates] = useState({ from: freeUnits.from, to: freeUnits.to })
  const [customer, setCustomer] = useState<number | null>(null)
  const [rooms, setRooms] = useState<readonly RoomInput[]>(
    () => copiedRooms ?? [createFirstRoom(freeUnits, chosenUnit)],
  )
  const requestCount = useRef(0)

  /**
   * Loads the availability and the prices for other dates or another customer. Clears the units that are not free on
   * these dates, and keeps all other input.
   */
  async function load(from: string, to: string, customerId: number | null) {
    setDates({ from, to })
    const requestNumber = ++requestCount.current
    const query = { from, ...(to > from && { to }), ...(customerId !== null && { customer: customerId }) }
    const availability = await api.getFreeUnits(query).catch(() => null)
    // Ignores responses to superseded requests.
    if (!availability || requestNumber !== requestCount.current) return
    setFreeUnits(availability)
    setDates({ from: availability.from, to: availability.to })
    const freeUnitIds = new Set<number | null>(availability.data.flatMap(({ units }) => units.map(({ id }) => id)))
    setRooms((currentRooms) =>
      currentRooms.map((room) => ({ ...room, unit: freeUnitIds.has(room.unit) ? room.unit : null })),
    )
  }
  const changeDates = (from: string, to: string) => load(from, to, customer)
  function changeCustomer(id: number | null) {
    setCustomer(id)
    void load(dates.from, dates.to, id)
  }
  /** Changes the arrival date and keeps the number of nights. */
  function changeArrival(from: string) {
    const arrivalDay = parseDay(from)
    const nightCount = Math.max(1, (parseDay(dates.to) ?? 0) - (parseDay(dates.from) ?? 0))
    if (arrivalDay !== undefined) void changeDates(from, isoDay(arrivalDay + nightCount))
  }
  return { free: freeUnits, dates, rooms, customer, setRooms, changeDates, changeArrival, changeCustomer }
}
