import { sql } from 'kysely'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { getPictures, toPictureData } from '#content/media/store.ts'
import type { PictureData } from '#platform/pictures.ts'
import type { Language } from '#routes/public.ts'

/** The active rooms with their texts in the given language. */
export const queryActiveRooms = (db: Database, language: Language) =>
  db
    .selectFrom('room')
    .select([
      'room.id',
      'room.slug',
      'room.size_sqm',
      'room.max_adults',
      'room.max_children',
      'room.max_guests',
      'room.price_poisha',
      'room.capacity',
      'room.bed_setups',
      'room.plan_length_cm',
      'room.plan_width_cm',
      'room.plan_beds',
      'room.plan_desk',
      'room.plan_bath',
      'room.plan_balcony',
      'room.plan_sofa',
      'room.plan_armchairs',
      localized(language, 'room.name').as('name'),
      localized(language, 'room.type').as('type'),
      localized(language, 'room.bed').as('bed'),
      localized(language, 'room.description').as('description'),
    ])
    // A literal lets both databases use the index of active rooms. With a parameter they cannot.
    .where('room.active', '=', sql.lit(1))

export type ActiveRoom = Awaited<ReturnType<ReturnType<typeof queryActiveRooms>['executeTakeFirstOrThrow']>>

export async function listActiveRoomSlugs(db: Database): Promise<string[]> {
  const rooms = await db
    .selectFrom('room')
    .select('slug')
    .where('active', '=', 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rooms.map(({ slug }) => slug)
}

export async function loadFirstPicture(
  db: Database,
  language: Language,
  room: { id: number } | { slug: string },
): Promise<PictureData | null> {
  const picture = await db
    .selectFrom('room')
    .innerJoin('room_picture', 'room_picture.room_id', 'room.id')
    .innerJoin('picture', 'picture.name', 'room_picture.picture')
    .selectAll('picture')
    .select(localized(language, 'picture.alt').as('alt'))
    .where((eb) => eb.and('id' in room ? { 'room.id': room.id } : { 'room.slug': room.slug }))
    .orderBy('room_picture.position')
    .limit(1)
    .executeTakeFirst()
  return picture ? toPictureData(picture) : null
}

/** The pictures of each room in order. */
export async function loadRoomPictures(
  db: Database,
  language: Language,
  roomIds: readonly number[],
): Promise<Map<number, PictureData[]>> {
  if (roomIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('room_picture')
    .selectAll()
    .where('room_id', 'in', roomIds)
    .orderBy('position')
    .execute()
  const pictures = await getPictures(
    db,
    language,
    rows.map((row) => row.picture),
  )
  const rowsByRoom = Map.groupBy(rows, (row) => row.room_id)
  return new Map(
    [...rowsByRoom].map(([id, roomPictures]) => [id, roomPictures.map((row) => pictures.get(row.picture)!)]),
  )
}

const selectNamedFacilities = (db: Database, language: Language) =>
  db
    .selectFrom('room_facility')
    .innerJoin('facility', 'facility.id', 'room_facility.facility_id')
    .innerJoin('facility_group', 'facility_group.id', 'facility.group_id')
    .select([
      'facility.id',
      localized(language, 'facility_group.name').as('group_name'),
      localized(language, 'facility.name').as('name'),
    ])
    .orderBy('facility_group.position')
    .orderBy('facility.position')
    .orderBy('facility.id')

export type NamedFacility = Awaited<ReturnType<ReturnType<typeof selectNamedFacilities>['executeTakeFirstOrThrow']>>

export const loadRoomFacilities = (db: Database, language: Language, roomId: number): Promise<NamedFacility[]> =>
  selectNamedFacilities(db, language)
    .innerJoin('room', 'room.id', 'room_facility.room_id')
    .where('room.id', '=', roomId)
    .where('room.active', '=', 1)
    .execute()

/**
 * The facilities that some of the rooms lack, with the number of rooms that have each. Without IDs, the first rooms by
 * price are compared.
 */
export async function loadFilterFacilities(db: Database, language: Language, roomIds?: readonly number[]) {
  const comparedIds = roomIds ? [...new Set(roomIds)] : await listFirstRoomIds(db, language)
  if (comparedIds.length === 0) return []
  return selectNamedFacilities(db, language)
    .innerJoin('room', 'room.id', 'room_facility.room_id')
    .select((sum) => sum.fn.countAll<number>().as('rooms'))
    .where('room_facility.room_id', 'in', comparedIds)
    .where('room.active', '=', 1)
    .groupBy(['facility.id', 'facility_group.id'])
    .having((sum) => sum.fn.countAll<number>(), '<', comparedIds.length)
    .execute()
}

async function listFirstRoomIds(db: Database, language: Language): Promise<number[]> {
  const rooms = await queryActiveRooms(db, language)
    .orderBy('room.price_poisha')
    .orderBy('room.id')
    .limit(MAX_ROOMS)
    .execute()
  return rooms.map(({ id }) => id)
}

const MAX_ROOMS = 100
