import type { Selectable } from 'kysely'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { calculateIncludedVat, indexByDay, priceNights } from '#stays/availability/price.ts'
import type { Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import { getBookingReference } from '#stays/bookings/store.ts'
import { readStayRates } from '#stays/customers/stay-customer.ts'
import { loadNightPolicies } from '#stays/policies/policy-lookup.ts'
import type { Rules } from '#stays/policies/policy.ts'
import { getArrivalTime, serializeTerms, parseAgreedTerms, recalculateTerms } from '#stays/policies/terms.ts'
import { parseBedSetups } from '#stays/rooms/bed-setups.ts'
import type { Tables } from '#schema/tables.ts'
import type { DeskNight, DeskStay } from './stays.ts'

/** The price of nights that change their room type: unchanged, or the agreed rate of the customer or today's price. */
export type Pricing = 'unchanged' | 'new'

type RoomNight = Pick<DeskNight, 'night' | 'roomId' | 'unitId'>

/**
 * Reprices a stay for other nights, at unchanged or new prices. A night already booked in the same room type keeps its
 * price.
 */
export async function repriceStay(
  db: Database,
  company: Company,
  stay: DeskStay,
  nights: readonly RoomNight[],
  { day, now }: { day: number; now: number },
): Promise<{ samePrice: DeskStay; repriced: DeskStay }> {
  const rooms = await readRooms(db, nights)
  const getTodaysPrice = await readTodaysPrices(db, rooms, nights)
  const agreedRates = await readStayRates(db, getBookingReference(stay))
  const nightsBefore = new Map(stay.nights.map((night) => [night.night, night]))
  const getNightPolicy = await loadNightPolicies(db, nights)
  const repriceAt = (pricing: Pricing): DeskStay => {
    const addedPolicies = new Set<Rules>()
    const allNights = nights.map((night): DeskNight => {
      const nightBefore = nightsBefore.get(night.night)
      if (nightBefore && (nightBefore.roomId === night.roomId || pricing === 'unchanged' || night.night < day))
        return { ...nightBefore, ...night }
      addedPolicies.add(getNightPolicy(night))
      const pricePoisha = agreedRates.get(night.roomId) ?? getTodaysPrice(night)
      return { ...night, pricePoisha, vatPoisha: calculateIncludedVat(pricePoisha, stay.vat_basis_points) }
    })
    return {
      ...stay,
      nights: allNights,
      check_in: allNights[0]!.night,
      check_out: allNights.at(-1)!.night + 1,
      ...getRoomNames(allNights, rooms, stay),
      ...sumPrices(allNights),
      ...updateTerms(stay, allNights, { company, now, addedPolicies: [...addedPolicies] }),
    }
  }
  return { samePrice: repriceAt('unchanged'), repriced: repriceAt('new') }
}

type Room = Selectable<Tables['room']>

async function readRooms(db: Database, nights: readonly RoomNight[]): Promise<Map<number, Room>> {
  const ids = [...new Set(nights.map(({ roomId }) => roomId))]
  const rooms = await db.selectFrom('room').selectAll().where('id', 'in', ids).execute()
  if (rooms.length < ids.length) throw conflict('desk.not_found')
  return new Map(rooms.map((room) => [room.id, room]))
}

async function readTodaysPrices(db: Database, rooms: ReadonlyMap<number, Room>, nights: readonly RoomNight[]) {
  const days = { checkIn: nights[0]!.night, checkOut: nights.at(-1)!.night }
  const rates = await loadDatedRates(db, [...rooms.keys()], days)
  const ratesByRoom = new Map([...rooms.keys()].map((roomId) => [roomId, indexByDay(rates.get(roomId))]))
  return ({ night, roomId }: RoomNight): number => {
    const basePricePoisha = rooms.get(roomId)!.price_poisha
    const [pricedNight] = priceNights([night], { basePricePoisha, ratesByDay: ratesByRoom.get(roomId)! })
    return pricedNight!.pricePoisha
  }
}

export const sumPrices = (nights: readonly DeskNight[]) => ({
  total_poisha: nights.reduce((sum, { pricePoisha }) => sum + pricePoisha, 0),
  vat_poisha: nights.reduce((sum, { vatPoisha }) => sum + vatPoisha, 0),
})

/** Returns the names of the room types in order, as of today. If no room type changes, the booked names stay. */
function getRoomNames(nights: readonly DeskNight[], rooms: ReadonlyMap<number, Room>, before: DeskStay) {
  const ids = [...new Set(nights.map(({ roomId }) => roomId))]
  const idsBefore = [...new Set(before.nights.map(({ roomId }) => roomId))]
  if (ids.join() === idsBefore.join()) return {}
  const joinNames = (pick: (room: Room) => string) => [...new Set(ids.map((id) => pick(rooms.get(id)!)))].join(' → ')
  return {
    room_id: ids[0]!,
    room_name_en: joinNames(({ name_en }) => name_en),
    room_name_bn: joinNames(({ name_en, name_bn }) => name_bn ?? name_en),
    bed_en: joinNames(({ bed_en }) => bed_en),
    bed_bn: joinNames(({ bed_en, bed_bn }) => bed_bn ?? bed_en),
    ...(!ids.every((id) => offersBed(rooms.get(id)!, before.bed_preference)) && { bed_preference: '' }),
  }
}

const offersBed = ({ bed_setups }: Room, bed: string): boolean =>
  parseBedSetups(bed_setups).some((setup) => setup === bed)

/** Recalculates the agreed terms for the new nights, with the policies of the nights at today's price. */
function updateTerms(
  before: DeskStay,
  nights: readonly DeskNight[],
  { company, now, addedPolicies }: { company: Company; now: number; addedPolicies: readonly Rules[] },
) {
  const arrival = nights[0]!.night === before.check_in ? null : getArrivalTime(nights[0]!.night, company)
  const isPromised = !getStatusTraits(before.status).awaitsAnswer
  const prices = nights.map(({ pricePoisha }) => pricePoisha)
  const terms = recalculateTerms(parseAgreedTerms(before.terms), prices, {
    arrivalAt: arrival,
    now,
    addedPolicies,
    isPromised,
  })
  return { terms: serializeTerms(terms) }
}
