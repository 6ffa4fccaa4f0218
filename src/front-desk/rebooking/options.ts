import type { Selectable } from 'kysely'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { countUnitsWithout } from '#stays/availability/inventory.ts'
import { maxRoomsPerStay } from '#stays/availability/party.ts'
import { findViolation, indexByDay, type DatedRate, priceNights, sumNightPrices } from '#stays/availability/price.ts'
import type { Stay } from '#stays/availability/stay.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { loadRoomsOfStay, type BookedRow } from '#stays/bookings/store.ts'
import { readStayRates } from '#stays/customers/stay-customer.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { assertValid } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import type { DeskStay } from '../desk/stays.ts'
import { findRuleForDates, keepsDates, loadChangeableStay, validateDates } from './changeable-stay.ts'
import { listDays } from '#platform/day.ts'

/** A room of a stay with the room types that it can have on the requested dates. */
export interface RoomOptions {
  bookedRoom: DeskStay
  options: readonly RoomOption[]
}

export interface RoomOption {
  type: Selectable<Tables['room']>
  /** The total of this room after the change. */
  totalPoisha: number
  /** The number of rooms of this type that the stay can have on these dates. Zero: the type is not available. */
  available: number
}

/** The maximum number of room types that are offered. */
const MAX_ROOM_TYPES = 50

/**
 * Finds the room types to which each room of a stay can change, on new or on the current dates. Leaves out cheaper
 * types once cancellation is no longer free. Returns nothing for stays with more rooms than a guest can book; only
 * staff can change them.
 */
export async function prepareChangeOptions(
  db: Database,
  ctx: RequestContext,
  firstRoom: BookedRow,
  stay: Stay,
): Promise<RoomOptions[]> {
  await expireHolds(db, ctx.now, ctx.context)
  const changeableStay = await loadChangeableStay(db, ctx, await loadRoomsOfStay(db, firstRoom))
  assertValid(validateDates(changeableStay, stay, ctx.now))
  const { rooms, allowed: allowedChanges } = changeableStay
  if (rooms.length > maxRoomsPerStay) return []
  const types = await loadTypes(db, rooms)
  const ids = types.map(({ id }) => id)
  const [rates, agreedRates] = [await loadDatedRates(db, ids, stay), await readStayRates(db, firstRoom.code)]
  const availableUnits = await countUnitsWithout(
    db,
    types,
    stay,
    rooms.flatMap(({ nights }) => nights),
  )
  return rooms.map((bookedRoom) => ({
    bookedRoom,
    options: types
      .map((type) =>
        createOption(bookedRoom, stay, {
          type,
          rates: rates.get(type.id) ?? [],
          agreedPoisha: agreedRates.get(type.id),
          available: availableUnits.get(type.id)!,
        }),
      )
      .filter(({ totalPoisha }) => allowedChanges === 'any' || totalPoisha >= bookedRoom.total_poisha),
  }))
}

/** Loads the room types on sale and those of the stay, by price. */
async function loadTypes(db: Database, rooms: readonly DeskStay[]): Promise<Selectable<Tables['room']>[]> {
  const ownIds = rooms.map(({ room_id }) => room_id)
  const types = await db
    .selectFrom('room')
    .selectAll()
    .where((row) => row.or([row('active', '=', 1), row('id', 'in', ownIds)]))
    .orderBy((row) => row.case().when('id', 'in', ownIds).then(0).else(1).end())
    .orderBy('price_poisha')
    .orderBy('id')
    .limit(MAX_ROOM_TYPES)
    .execute()
  return types.toSorted((a, b) => a.price_poisha - b.price_poisha || a.id - b.id)
}

interface TypeOnDates {
  type: Selectable<Tables['room']>
  rates: readonly DatedRate[]
  /** The price per night that the customer of the stay has agreed. */
  agreedPoisha: number | undefined
  available: number
}

/** Creates an option with the same prices as `repriceStay`. */
function createOption(
  bookedRoom: DeskStay,
  stay: Stay,
  { type, rates, agreedPoisha, available }: TypeOnDates,
): RoomOption {
  const ratesByDay = indexByDay(rates)
  const keepsType = type.id === bookedRoom.room_id
  const violation = keepsType ? findRuleForDates(rates, bookedRoom, stay) : findViolation(ratesByDay, stay)
  const isPossible = (keepsType && keepsDates(bookedRoom, stay)) || (type.active === 1 && !violation)
  const bookedPrices = new Map(keepsType ? bookedRoom.nights.map(({ night, pricePoisha }) => [night, pricePoisha]) : [])
  const nights = priceNights(listDays(stay.checkIn, stay.checkOut), {
    basePricePoisha: type.price_poisha,
    ratesByDay,
    getAgreedPrice: (night) => bookedPrices.get(night) ?? agreedPoisha,
  })
  return { type, totalPoisha: sumNightPrices(nights), available: isPossible ? available : 0 }
}
