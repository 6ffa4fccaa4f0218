import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Language } from '#routes/public.ts'
import type { RequestContext } from '#platform/contract.ts'
import { letRooms, type LetRoom } from '../rooms/store.ts'
import { hasUnitLeft } from './inventory.ts'
import type { Party } from './party.ts'
import { isRefused, offerFor, type DatedRate, type Offer, type Refused } from './price.ts'
import { nightsOf, type Stay } from './stay.ts'

/** The criteria of a search. */
interface Wish {
  stay: Stay
  party: Party
  /** Per night of the stay, on average. */
  leastPoisha?: number | undefined
  mostPoisha?: number | undefined
  sleeps?: number | undefined
  /** The room must have all of them. */
  facilities?: readonly number[] | undefined
}

export interface OfferedRoom {
  room: LetRoom
  offer: Offer
}

/** The last room that was read, in the order of all rooms. */
export interface Bookmark {
  pricePoisha: number
  id: number
}

/**
 * Finds the rooms that are free for a stay, with their prices, the cheapest base price first.
 * Reads them in the order of the price index and stops when there are enough. The rooms after that cost nothing.
 */
export async function freeRooms(
  db: Database,
  { language }: RequestContext,
  { most, after, ...wish }: Wish & { most: number; after?: Bookmark | undefined },
): Promise<{ found: OfferedRoom[]; more: Bookmark | null }> {
  const found: OfferedRoom[] = []
  for (let from = after, atOnce = most + 1; ; atOnce = MANY) {
    const rooms = await roomsWithUnits(db, language, wish, from)
      .orderBy('room.price_poisha')
      .orderBy('room.id')
      .limit(atOnce)
      .execute()
    for (const offeredRoom of await offered(db, rooms, wish)) {
      if (found.length === most) return { found, more: bookmarkAt(found.at(-1)!.room) }
      found.push(offeredRoom)
    }
    if (rooms.length < atOnce) return { found, more: null }
    from = bookmarkAt(rooms.at(-1)!)
  }
}

const MANY = 250
const bookmarkAt = ({ price_poisha, id }: LetRoom): Bookmark => ({ pricePoisha: price_poisha, id })

/** The largest free rooms, regardless of the party. */
export async function largestFreeRooms(
  db: Database,
  { language }: RequestContext,
  { stay, most }: { stay: Stay; most: number },
): Promise<OfferedRoom[]> {
  const wish = { stay, party: { adults: 1, children: 0 } }
  const rooms = await roomsWithUnits(db, language, wish)
    .orderBy('room.max_guests', 'desc')
    .orderBy('room.price_poisha')
    .orderBy('room.id')
    .limit(most)
    .execute()
  return offered(db, rooms, wish)
}

/** Returns the price of a stay in each room, or the first rule that rejects the stay. Does not check for free units. */
export async function offersOf(
  db: Database,
  rooms: readonly { id: number; price_poisha: number }[],
  stay: Stay,
): Promise<Map<number, Offer> | Refused> {
  const ids = new Set(rooms.map(({ id }) => id))
  const rates = await ratesDuring(db, [...ids], stay)
  const offers = new Map<number, Offer>()
  for (const { id, price_poisha } of rooms) {
    const offer = offerFor(price_poisha, rates.get(id) ?? [], stay)
    if (isRefused(offer)) return offer
    offers.set(id, offer)
  }
  return offers
}

function roomsWithUnits(db: Database, language: Language, wish: Wish, after?: Bookmark) {
  const { stay, party, leastPoisha, mostPoisha: maxPoisha, sleeps, facilities = [] } = wish
  let rooms = roomsFor(db, language, party)
  if (sleeps !== undefined) rooms = rooms.where(sql<boolean>`+room.max_guests >= ${sleeps}`)
  if (leastPoisha !== undefined) rooms = rooms.where(costs('>=', leastPoisha, stay))
  if (maxPoisha !== undefined) rooms = rooms.where(costs('<=', maxPoisha, stay))
  for (const facility of facilities) {
    rooms = rooms.where(
      sql<boolean>`exists (select 1 from room_facility where room_id = room.id and facility_id = ${facility})`,
    )
  }
  if (after) rooms = rooms.where(sql<boolean>`(room.price_poisha, room.id) > (${after.pricePoisha}, ${after.id})`)
  return rooms.where(hasUnitLeft(stay))
}

/** The rooms on sale that take this party. */
export const roomsFor = (db: Database, language: Language, { adults, children }: Party) =>
  letRooms(db, language)
    .where('room.max_adults', '>=', adults)
    .where('room.max_children', '>=', children)
    // The plus stops the database from choosing the index on max_guests. Most rooms match, and the order matters more.
    .where(sql<boolean>`+room.max_guests >= ${adults + children}`)

/** SQL: false only for rooms that are outside the price limit on every night. The offers decide about the others. */
const costs = (than: '>=' | '<=', poisha: number, { checkIn, checkOut }: Stay) =>
  sql<boolean>`(room.price_poisha ${sql.raw(than)} ${poisha} or exists (
    select 1 from rate
    where rate.room_id = room.id and rate.day >= ${checkIn} and rate.day < ${checkOut}
      and rate.price_poisha ${sql.raw(than)} ${poisha}))`

/** The rooms that no rule excludes and whose price is in the wanted range. */
async function offered(db: Database, rooms: readonly LetRoom[], { stay, ...wish }: Wish): Promise<OfferedRoom[]> {
  const rates = await ratesDuring(
    db,
    rooms.map(({ id }) => id),
    stay,
  )
  const [min, max] = [wish.leastPoisha ?? 0, wish.mostPoisha ?? Infinity].map((poisha) => poisha * nightsOf(stay))
  return rooms.flatMap((room) => {
    const offer = offerFor(room.price_poisha, rates.get(room.id) ?? [], stay)
    return isRefused(offer) || offer.totalPoisha < min! || offer.totalPoisha > max! ? [] : [{ room, offer }]
  })
}

/** The dated rates that affect a stay, by room. They include the rates of the departure day. */
export async function ratesDuring(
  db: Database,
  roomIds: readonly number[],
  stay: Stay,
): Promise<Map<number, DatedRate[]>> {
  if (roomIds.length === 0) return new Map()
  const { rows } = await rates(db, { roomIds, from: stay.checkIn, to: stay.checkOut })
  return Map.groupBy(rows, (row) => row.room_id)
}

const rates = statement((db, { roomIds, from, to }: { roomIds: readonly number[]; from: number; to: number }) =>
  db
    .selectFrom('rate')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .compile(),
)
