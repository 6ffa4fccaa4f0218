import { companyOf, inTheirLanguage } from '../content/company.ts'
import { today } from '../availability/stay.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { localized } from '../platform/database/localized.ts'
import type { BookingStatus } from '../tables/bookings.ts'

/** All that whoever is at the desk must know of today where nothing but paper is left to read. */
export interface Emergency {
  house: string
  day: string
  inHouse: Guest[]
  arrivals: Guest[]
  departures: Guest[]
  /** Units that cannot be had tonight. Null: nobody knows until when. */
  closed: { unit: string; until: string | null; reason: string }[]
  staff: { name: string; phone: string }[]
}

interface Guest {
  /** Its number; where none is given yet, what kind of room it is. */
  room: string
  name: string
  phone: string
  persons: number
  from: string
  to: string
  arrivedAt: number | null
  leftAt: number | null
}

export async function emergency(db: Database, asker: Asker): Promise<Emergency> {
  const company = await companyOf(db, asker)
  const day = today(company, asker.now)
  const stays = await staysOf(db, asker, day)
  const told = (which: (stay: (typeof stays)[number]) => boolean): Guest[] =>
    stays
      .filter(which)
      .map((stay) => ({
        room: stay.unit ?? stay.kind,
        name: stay.name,
        phone: stay.phone,
        persons: stay.adults + stay.children,
        from: isoDay(stay.check_in),
        to: isoDay(stay.check_out),
        arrivedAt: stay.arrived_at,
        leftAt: stay.left_at,
      }))
      .toSorted((one, other) => byNumber.compare(one.room, other.room))
  return {
    house: inTheirLanguage(company.houseName, asker.language),
    day: isoDay(day),
    inHouse: told(({ status }) => status === 'checked_in'),
    // Until the day is closed yesterday's guest may still come.
    arrivals: told(({ status, check_in }) => status === 'confirmed' && check_in <= day),
    departures: told(({ status, check_out }) => status !== 'confirmed' && check_out <= day),
    closed: await closedTonight(db, day),
    staff: await staffPhones(db),
  }
}

const byNumber = new Intl.Collator('en', { numeric: true })

/** Who is here, who is to come, and who has left today; each in the unit of tonight, or else of the last night that has one. */
async function staysOf(db: Database, { language }: Asker, day: number) {
  const stays = await db
    .selectFrom('booking')
    .select(['id', 'name', 'phone', 'adults', 'children', 'status', 'check_in', 'check_out', 'arrived_at', 'left_at'])
    .select(localized(language, 'room_name').as('kind'))
    .where((row) =>
      row.or([
        row('status', '=', 'checked_in' satisfies BookingStatus),
        row.and([row('status', '=', 'confirmed'), row('check_in', '<=', day), row('check_out', '>=', day)]),
        row.and([row('status', '=', 'checked_out'), row('check_out', '=', day)]),
      ]),
    )
    .execute()
  const ids = stays.map(({ id }) => id)
  if (ids.length === 0) return []
  const units = await db
    .selectFrom('unit_night')
    .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
    .select(['booking_id', 'unit.name', 'night'])
    .where('booking_id', 'in', ids)
    .orderBy('night')
    .execute()
  const unitsIn = Map.groupBy(units, ({ booking_id }) => booking_id!)
  return stays.map((stay) => {
    const own = unitsIn.get(stay.id) ?? []
    return { ...stay, unit: (own.find(({ night }) => night >= day) ?? own.at(-1))?.name ?? null }
  })
}

/** Closed for dates, or out of service as whoever makes rooms has seen it. */
async function closedTonight(db: Database, day: number): Promise<Emergency['closed']> {
  const closures = await db
    .selectFrom('unit_closure')
    .innerJoin('unit', 'unit.id', 'unit_closure.unit_id')
    .select(['unit.name', 'to_day', 'reason'])
    .where('unit.active', '=', 1)
    .where('from_day', '<=', day)
    .where('to_day', '>', day)
    .execute()
  const unusable = await db
    .selectFrom('unit_state')
    .innerJoin('unit', 'unit.id', 'unit_state.unit_id')
    .select(['unit.name', 'note'])
    .where('unit.active', '=', 1)
    .where('condition', '=', 'out_of_service')
    .execute()
  return [
    ...closures.map(({ name, to_day, reason }) => ({ unit: name, until: isoDay(to_day) as string | null, reason })),
    ...unusable.map(({ name, note }) => ({ unit: name, until: null, reason: note })),
  ].toSorted((one, other) => byNumber.compare(one.unit, other.unit))
}

const staffPhones = async (db: Database): Promise<Emergency['staff']> => {
  const rows = await db
    .selectFrom('account')
    .select(['name', 'phone'])
    .where('role', 'in', ['staff', 'owner'])
    .where('closed_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('phone', 'is not', null)
    .where('phone', '<>', '')
    .orderBy('name')
    .limit(30)
    .execute()
  return rows.map(({ name, phone }) => ({ name, phone: phone! }))
}
