import { getBookingReference } from '#stays/bookings/store.ts'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import type { Tables } from '#schema/tables.ts'

/** The booking of one room for desk operations: all columns that an operation may change, and each night. */
export interface DeskStay extends Pick<Selectable<Tables['booking']>, (typeof stayColumns)[number]> {
  nights: readonly DeskNight[]
}

export interface DeskNight {
  night: number
  roomId: number
  /** Null: none is assigned yet. */
  unitId: number | null
  pricePoisha: number
  vatPoisha: number
}

export const MAX_NIGHTS = 180

const readOnlyColumns = [
  'id',
  'code',
  'stay_code',
  'booker_id',
  'guest_id',
  'version',
  'name',
  'email',
  'language',
  'vat_basis_points',
  'service_basis_points',
  'arrival_time',
  'package_en',
  'package_bn',
] as const
/** The columns that desk operations may change, in addition to the nights. */
export const changeableColumns = [
  'status',
  'check_in',
  'check_out',
  'room_id',
  'room_name_en',
  'room_name_bn',
  'bed_en',
  'bed_bn',
  'bed_preference',
  'adults',
  'children',
  'total_poisha',
  'vat_poisha',
  'terms',
  'cancelled_at',
  'cancelled_by',
  'cancel_fee_poisha',
  'arrived_at',
  'left_at',
  'expires_at',
  'answer',
] as const
const stayColumns = [...readOnlyColumns, ...changeableColumns] as const

/** Reads bookings in the given order. Missing ones are left out. */
export async function readStays(db: Database, ids: readonly number[]): Promise<DeskStay[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('booking').select(stayColumns).where('id', 'in', ids).execute()
  const nights = await db
    .selectFrom('booking_night')
    .leftJoin('unit_night', (join) =>
      join
        .onRef('unit_night.booking_id', '=', 'booking_night.booking_id')
        .onRef('unit_night.night', '=', 'booking_night.night'),
    )
    .select([
      'booking_night.booking_id',
      'booking_night.night',
      'booking_night.room_id as roomId',
      'unit_night.unit_id as unitId',
      'price_poisha as pricePoisha',
      'vat_poisha as vatPoisha',
    ])
    .where('booking_night.booking_id', 'in', ids)
    .orderBy('booking_night.night')
    .execute()
  const nightsByBooking = Map.groupBy(nights, ({ booking_id }) => booking_id)
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map((row) => ({
        ...row,
        nights: (nightsByBooking.get(id) ?? []).map(({ booking_id: _, ...night }) => night),
      })),
  )
}

/**
 * Locks bookings until the end of the transaction, and reads them. Locks the first room of each stay before the others,
 * and the oldest stay first, which prevents deadlocks.
 */
export async function lockStays(db: Database, ids: readonly number[]): Promise<DeskStay[]> {
  if (ids.length === 0) return []
  const requestedRows = await db
    .selectFrom('booking')
    .select(['id', 'code', 'stay_code'])
    .where('id', 'in', ids)
    .execute()
  if (requestedRows.length === 0) return []
  const codes = requestedRows.map(getBookingReference)
  const firstRooms = await db.selectFrom('booking').select('id').where('code', 'in', codes).orderBy('id').execute()
  const orderedIds = [...firstRooms, ...requestedRows.toSorted((a, b) => a.id - b.id)].map(({ id }) => id)
  for (const id of new Set(orderedIds)) {
    await db
      .updateTable('booking')
      .set(({ ref }) => ({ status: ref('status') }))
      .where('id', '=', id)
      .execute()
  }
  return readStays(db, ids)
}

/** Returns whether a stay holds its nights, so that no other stay can have them. */
export const holdsNights = ({ status }: Pick<DeskStay, 'status'>): boolean => !getStatusTraits(status).releasedNights

/** Consecutive nights of a stay in one room type, and in one unit if it has one. */
export interface StayPart {
  roomId: number
  unitId: number | null
  from: number
  /** The departure day. */
  to: number
}

/** Splits a stay into as few parts as possible. */
export function groupIntoParts(nights: readonly DeskNight[]): StayPart[] {
  const parts: StayPart[] = []
  for (const { night, roomId, unitId } of nights) {
    const lastPart = parts.at(-1)
    if (lastPart?.roomId === roomId && lastPart.unitId === unitId && lastPart.to === night) lastPart.to = night + 1
    else parts.push({ roomId, unitId, from: night, to: night + 1 })
  }
  return parts
}

/** The nights without a unit, from the first to the last one in the first room type that has any. */
export function getNightsWithoutUnit({ nights }: Pick<DeskStay, 'nights'>): Omit<StayPart, 'unitId'> | null {
  const firstNight = nights.find(({ unitId }) => unitId === null)
  if (!firstNight) return null
  const lastNight = nights.findLast(({ unitId, roomId }) => unitId === null && roomId === firstNight.roomId)!
  return { roomId: firstNight.roomId, from: firstNight.night, to: lastNight.night + 1 }
}

export interface StayVersion {
  bookingId: number
  version: number
}

export async function lockStayVersion(db: Transaction, stayVersion: StayVersion): Promise<DeskStay> {
  const [stay] = await lockStayVersions(db, [stayVersion])
  return stay!
}

/** Locks stays and returns them in the given order. Throws if a stay was changed since it was read. */
export async function lockStayVersions(db: Transaction, stayVersions: readonly StayVersion[]): Promise<DeskStay[]> {
  const stays = await lockStays(
    db,
    stayVersions.map(({ bookingId }) => bookingId),
  )
  return stayVersions.map(({ bookingId, version }) => {
    const stay = stays.find(({ id }) => id === bookingId)
    if (!stay) throw conflict('desk.not_found')
    if (stay.version !== version) throw conflict('desk.changed_meanwhile', { name: stay.name || stay.code })
    return stay
  })
}

/** Returns whether a stay has booked or checked-in rooms, besides the given bookings. */
export async function hasActiveRooms(
  db: Database,
  stayCode: string,
  excludedIds: readonly number[] = [],
): Promise<boolean> {
  const activeRooms = await db
    .selectFrom('booking')
    .select('id')
    .where('stay_code', '=', stayCode)
    .where('status', 'in', ['confirmed', 'checked_in'])
    .$if(excludedIds.length > 0, (query) => query.where('id', 'not in', excludedIds))
    .limit(1)
    .execute()
  return activeRooms.length > 0
}
