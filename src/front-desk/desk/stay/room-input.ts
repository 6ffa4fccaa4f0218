import { parseDay } from '#platform/day.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import type { InputValue } from '#ui/form/number-input.ts'
import type { FreeRoomType, FreeUnits } from '../contract.ts'
import type { DeskStay } from './contract.ts'

/** A room in the form for a booking at the desk. */
export interface RoomInput {
  room: number
  unit: number | null
  adults: InputValue
  children: InputValue
  /** The agreed price per night in BDT. Null: the agreed rate of the customer, or today's price. */
  price: InputValue
}

const createRoomInput = (roomType: Pick<FreeRoomType, 'room'> | undefined): RoomInput => ({
  room: roomType?.room ?? 0,
  unit: null,
  adults: 1,
  children: 0,
  price: null,
})

/** Returns a room with the type of the given unit, or else with the first room type that has a room left. */
export function createFirstRoom({ data }: FreeUnits, unit: number | null): RoomInput {
  const roomType = data.find(({ units }) => units.some(({ id }) => id === unit))
  return roomType
    ? { ...createRoomInput(roomType), unit }
    : createRoomInput(data.find(({ left }) => left > 0) ?? data[0])
}

/**
 * Returns the rooms of a stay and the number of its nights. Cancelled rooms are left out, unless all are cancelled.
 * Rooms cost today's price.
 */
export function copyRooms({ rooms: allRooms }: DeskStay): { rooms: RoomInput[]; nights: number } {
  const liveRooms = allRooms.filter(({ status }) => !getStatusTraits(status as BookingStatus).releasedNights)
  const rooms = liveRooms.length > 0 ? liveRooms : allRooms
  const [firstDay, endDay] = [
    Math.min(...rooms.map(({ parts }) => parseDay(parts[0]!.from)!)),
    Math.max(...rooms.map(({ parts }) => parseDay(parts.at(-1)!.to)!)),
  ]
  return {
    rooms: rooms.map(({ parts, adults, children }) => ({ ...createRoomInput(parts[0]), adults, children })),
    nights: endDay - firstDay,
  }
}

/** Converts a room to the API format. */
export const toRoomRequest = ({ room, unit, adults, children, price }: RoomInput) => ({
  room,
  unit,
  adults: Number(adults),
  children: Number(children),
  price: typeof price === 'number' ? price : null,
})

/** Returns the price of all rooms. Null: the user may not see it. */
export const getTotal = (rooms: readonly RoomInput[], freeUnits: FreeUnits): number | null =>
  rooms.reduce<number | null>((sum, room) => {
    const price = getPrice(room, freeUnits)
    return sum === null || price === null ? null : sum + price
  }, 0)

/** Returns the price of a room for the stay: as agreed, or today's. Null: the user may not see it. */
function getPrice({ room, price }: RoomInput, { data, from, to }: FreeUnits): number | null {
  const nights = parseDay(to)! - parseDay(from)!
  return typeof price === 'number' ? price * nights : (data.find((roomType) => roomType.room === room)?.total ?? null)
}
