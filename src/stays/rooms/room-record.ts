import { loadCompany } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'

/** Loads the editable data of a room, or undefined. */
export async function loadRoom(db: Database, id: number) {
  const room = await db.selectFrom('room').selectAll().where('id', '=', id).executeTakeFirst()
  if (!room) return undefined
  const facilities = await db
    .selectFrom('room_facility')
    .innerJoin('facility', 'facility.id', 'room_facility.facility_id')
    .select(['facility.id', 'facility.name_en'])
    .where('room_id', '=', id)
    .orderBy('facility.id')
    .execute()
  const pictures = await db
    .selectFrom('room_picture')
    .select('picture')
    .where('room_id', '=', id)
    .orderBy('position')
    .execute()
  const policy =
    room.policy_id === null
      ? undefined
      : await db.selectFrom('policy').select('name_en').where('id', '=', room.policy_id).executeTakeFirst()
  return { room, facilities, pictures: pictures.map(({ picture }) => picture), policy }
}
export type RoomData = NonNullable<Awaited<ReturnType<typeof loadRoom>>>

/** Returns the number of bookings of a room, and how many of them are current or upcoming. */
export async function countStays(
  db: Database,
  ctx: RequestContext,
  roomId: number,
): Promise<{ all: number; upcoming: number }> {
  const { timeZone } = await loadCompany(db, ctx)
  const countBookings = (filter: 'all' | 'to come') =>
    db
      .selectFrom('booking')
      .select(({ fn }) => fn.countAll<number>().as('stays'))
      .where('room_id', '=', roomId)
      .$if(filter === 'to come', (rows) =>
        rows.where('check_out', '>', dayIn(timeZone, ctx.now)).where('status', 'in', occupyingStatuses),
      )
      .executeTakeFirstOrThrow()
  const [allRow, upcomingRow] = [await countBookings('all'), await countBookings('to come')]
  return { all: Number(allRow.stays), upcoming: Number(upcomingRow.stays) }
}

/** The states in which a booking occupies a room. */
const occupyingStatuses: BookingStatus[] = ['pending_payment', 'pending_approval', 'confirmed', 'checked_in']

/** Returns the current address of a room that had another one before. */
export async function findCurrentSlug(db: Database, oldSlug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('room_old_slug')
    .innerJoin('room', 'room.id', 'room_old_slug.room_id')
    .select('room.slug')
    .where('room_old_slug.slug', '=', oldSlug)
    .executeTakeFirst()
  return row?.slug
}

/** Loads the facilities of all groups or of one group, with the names of their rooms. */
export async function loadFacilityGroups(db: Database, id?: number) {
  const groups = await db
    .selectFrom('facility_group')
    .selectAll()
    .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const facilities = await db.selectFrom('facility').selectAll().orderBy('position').orderBy('id').execute()
  const roomFacilities = await db
    .selectFrom('room_facility')
    .innerJoin('room', 'room.id', 'room_facility.room_id')
    .select(['facility_id', 'room.name_en', 'room.name_bn'])
    .orderBy('room.position')
    .orderBy('room.id')
    .execute()
  const roomsByFacility = Map.groupBy(roomFacilities, ({ facility_id }) => facility_id)
  return groups.map((group) => ({
    ...group,
    facilities: facilities
      .filter(({ group_id }) => group_id === group.id)
      .map((facility) => ({ ...facility, rooms: roomsByFacility.get(facility.id) ?? [] })),
  }))
}
export type FacilityGroupData = Awaited<ReturnType<typeof loadFacilityGroups>>[number]
