import type { Database } from '../platform/database.ts'
import type { Language } from '../urls.ts'
import { letRooms, type LetRoom } from '../rooms/store.ts'
import { hasUnitLeft } from './inventory.ts'
import { isRefused, offerFor, type DatedRate, type Offer } from './price.ts'
import type { Stay } from './stay.ts'

export interface Party {
  adults: number
  children: number
}

/** The rooms that can be had for a stay, cheapest first, each with its price. */
export async function freeRooms(db: Database, language: Language, stay: Stay, party: Party): Promise<{ room: LetRoom; offer: Offer }[]> {
  const rooms = await letRooms(db, language)
    .where('room.max_adults', '>=', party.adults)
    .where('room.max_children', '>=', party.children)
    .where('room.max_guests', '>=', party.adults + party.children)
    .where(hasUnitLeft(stay))
    .orderBy('room.price_poisha')
    .orderBy('room.id')
    .limit(MOST_RESULTS)
    .execute()
  const rates = await ratesDuring(db, rooms.map((room) => room.id), stay)
  return rooms.flatMap((room) => {
    const offer = offerFor(room.price_poisha, rates.get(room.id) ?? [], stay)
    return isRefused(offer) ? [] : [{ room, offer }]
  })
}

const MOST_RESULTS = 60

/** The dated rates that bear on a stay, room by room: of its nights and of the day of leaving. */
export async function ratesDuring(db: Database, roomIds: readonly number[], stay: Stay): Promise<Map<number, DatedRate[]>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('rate')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('day', '>=', stay.checkIn)
    .where('day', '<=', stay.checkOut)
    .execute()
  return Map.groupBy(rows, (row) => row.room_id)
}
