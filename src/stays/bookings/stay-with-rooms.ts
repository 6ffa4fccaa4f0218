import type { Database } from '#platform/database/database.ts'
import { adjustSoldNights } from '../availability/inventory.ts'
import { calculateIncludedService } from '../availability/price.ts'
import { formatGuests } from '../availability/format-guests.ts'
import { poishaToBdt } from '#platform/money.ts'
import { serializeTerms, parseTerms, combineTerms, type Terms } from '../policies/terms.ts'
import { translatorFor } from '#locales/both.ts'
import type { Translator } from '#locales/translator.ts'
import type { Language } from '#routes/public.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { deleteRequestSenders } from './open-requests.ts'
import { getStatusTraits } from './status.ts'
import { loadRoomsOfStay, loadRoomsByStay, type BookedRow } from './store.ts'

/** A stay with all its rooms, shown as one booking under the reference of its first room. */
export interface StayWithRooms extends BookedRow {
  /** The rooms that are still booked, or all rooms if none is. */
  rooms: readonly BookedRow[]
}

/** The service charge within the price of these rooms, rounded per room like the VAT. */
export const sumService = (rooms: readonly BookedRow[]): number =>
  rooms.reduce(
    (sum, row) => sum + calculateIncludedService(row.total_poisha, row.vat_poisha, row.service_basis_points),
    0,
  )

export const loadStay = async (db: Database, firstRoom: BookedRow): Promise<StayWithRooms> =>
  mergeRooms(await loadRoomsOfStay(db, firstRoom))

/** Loads several stays with one query. */
export async function loadStays(db: Database, firstRooms: readonly BookedRow[]): Promise<StayWithRooms[]> {
  const rooms = await loadRoomsByStay(db, firstRooms)
  return firstRooms.map((first) => mergeRooms(rooms.get(first.code) ?? [first]))
}

/**
 * Merges rooms into one stay with sums and combined names. Leaves out rooms that have released their nights, unless all
 * have. The guest is the same in all rooms, but dates may differ.
 */
export function mergeRooms(rows: readonly BookedRow[]): StayWithRooms {
  const [firstRoom] = rows as readonly [BookedRow]
  if (rows.length === 1) return { ...firstRoom, rooms: rows }
  const remainingRows = rows.filter(({ status }) => !getStatusTraits(status).releasedNights)
  const rooms = remainingRows.length > 0 ? remainingRows : rows
  const sum = (valueOf: (row: BookedRow) => number) => rooms.reduce((total, row) => total + valueOf(row), 0)
  return {
    ...firstRoom,
    rooms,
    status: statusPriority.find((status) => rooms.some((row) => row.status === status)) ?? firstRoom.status,
    check_in: Math.min(...rooms.map(({ check_in }) => check_in)),
    check_out: Math.max(...rooms.map(({ check_out }) => check_out)),
    adults: sum(({ adults }) => adults),
    children: sum(({ children }) => children),
    room_id: rooms[0]!.room_id,
    room_name_en: formatRoomNames(
      rooms.map(({ room_name_en }) => room_name_en),
      'en',
    ),
    room_name_bn: formatRoomNames(
      rooms.map(({ room_name_en, room_name_bn }) => room_name_bn ?? room_name_en),
      'bn',
    ),
    bed_en: [...new Set(rooms.map(({ bed_en }) => bed_en))].join(', '),
    bed_bn: [...new Set(rooms.map(({ bed_en, bed_bn }) => bed_bn ?? bed_en))].join(', '),
    total_poisha: sum(({ total_poisha }) => total_poisha),
    vat_poisha: sum(({ vat_poisha }) => vat_poisha),
    terms: serializeTerms(combineRoomTerms(rooms)),
    cancel_fee_poisha:
      remainingRows.length > 0 || firstRoom.cancel_fee_poisha === null
        ? null
        : sum(({ cancel_fee_poisha }) => cancel_fee_poisha ?? 0),
  }
}

/** The terms of all rooms of a stay together. */
export const combineRoomTerms = (rooms: readonly Pick<BookedRow, 'terms' | 'total_poisha'>[]): Terms =>
  combineTerms(rooms.map(({ terms, total_poisha }) => ({ terms: parseTerms(terms), totalPoisha: total_poisha })))

/** The status of a stay is the first of these that any of its rooms has. */
const statusPriority: readonly BookingStatus[] = [
  'checked_in',
  'pending_payment',
  'pending_approval',
  'confirmed',
  'checked_out',
]

/** The statuses that a stay has instead of the given one as soon as any of its rooms has them. */
export const listOverridingStatuses = (status: BookingStatus): BookingStatus[] =>
  statusPriority.slice(0, statusPriority.indexOf(status))

/** The rooms one per line, with guests and price. A single room gives only its name. */
export function formatRoomsText({ rooms }: StayWithRooms, translator: Translator): string {
  const getName = (row: BookedRow) => (translator.language === 'bn' && row.room_name_bn) || row.room_name_en
  const [onlyRoom] = rooms
  if (rooms.length === 1) return getName(onlyRoom!)
  return rooms
    .map((row) => {
      const guestsText = formatGuests({ adult: row.adults, child: row.children }, translator)
      return `${getName(row)}: ${guestsText}, ${translator.money(poishaToBdt(row.total_poisha))}`
    })
    .join('\n')
}

/** Lists each name once, such as "2 × Twin Room, Family Suite". */
function formatRoomNames(names: readonly string[], language: Language): string {
  const { number } = translatorFor(language)
  return [...Map.groupBy(names, (name) => name)]
    .map(([name, sameNames]) => (sameNames.length > 1 ? `${number(sameNames.length)}\u00a0×\u00a0${name}` : name))
    .join(', ')
}

/** Releases the nights and units of a stay that will not take place, and deletes the sender data of its request. */
export async function releaseRooms(db: Database, { rooms }: Pick<StayWithRooms, 'rooms'>): Promise<void> {
  const ids = rooms.map(({ id }) => id)
  for (const id of ids) await deleteRequestSenders(db, id)
  const nights = await db
    .selectFrom('booking_night')
    .select(({ fn }) => ['room_id', 'night', fn.countAll<number | string>().as('times')])
    .where('booking_id', 'in', ids)
    .groupBy(['room_id', 'night'])
    .execute()
  await adjustSoldNights(
    db,
    nights.map(({ room_id, night, times }) => ({ roomId: room_id, night, delta: -Number(times) })),
  )
  await db.deleteFrom('unit_night').where('booking_id', 'in', ids).execute()
}
