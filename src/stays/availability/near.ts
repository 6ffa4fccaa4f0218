import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { freeRooms, largestFreeRooms, roomsFor, type OfferedRoom } from './free-rooms.ts'
import { unitsLeft } from './inventory.ts'
import type { Party } from './party.ts'
import { errorOfStay, nightsOf, type Stay, type StayRules } from './stay.ts'
import { roomsTogether } from './together.ts'

interface Asked {
  stay: Stay
  party: Party
}
/** A search close to one without results, and the number of rooms that it finds. */
interface Near extends Asked {
  kind: 'earlier' | 'later' | 'shorter' | 'fewer'
  found: number
}

/** The maximum distance from the requested days. */
const MAX_DAYS = 7
const MAX_FOUND = 20
const MAX_ROOMS = 24

/**
 * Alternatives if no room is free: the nearest other dates, one night less, fewer guests, or several rooms together.
 */
export async function whatIsNear(db: Database, ctx: RequestContext, { rules, ...asked }: Asked & { rules: StayRules }) {
  const free = await largestFreeRooms(db, ctx, { stay: asked.stay, most: Math.max(MAX_ROOMS, asked.party.adults) })
  const oneRoom = await roomsFor(db, ctx.language, asked.party).orderBy('room.price_poisha').limit(1).executeTakeFirst()
  return {
    // Other dates do not help a party that is too large for every room.
    near: [...(oneRoom ? await otherDays() : []), ...(await tried('fewer', fewerGuests(asked, free)))],
    isForOneRoom: oneRoom !== undefined,
    together: roomsTogether(asked.party, await choices(db, asked.stay, free)),
  }

  async function otherDays(): Promise<Near[]> {
    return [...(await nearest('earlier', -1)), ...(await nearest('later', 1)), ...(await aNightLess())]
  }

  async function nearest(kind: Near['kind'], direction: 1 | -1): Promise<Near[]> {
    const { stay, party } = asked
    for (let days = direction; Math.abs(days) <= MAX_DAYS; days += direction) {
      const near = await tried(kind, { stay: { checkIn: stay.checkIn + days, checkOut: stay.checkOut + days }, party })
      if (near.length > 0) return near
    }
    return []
  }

  async function aNightLess(): Promise<Near[]> {
    const { stay, party } = asked
    return nightsOf(stay) > 1 ? tried('shorter', { stay: { ...stay, checkOut: stay.checkOut - 1 }, party }) : []
  }

  async function tried(kind: Near['kind'], idea: Asked | null): Promise<Near[]> {
    if (!idea || errorOfStay(idea.stay, rules, ctx.now)) return []
    const { found } = await freeRooms(db, ctx, { ...idea, most: MAX_FOUND })
    return found.length > 0 ? [{ kind, ...idea, found: found.length }] : []
  }
}

/** The largest part of the party that fits one of the free rooms, adults first. */
function fewerGuests({ stay, party }: Asked, free: readonly OfferedRoom[]): Asked | null {
  const parties = free.map(({ room: { max_adults, max_children, max_guests } }) => {
    const adults = Math.min(party.adults, max_adults)
    return { adults, children: Math.min(party.children, max_children, max_guests - adults) }
  })
  const size = ({ adults, children }: Party) => adults + children
  const [largest] = parties.toSorted((a, b) => size(b) - size(a) || b.adults - a.adults)
  return largest && size(largest) < size(party) ? { stay, party: largest } : null
}

async function choices(db: Database, stay: Stay, free: readonly OfferedRoom[]) {
  const left = await unitsLeft(
    db,
    free.map(({ room }) => room.id),
    stay,
  )
  return free.map(({ room, offer }) => ({
    room,
    offer,
    max_adults: room.max_adults,
    max_children: room.max_children,
    max_guests: room.max_guests,
    totalPoisha: offer.totalPoisha,
    units: left.get(room.id)!,
  }))
}
