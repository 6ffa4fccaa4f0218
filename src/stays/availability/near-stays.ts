import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { loadDatedRates } from './free-rooms.ts'
import { loadFreeNights } from './inventory.ts'
import { createOffer, isRuleViolation, type DatedRate, type Offer, type RuleViolation } from './price.ts'
import { validateStay, type Stay, type StayRules } from './stay.ts'

/** A stay that can be booked, with its price. */
export interface OfferedStay {
  stay: Stay
  offer: Offer
}

/** Whether a stay in a room can be booked. If not, the nearest other dates. */
export interface RoomOutlook {
  /** The rule that rejects the stay, `taken` if the room has no free unit, or null. */
  obstacle: RuleViolation | 'taken' | null
  /** The nearest stays with as many nights, the nearest first. Empty without an obstacle. */
  nearStays: OfferedStay[]
}

interface OutlookRoom {
  id: number
  price_poisha: number
  capacity: number
}

/** The maximum distance from the requested days. */
const MAX_DAYS_AWAY = 14
const MAX_STAYS = 3

/**
 * Finds out why a stay cannot be booked in each of these rooms, and when it could be. Needs two statements, whatever the
 * number of rooms. The caller validates the dates of the stay.
 */
export async function loadOutlooks(
  db: Database,
  { now }: RequestContext,
  { rooms, stay, rules }: { rooms: readonly OutlookRoom[]; stay: Stay; rules: StayRules },
): Promise<Map<number, RoomOutlook>> {
  const days = { checkIn: stay.checkIn - MAX_DAYS_AWAY, checkOut: stay.checkOut + MAX_DAYS_AWAY }
  const rates = await loadDatedRates(
    db,
    rooms.map(({ id }) => id),
    days,
  )
  const isFree = await loadFreeNights(db, rooms, days)
  return new Map(rooms.map((room) => [room.id, createOutlook(room, rates.get(room.id) ?? [])]))

  function createOutlook(room: OutlookRoom, roomRates: readonly DatedRate[]): RoomOutlook {
    const tryStay = (candidate: Stay): Offer | RuleViolation | 'taken' => {
      const offer = createOffer(room.price_poisha, roomRates, candidate)
      return isRuleViolation(offer) || offer.nights.every(({ night }) => isFree(room, night)) ? offer : 'taken'
    }
    const result = tryStay(stay)
    if (result !== 'taken' && !isRuleViolation(result)) return { obstacle: null, nearStays: [] }
    const nearStays = nearestFirst.flatMap((distance): OfferedStay[] => {
      const candidate = { checkIn: stay.checkIn + distance, checkOut: stay.checkOut + distance }
      if (validateStay(candidate, rules, now)) return []
      const offer = tryStay(candidate)
      return offer === 'taken' || isRuleViolation(offer) ? [] : [{ stay: candidate, offer }]
    })
    return { obstacle: result, nearStays: chooseStays(nearStays) }
  }

  /** Chooses the nearest stays, among them one earlier and one later stay if there are any. */
  function chooseStays(nearStays: readonly OfferedStay[]): OfferedStay[] {
    const isEarlier = (near: OfferedStay) => near.stay.checkIn < stay.checkIn
    const preferredStays = [nearStays.find(isEarlier), nearStays.find((near) => !isEarlier(near)), ...nearStays]
    const chosenStays = [...new Set(preferredStays)].filter((near) => near !== undefined).slice(0, MAX_STAYS)
    return nearStays.filter((near) => chosenStays.includes(near))
  }
}

/** The distances in days: 1, -1, 2, -2 and so on. */
const nearestFirst = Array.from({ length: MAX_DAYS_AWAY }, (_, index) => [index + 1, -index - 1]).flat()
