import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Language } from '#routes/public.ts'
import type { RequestContext } from '#platform/contract.ts'
import { queryActiveRooms, type ActiveRoom } from '../rooms/store.ts'
import { hasFreeUnit } from './inventory.ts'
import type { Party } from './party.ts'
import { isRuleViolation, createOffer, type DatedRate, type Offer, type RuleViolation } from './price.ts'
import { countNights, type Stay } from './stay.ts'

interface SearchCriteria {
  stay: Stay
  party: Party
  /** The limits of the average price per night. */
  minPoisha?: number | undefined
  maxPoisha?: number | undefined
  sleeps?: number | undefined
  /** The room must have all of them. */
  facilities?: readonly number[] | undefined
}

export interface OfferedRoom {
  room: ActiveRoom
  offer: Offer
}

/** The position after a room, in the order by price and ID. */
export interface PageCursor {
  pricePoisha: number
  id: number
}

/**
 * Finds the rooms that are free for a stay, with their prices, the cheapest base price first. Reads them in the order
 * of the price index and stops when there are enough.
 */
export async function findFreeRooms(
  db: Database,
  { language }: RequestContext,
  { limit, after, ...criteria }: SearchCriteria & { limit: number; after?: PageCursor | undefined },
): Promise<{ offeredRooms: OfferedRoom[]; more: PageCursor | null }> {
  const offeredRooms: OfferedRoom[] = []
  for (let from = after, batchSize = limit + 1; ; batchSize = BATCH_SIZE) {
    const rooms = await queryRoomsWithUnits(db, language, criteria, from)
      .orderBy('room.price_poisha')
      .orderBy('room.id')
      .limit(batchSize)
      .execute()
    for (const offeredRoom of await findOfferedRooms(db, rooms, criteria)) {
      if (offeredRooms.length === limit) return { offeredRooms, more: toCursor(offeredRooms.at(-1)!.room) }
      offeredRooms.push(offeredRoom)
    }
    if (rooms.length < batchSize) return { offeredRooms, more: null }
    from = toCursor(rooms.at(-1)!)
  }
}

const BATCH_SIZE = 250
const toCursor = ({ price_poisha, id }: ActiveRoom): PageCursor => ({ pricePoisha: price_poisha, id })

/** Finds the largest free rooms, regardless of the party. */
export async function findLargestFreeRooms(
  db: Database,
  { language }: RequestContext,
  { stay, limit }: { stay: Stay; limit: number },
): Promise<OfferedRoom[]> {
  const criteria = { stay, party: { adults: 1, children: 0 } }
  const rooms = await queryRoomsWithUnits(db, language, criteria)
    .orderBy('room.max_guests', 'desc')
    .orderBy('room.price_poisha')
    .orderBy('room.id')
    .limit(limit)
    .execute()
  return findOfferedRooms(db, rooms, criteria)
}

/** Returns the price of a stay in each room, or the first rule that rejects the stay. Does not check for free units. */
export async function findOffers(
  db: Database,
  rooms: readonly { id: number; price_poisha: number }[],
  stay: Stay,
): Promise<Map<number, Offer> | RuleViolation> {
  const ids = new Set(rooms.map(({ id }) => id))
  return createOffers(rooms, await loadDatedRates(db, [...ids], stay), stay)
}

/** Creates the offers of `findOffers` from rates that are already loaded. */
export function createOffers(
  rooms: readonly { id: number; price_poisha: number }[],
  rates: ReadonlyMap<number, DatedRate[]>,
  stay: Stay,
): Map<number, Offer> | RuleViolation {
  const offers = new Map<number, Offer>()
  for (const { id, price_poisha } of rooms) {
    const offer = createOffer(price_poisha, rates.get(id) ?? [], stay)
    if (isRuleViolation(offer)) return offer
    offers.set(id, offer)
  }
  return offers
}

function queryRoomsWithUnits(db: Database, language: Language, criteria: SearchCriteria, after?: PageCursor) {
  const { stay, party, minPoisha, maxPoisha, sleeps, facilities = [] } = criteria
  let rooms = queryRoomsFor(db, language, party)
  if (sleeps !== undefined) rooms = rooms.where(sql<boolean>`+room.max_guests >= ${sleeps}`)
  if (minPoisha !== undefined) rooms = rooms.where(selectCostsOnSomeNight('>=', minPoisha, stay))
  if (maxPoisha !== undefined) rooms = rooms.where(selectCostsOnSomeNight('<=', maxPoisha, stay))
  for (const facility of facilities) {
    rooms = rooms.where(
      sql<boolean>`exists (select 1 from room_facility where room_id = room.id and facility_id = ${facility})`,
    )
  }
  if (after) rooms = rooms.where(sql<boolean>`(room.price_poisha, room.id) > (${after.pricePoisha}, ${after.id})`)
  return rooms.where(hasFreeUnit(stay))
}

/** The rooms on sale that fit this party. */
export const queryRoomsFor = (db: Database, language: Language, { adults, children }: Party) =>
  queryActiveRooms(db, language)
    .where('room.max_adults', '>=', adults)
    .where('room.max_children', '>=', children)
    // The unary plus keeps the database from using the index on max_guests. Most rooms match, so an index for the sort
    // order is faster.
    .where(sql<boolean>`+room.max_guests >= ${adults + children}`)

/**
 * SQL: false only for rooms that are outside the price limit on every night. The exact check follows when the offers
 * are computed.
 */
const selectCostsOnSomeNight = (operator: '>=' | '<=', poisha: number, { checkIn, checkOut }: Stay) =>
  sql<boolean>`(room.price_poisha ${sql.raw(operator)} ${poisha} or exists (
    select 1 from rate
    where rate.room_id = room.id and rate.day >= ${checkIn} and rate.day < ${checkOut}
      and rate.price_poisha ${sql.raw(operator)} ${poisha}))`

/** Finds the rooms that no rule excludes and whose price is in the requested range. */
async function findOfferedRooms(
  db: Database,
  rooms: readonly ActiveRoom[],
  { stay, ...criteria }: SearchCriteria,
): Promise<OfferedRoom[]> {
  const rates = await loadDatedRates(
    db,
    rooms.map(({ id }) => id),
    stay,
  )
  const [minTotalPoisha, maxTotalPoisha] = [criteria.minPoisha ?? 0, criteria.maxPoisha ?? Infinity].map(
    (poisha) => poisha * countNights(stay),
  )
  return rooms.flatMap((room) => {
    const offer = createOffer(room.price_poisha, rates.get(room.id) ?? [], stay)
    return isRuleViolation(offer) || offer.totalPoisha < minTotalPoisha! || offer.totalPoisha > maxTotalPoisha!
      ? []
      : [{ room, offer }]
  })
}

/** Loads the dated rates that affect a stay, by room. They include the rates of the departure day. */
export async function loadDatedRates(
  db: Database,
  roomIds: readonly number[],
  stay: Stay,
): Promise<Map<number, DatedRate[]>> {
  if (roomIds.length === 0) return new Map()
  const { rows } = await selectRates(db, { roomIds, from: stay.checkIn, to: stay.checkOut })
  return Map.groupBy(rows, (row) => row.room_id)
}

const selectRates = statement((db, { roomIds, from, to }: { roomIds: readonly number[]; from: number; to: number }) =>
  db
    .selectFrom('rate')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .compile(),
)
