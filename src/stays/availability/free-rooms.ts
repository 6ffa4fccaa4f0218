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

/** What somebody looks for. */
interface Wish {
  stay: Stay
  party: Party
  /** For a night of the stay, on average. */
  leastPoisha?: number | undefined
  mostPoisha?: number | undefined
  sleeps?: number | undefined
  /** All of them. */
  facilities?: readonly number[] | undefined
}

export interface OfferedRoom {
  room: LetRoom
  offer: Offer
}

/** Up to where the rooms have been read, in the order of all of them. */
export interface Bookmark {
  pricePoisha: number
  id: number
}

/**
 * The rooms that can be had for a stay, each with its price; the cheapest first by their own price. They are walked in
 * that order, by its index, until there are enough: what is behind them costs nothing.
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
    for (const each of await offered(db, rooms, wish)) {
      if (found.length === most) return { found, more: bookmarkAt(found.at(-1)!.room) }
      found.push(each)
    }
    if (rooms.length < atOnce) return { found, more: null }
    from = bookmarkAt(rooms.at(-1)!)
  }
}

const MANY = 250
const bookmarkAt = ({ price_poisha, id }: LetRoom): Bookmark => ({ pricePoisha: price_poisha, id })

/** The largest of the rooms that can be had, whoever is to stay. */
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

/** What a stay in each of some rooms costs; or the first rule that refuses it. Units are for the counters to tell. */
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

/** The rooms that are let and take so many guests. */
export const roomsFor = (db: Database, language: Language, { adults, children }: Party) =>
  letRooms(db, language)
    .where('room.max_adults', '>=', adults)
    .where('room.max_children', '>=', children)
    // The plus keeps it from choosing the index: most rooms take so many, and the order is worth more.
    .where(sql<boolean>`+room.max_guests >= ${adults + children}`)

/** SQL: false only for rooms that are too dear or too cheap on each night; which of the others are, their offers tell. */
const costs = (than: '>=' | '<=', poisha: number, { checkIn, checkOut }: Stay) =>
  sql<boolean>`(room.price_poisha ${sql.raw(than)} ${poisha} or exists (
    select 1 from rate
    where rate.room_id = room.id and rate.day >= ${checkIn} and rate.day < ${checkOut}
      and rate.price_poisha ${sql.raw(than)} ${poisha}))`

/** Those of the rooms that no rule of theirs refuses, and whose price is as wished. */
async function offered(db: Database, rooms: readonly LetRoom[], { stay, ...wish }: Wish): Promise<OfferedRoom[]> {
  const rates = await ratesDuring(
    db,
    rooms.map(({ id }) => id),
    stay,
  )
  const [least, most] = [wish.leastPoisha ?? 0, wish.mostPoisha ?? Infinity].map((each) => each * nightsOf(stay))
  return rooms.flatMap((room) => {
    const offer = offerFor(room.price_poisha, rates.get(room.id) ?? [], stay)
    return isRefused(offer) || offer.totalPoisha < least! || offer.totalPoisha > most! ? [] : [{ room, offer }]
  })
}

/** The dated rates that bear on a stay, room by room: of its nights and of the day of leaving. */
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
