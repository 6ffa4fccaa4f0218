import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { findFreeRooms, findLargestFreeRooms, queryRoomsFor, type OfferedRoom } from './free-rooms.ts'
import { countFreeUnits } from './inventory.ts'
import type { Party } from './party.ts'
import { validateStay, countNights, type Stay, type StayRules } from './stay.ts'
import { combineRooms } from './room-combinations.ts'

interface StaySearch {
  stay: Stay
  party: Party
}
/** A search close to one without results, and the number of rooms that it finds. */
interface Alternative extends StaySearch {
  kind: 'earlier' | 'later' | 'shorter' | 'fewer'
  found: number
}

/** The maximum distance from the requested days. */
const MAX_DAYS_AWAY = 7
const MAX_RESULTS = 20
const MAX_ROOMS = 24

/**
 * Alternatives if no room is free: the nearest other dates, one night less, fewer guests, or several rooms together.
 */
export async function findAlternatives(
  db: Database,
  ctx: RequestContext,
  { rules, ...search }: StaySearch & { rules: StayRules },
) {
  const freeRooms = await findLargestFreeRooms(db, ctx, {
    stay: search.stay,
    limit: Math.max(MAX_ROOMS, search.party.adults),
  })
  const largeEnoughRoom = await queryRoomsFor(db, ctx.language, search.party)
    .orderBy('room.price_poisha')
    .limit(1)
    .executeTakeFirst()
  return {
    // Other dates do not help a party that is too large for every room.
    near: [
      ...(largeEnoughRoom ? await findOtherDates() : []),
      ...(await trySearch('fewer', reduceParty(search, freeRooms))),
    ],
    isForOneRoom: largeEnoughRoom !== undefined,
    together: combineRooms(search.party, await loadRoomChoices(db, search.stay, freeRooms)),
  }

  async function findOtherDates(): Promise<Alternative[]> {
    return [...(await findNearest('earlier', -1)), ...(await findNearest('later', 1)), ...(await findShorterStay())]
  }

  async function findNearest(kind: Alternative['kind'], direction: 1 | -1): Promise<Alternative[]> {
    const { stay, party } = search
    for (let days = direction; Math.abs(days) <= MAX_DAYS_AWAY; days += direction) {
      const results = await trySearch(kind, {
        stay: { checkIn: stay.checkIn + days, checkOut: stay.checkOut + days },
        party,
      })
      if (results.length > 0) return results
    }
    return []
  }

  async function findShorterStay(): Promise<Alternative[]> {
    const { stay, party } = search
    return countNights(stay) > 1 ? trySearch('shorter', { stay: { ...stay, checkOut: stay.checkOut - 1 }, party }) : []
  }

  async function trySearch(kind: Alternative['kind'], candidate: StaySearch | null): Promise<Alternative[]> {
    if (!candidate || validateStay(candidate.stay, rules, ctx.now)) return []
    const { offeredRooms: found } = await findFreeRooms(db, ctx, { ...candidate, limit: MAX_RESULTS })
    return found.length > 0 ? [{ kind, ...candidate, found: found.length }] : []
  }
}

/** Returns the largest part of the party that fits one of the free rooms, adults first. */
function reduceParty({ stay, party }: StaySearch, freeRooms: readonly OfferedRoom[]): StaySearch | null {
  const parties = freeRooms.map(({ room: { max_adults, max_children, max_guests } }) => {
    const adults = Math.min(party.adults, max_adults)
    return { adults, children: Math.min(party.children, max_children, max_guests - adults) }
  })
  const countPersons = ({ adults, children }: Party) => adults + children
  const [largestParty] = parties.toSorted((a, b) => countPersons(b) - countPersons(a) || b.adults - a.adults)
  return largestParty && countPersons(largestParty) < countPersons(party) ? { stay, party: largestParty } : null
}

async function loadRoomChoices(db: Database, stay: Stay, freeRooms: readonly OfferedRoom[]) {
  const freeUnits = await countFreeUnits(
    db,
    freeRooms.map(({ room }) => room.id),
    stay,
  )
  return freeRooms.map(({ room, offer }) => ({
    room,
    offer,
    max_adults: room.max_adults,
    max_children: room.max_children,
    max_guests: room.max_guests,
    totalPoisha: offer.totalPoisha,
    units: freeUnits.get(room.id)!,
  }))
}
