import { isFirst, roomsOf, type BookedRow } from '#stays/bookings/store.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { notFound } from '#platform/errors.ts'
import { lifeOf } from '#stays/bookings/status.ts'
import { slept } from '../desk/condition.ts'
import { readDetails, personsOf } from './register.ts'
import type { Details } from './columns.ts'

export interface Person extends Details {
  id: number
  version: number
  name: string
  nationality: string
}

export interface RegisterRoom {
  booking: BookedRow
  kind: string
  /** The one of the last night, where it has one. */
  unit: string | null
  persons: Person[]
}

/** Who is registered in each room of a stay, by its reference, and who was here with the same guest before. */
export async function registerOf(db: Database, code: string, language: Language) {
  const first = await db.selectFrom('booking').selectAll().where('code', '=', code).where(isFirst).executeTakeFirst()
  if (!first) throw notFound()
  const all = await roomsOf(db, first)
  const held = all.filter(({ status }) => !lifeOf(status).cameToNothing)
  const rooms = await withPersons(db, held, language)
  const there = new Set(rooms.flatMap(({ persons }) => persons.map(whoIs)))
  const before = await personsBefore(db, all)
  const earlier = [...Map.groupBy(before, whoIs)].filter(([who]) => !there.has(who)).map(([, same]) => same[0]!)
  return { first, rooms, earlier: earlier.slice(0, MAX_EARLIER) }
}

const whoIs = ({ name, nationality }: { name: string; nationality: string }) => `${nationality} ${name}`
const MAX_EARLIER = 20
const MAX_LOOKED_AT = 200

const personsBefore = (db: Database, rooms: readonly BookedRow[]) =>
  db
    .selectFrom('stay_person')
    .innerJoin('booking', 'booking.id', 'stay_person.booking_id')
    .select(['stay_person.id', 'stay_person.name', 'nationality', 'check_in'])
    .where('account_id', '=', rooms[0]!.account_id)
    .where(
      'booking.id',
      'not in',
      rooms.map(({ id }) => id),
    )
    .orderBy('stay_person.id', 'desc')
    .limit(MAX_LOOKED_AT)
    .execute()

/**
 * Whoever arrives on a day, lives here over it, or leaves on it, by unit: what the register says of that day. Beside those who
 * came, who is still to come on it, if asked.
 */
export async function registerOfDay(
  db: Database,
  day: number,
  language: Language,
  { withAwaited }: { withAwaited: boolean },
): Promise<RegisterRoom[]> {
  const bookings = await db
    .selectFrom('booking')
    .selectAll()
    .where((row) =>
      row.or([
        row('status', 'in', slept),
        ...(withAwaited ? [row.and([row('status', '=', 'confirmed'), row('check_in', '=', day)])] : []),
      ]),
    )
    .where('check_in', '<=', day)
    .where('check_out', '>=', day)
    .orderBy('check_in')
    .orderBy('id')
    .execute()
  const rooms = await withPersons(db, bookings, language)
  return rooms.toSorted((one, other) => byNumber.compare(one.unit ?? '~', other.unit ?? '~'))
}
const byNumber = new Intl.Collator('en', { numeric: true })

async function withPersons(db: Database, bookings: readonly BookedRow[], language: Language): Promise<RegisterRoom[]> {
  const ids = bookings.map(({ id }) => id)
  if (ids.length === 0) return []
  const [persons, units] = [await personsOf(db, ids), await unitsOf(db, ids)]
  const personsIn = Map.groupBy(persons, ({ booking_id }) => booking_id)
  return bookings.map((booking) => ({
    booking,
    kind: (language === 'bn' && booking.room_name_bn) || booking.room_name_en,
    unit: units.get(booking.id) ?? null,
    persons: (personsIn.get(booking.id) ?? []).map(({ id, version, name, nationality, details }) => ({
      id,
      version,
      name,
      nationality,
      ...readDetails(details),
    })),
  }))
}

/** In which unit each stay is last. */
async function unitsOf(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('unit_night')
    .innerJoin('unit', 'unit.id', 'unit_night.unit_id')
    .select(['booking_id', 'unit.name'])
    .where('booking_id', 'in', ids)
    .orderBy('night')
    .execute()
  return new Map(rows.map(({ booking_id, name }) => [booking_id!, name]))
}
