import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { loadDatedRates } from './free-rooms.ts'
import { loadFreeNights } from './inventory.ts'
import type { DatedRate } from './price.ts'
import { getLastSellableDay, computeToday, type StayRules } from './stay.ts'
import { listDays } from '#platform/day.ts'

/** One calendar day: its night, and whether a stay may begin or end on it. */
export interface CalendarDay {
  day: number
  state: 'free' | 'sold_out' | 'closed'
  pricePoisha: number | null
  arrival: boolean
  departure: boolean
  minNights: number
  maxNights: number | null
}
interface Calendar {
  rooms: readonly PricedRoom[]
  from: number
  days: number
  rules: StayRules
}
interface PricedRoom {
  id: number
  price_poisha: number
  capacity: number
}

/** Only this many rooms are read. Nights that may be free only in further rooms count as free. */
export const MAX_ROOMS = 100

/**
 * Loads the availability of any of the rooms, day by day, at the lowest price. Covers today to the last departure day,
 * on which no night begins. Reads counters and rates, not the bookings.
 */
export async function loadCalendar(
  db: Database,
  { now }: RequestContext,
  { rooms: allRooms, from, days, rules }: Calendar,
): Promise<CalendarDay[]> {
  const rooms = allRooms.slice(0, MAX_ROOMS)
  const lastSellableDay = getLastSellableDay(rules, now)
  const checkIn = Math.max(from, computeToday(rules, now))
  const checkOut = Math.max(checkIn, Math.min(from + days, lastSellableDay + 1))
  const ids = rooms.map(({ id }) => id)
  const rates = await loadDatedRates(db, ids, { checkIn, checkOut })
  const isFree = await loadFreeNights(db, rooms, { checkIn, checkOut })
  const calendars = rooms.map((room) => {
    const ratesByDay = new Map(rates.get(room.id)?.map((rate) => [rate.day, rate]))
    return (day: number) => toCalendarDay(day, room, ratesByDay.get(day), isFree(room, day))
  })
  return listDays(checkIn, checkOut).map((day) => {
    const calendarDay = combineDays(
      day,
      calendars.map((calendar) => calendar(day)),
    )
    if (day === lastSellableDay) return { ...calendarDay, ...departureOnlyDay }
    return calendarDay.arrival || rooms.length === allRooms.length ? calendarDay : { ...calendarDay, ...freeDay }
  })
}

const departureOnlyDay = { state: 'closed', arrival: false, pricePoisha: null, minNights: 1, maxNights: null } as const
/** Used when the room that is free may be one that was not read. */
const freeDay = { state: 'free', arrival: true, departure: true, minNights: 1, maxNights: null } as const

function toCalendarDay(day: number, room: PricedRoom, rate: DatedRate | undefined, isFree: boolean): CalendarDay {
  const state = rate?.closed ? 'closed' : isFree ? 'free' : 'sold_out'
  return {
    day,
    state,
    pricePoisha: rate?.price_poisha ?? room.price_poisha,
    arrival: state === 'free' && !rate?.closed_to_arrival,
    departure: !rate?.closed_to_departure,
    minNights: rate?.min_nights ?? 1,
    maxNights: rate?.max_nights ?? null,
  }
}

/** Combines the days of several rooms. A combined day is available if at least one room is. */
function combineDays(day: number, days: readonly CalendarDay[]): CalendarDay {
  const freeDays = days.filter(({ state }) => state === 'free')
  const arrivalDays = days.filter(({ arrival }) => arrival)
  return {
    day,
    state: freeDays.length > 0 ? 'free' : days.some(({ state }) => state === 'sold_out') ? 'sold_out' : 'closed',
    pricePoisha: findMin(freeDays.map(({ pricePoisha }) => pricePoisha!)),
    arrival: arrivalDays.length > 0,
    departure: days.some(({ departure }) => departure),
    minNights: findMin(arrivalDays.map(({ minNights }) => minNights)) ?? 1,
    maxNights: arrivalDays.some(({ maxNights }) => maxNights === null)
      ? null
      : findMax(arrivalDays.map(({ maxNights }) => maxNights!)),
  }
}

const findMin = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null)
const findMax = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null)
