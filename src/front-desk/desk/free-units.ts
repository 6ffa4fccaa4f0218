import type { Selectable } from 'kysely'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { countFreeUnits } from '#stays/availability/inventory.ts'
import { computeToday, type Stay } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { readCurrentCondition } from './housekeeping/condition.ts'
import type { UnitCondition } from '#schema/bookings.ts'
import type { Tables } from '#schema/tables.ts'
import { isInUnit } from '#stays/availability/unit-nights.ts'
import { indexByDay, priceNights, sumNightPrices } from '#stays/availability/price.ts'
import { listDays } from '#platform/day.ts'

/** The availability of a room type for the given nights. */
export interface FreeRoomType {
  room: Selectable<Tables['room']>
  /** Rooms left to sell on every night. */
  freeCount: number
  /** The agreed price, or today's price. */
  totalPoisha: number
  /** Whether the price is an agreed rate. */
  isAgreed: boolean
  /** The units that are free on all of these nights, units without a guest in them first. */
  units: { id: number; name: string; condition: UnitCondition; isOccupied: boolean }[]
}

/**
 * Returns the availability and the free units for the given nights, for each room type on the site, in the order of the
 * site. `agreedRates`: the agreed price per night by room type. `bookedRoomId`: the room type of a booked stay, which is
 * included even if it is no longer on the site.
 */
export async function findFreeUnits(
  db: Database,
  ctx: RequestContext,
  stay: Stay,
  { agreedRates = new Map(), bookedRoomId }: { agreedRates?: ReadonlyMap<number, number>; bookedRoomId?: number } = {},
): Promise<FreeRoomType[]> {
  const rooms = await db
    .selectFrom('room')
    .selectAll()
    .where((room) => room.or([room('active', '=', 1), room('id', '=', bookedRoomId ?? 0)]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const ids = rooms.map(({ id }) => id)
  const [freeUnitCounts, rates] = [await countFreeUnits(db, ids, stay), await loadDatedRates(db, ids, stay)]
  const units = await db
    .selectFrom('unit')
    .leftJoin('unit_state', 'unit_state.unit_id', 'unit.id')
    .select(['unit.id', 'unit.room_id', 'unit.name', (await readCurrentCondition(db, ctx)).as('condition')])
    .where('unit.active', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('unit_night')
            .select('unit_night.unit_id')
            .whereRef('unit_night.unit_id', '=', 'unit.id')
            .where('night', '>=', stay.checkIn)
            .where('night', '<', stay.checkOut),
        ),
      ),
    )
    .orderBy('unit.name')
    .execute()
  const occupiedUnits = await findOccupiedUnits(db, computeToday(await loadCompany(db, ctx), ctx.now))
  const unitsEmptyFirst = units.toSorted((a, b) => Number(occupiedUnits.has(a.id)) - Number(occupiedUnits.has(b.id)))
  return rooms.map((room) => {
    const nights = priceNights(listDays(stay.checkIn, stay.checkOut), {
      basePricePoisha: room.price_poisha,
      ratesByDay: indexByDay(rates.get(room.id)),
      getAgreedPrice: () => agreedRates.get(room.id),
    })
    return {
      room,
      freeCount: Math.max(0, freeUnitCounts.get(room.id) ?? 0),
      totalPoisha: sumNightPrices(nights),
      isAgreed: agreedRates.has(room.id),
      units: unitsEmptyFirst
        .filter(({ room_id }) => room_id === room.id)
        .map(({ id, name, condition }) => ({ id, name, condition, isOccupied: occupiedUnits.has(id) })),
    }
  })
}

/**
 * Returns the units with a guest in house who stays tonight or should have left. Such a unit can still be free on the
 * last of the given nights.
 */
async function findOccupiedUnits(db: Database, day: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('booking')
    .innerJoin('unit_night', 'unit_night.booking_id', 'booking.id')
    .select('unit_night.unit_id')
    .where(isInUnit(day))
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}
