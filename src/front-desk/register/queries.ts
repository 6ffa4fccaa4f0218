import { sql } from 'kysely'
import { findFirstRoom, loadRoomsOfStay, type BookedRow } from '#stays/bookings/store.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import type { Language } from '#routes/public.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import { occupiedStatuses } from '../desk/housekeeping/condition.ts'
import { readDetails, listPersons } from './register.ts'
import type { PersonDetails } from './columns.ts'

export interface Person extends PersonDetails {
  id: number
  version: number
  name: string
  nationality: string
}

export interface RegisterRoom {
  booking: BookedRow
  kind: string
  /** The unit of the requested day, or else of the last night, if one is assigned. */
  unit: string | null
  persons: Person[]
}

/** Loads the guests in each room of a stay, and the people of earlier stays of the same guest. */
export async function loadRegister(db: Database, code: string, language: Language) {
  const firstRoom = await findFirstRoom(db, code)
  const allRooms = await loadRoomsOfStay(db, firstRoom)
  const activeBookings = allRooms.filter(({ status }) => !getStatusTraits(status).releasedNights)
  const rooms = await addPersons(db, activeBookings, language)
  const registeredKeys = new Set(rooms.flatMap(({ persons }) => persons.map(getPersonKey)))
  const earlierPersons = await findEarlierPersons(db, allRooms)
  const earlierGuests = [...Map.groupBy(earlierPersons, getPersonKey)]
    .filter(([keyOfPerson]) => !registeredKeys.has(keyOfPerson))
    .map(([, personsWithKey]) => personsWithKey[0]!)
  return { first: firstRoom, rooms, earlier: earlierGuests.slice(0, MAX_EARLIER_GUESTS) }
}

const getPersonKey = ({ name, nationality }: { name: string; nationality: string }) => `${nationality} ${name}`
const MAX_EARLIER_GUESTS = 20
const MAX_EARLIER_PERSONS = 200

const findEarlierPersons = (db: Database, rooms: readonly BookedRow[]) =>
  db
    .selectFrom('stay_person')
    .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
    .select(['stay_person.id', 'stay_person.name', 'nationality', 'check_in'])
    .where('guest_id', '=', rooms[0]!.guest_id)
    .where(
      'booking.id',
      'not in',
      rooms.map(({ id }) => id),
    )
    .orderBy('stay_person.id', 'desc')
    .limit(MAX_EARLIER_PERSONS)
    .execute()

/**
 * Loads the guests who arrive, stay or leave on a day, sorted by unit. Guests who should have left stay listed until
 * they check out. `includesExpected` also loads the rooms whose guests are still expected on that day.
 */
export async function loadRegisterOfDay(
  db: Database,
  ctx: RequestContext,
  day: number,
  { includesExpected }: { includesExpected: boolean },
): Promise<RegisterRoom[]> {
  const today = computeToday(await loadCompany(db, ctx), ctx.now)
  const bookings = await db
    .selectFrom('booking')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('status', 'in', occupiedStatuses), row('check_out', '>=', day)]),
        // A literal, so that both databases use the index of guests in house.
        ...(day <= today ? [row('status', '=', sql.lit('checked_in' satisfies BookingStatus))] : []),
        ...(includesExpected ? [row.and([row('status', '=', 'confirmed'), row('check_in', '=', day)])] : []),
      ]),
    )
    .where('check_in', '<=', day)
    .orderBy('check_in')
    .orderBy('id')
    .execute()
  const rooms = await addPersons(db, bookings, ctx.language, day)
  return rooms.toSorted((a, b) => numericCollator.compare(a.unit ?? '~', b.unit ?? '~'))
}
const numericCollator = new Intl.Collator('en', { numeric: true })

async function addPersons(
  db: Database,
  bookings: readonly BookedRow[],
  language: Language,
  day?: number,
): Promise<RegisterRoom[]> {
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const [persons, units] = [await listPersons(db, ids), await findUnits(db, ids, day)]
  const personsByBooking = Map.groupBy(persons, ({ booking_id }) => booking_id)
  return bookings.map((booking) => ({
    booking,
    kind: (language === 'bn' && booking.room_name_bn) || booking.room_name_en,
    unit: units.get(booking.id) ?? null,
    persons: (personsByBooking.get(booking.id) ?? []).map(({ id, version, name, nationality, details }) => ({
      id,
      version,
      name,
      nationality,
      ...readDetails(details),
    })),
  }))
}

/** Finds the unit of each booking on a day: of its night, or else of the night before. Without a day, of the last night. */
async function findUnits(db: Database, ids: readonly number[], day?: number): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('unit_night')
    .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
    .select(['booking_id', 'unit.name'])
    .where('booking_id', 'in', ids)
    .$if(day !== undefined, (query) => query.where('night', '<=', day!))
    .orderBy('night')
    .execute()
  return new Map(rows.map(({ booking_id, name }) => [booking_id!, name]))
}
