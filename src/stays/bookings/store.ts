import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely'
import { splitVatByNight } from '../availability/price.ts'
import type { Stay } from '../availability/stay.ts'
import { findValidLink } from '#people/accounts/signed-link.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { notFound, unauthenticated } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Database } from '#platform/database/database.ts'
import { sendTogether } from '#platform/database/pipeline.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { StayReference } from './contract.ts'
import { saveWords } from './search-words.ts'
import { paymentOptions, type PaymentOption } from './terms.ts'

/** SQL: the next version. Desk operations and undo reject an update with an older version. */
export const nextVersion = sql<number>`version + 1`

export type BookedRow = Selectable<Tables['booking']>

/** The reference of the stay that a room belongs to: the code of its first room. */
export const getBookingReference = ({ code, stay_code }: Pick<BookedRow, 'code' | 'stay_code'>): string =>
  stay_code ?? code

/** The rooms that can be booked, by slug, with all columns that the booking copies. */
export async function loadRoomsForBooking(
  db: Database,
  slugs: readonly string[],
): Promise<Map<string, RoomForBooking>> {
  const { rows } = slugs.length === 0 ? { rows: [] } : await selectActiveRooms(db, { slugs: [...new Set(slugs)] })
  return new Map(rows.map((room) => [room.slug, room]))
}
export type RoomForBooking = Selectable<Tables['room']>

const selectActiveRooms = statement((db, { slugs }: { slugs: readonly string[] }) =>
  db.selectFrom('room').selectAll().where('slug', 'in', slugs).where('active', '=', 1).compile(),
)

type NewBooking = Omit<Insertable<Tables['booking']>, 'id' | 'payment_type' | CancellationColumn> & {
  payment: PaymentOption
}
type CancellationColumn = 'cancelled_at' | 'cancelled_by' | 'cancel_fee_poisha'

type PricedNights = readonly { night: number; pricePoisha: number }[]

export async function insertBooking(db: Database, booking: NewBooking, nights: PricedNights): Promise<BookedRow> {
  const row = await insertBookingRow(db, booking)
  await insertNightsAndWords(db, row, nights)
  return row
}

/** Inserts only the row. `insertNightsAndWords` must follow in the same transaction. */
export const insertBookingRow = async (db: Database, { payment, ...booking }: NewBooking): Promise<BookedRow> =>
  (await insertRow(db, { ...booking, payment_type: paymentOptions.indexOf(payment) })).rows[0]!

export async function insertNightsAndWords(db: Database, booking: BookedRow, nights: PricedNights): Promise<void> {
  const rows = splitVatByNight(nights, booking.vat_basis_points).map(({ night, pricePoisha, vatPoisha }) => ({
    booking_id: booking.id,
    night,
    room_id: booking.room_id,
    price_poisha: pricePoisha,
    vat_poisha: vatPoisha,
  }))
  await sendTogether([insertNights(db, rows), saveWords(db, booking)])
}

const insertRow = statement((db, row: Insertable<Tables['booking']>) =>
  db.insertInto('booking').values(row).returningAll().compile(),
)
const insertNights = statement((db, rows: Insertable<Tables['booking_night']>[]) =>
  db.insertInto('booking_night').values(rows).compile(),
)

export const getPayment = ({ payment_type }: BookedRow): PaymentOption => paymentOptions[payment_type]!

export const selectBookingByCode = (db: Database, code: string) =>
  db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

/** Returns the bookings by an account for these rooms and dates. */
export const findSameStays = statement(
  (db, { accountId, roomIds, stay }: { accountId: number; roomIds: number[]; stay: Stay }) =>
    db
      .selectFrom('booking')
      .selectAll()
      .where('booker_id', '=', accountId)
      .where('check_in', '=', stay.checkIn)
      .where('check_out', '=', stay.checkOut)
      .where('room_id', 'in', roomIds)
      .compile(),
)

export const loadOwnBooking = (db: Database, accountId: number, code: string): Promise<BookedRow | undefined> =>
  db
    .selectFrom('booking')
    .selectAll()
    .where('code', '=', code)
    .where('booker_id', '=', accountId)
    .where(isFirstRoomOfStay)
    .executeTakeFirst()

/**
 * Locks all rooms of a stay until the transaction ends. Returns them with the first room first, or nothing if the stay
 * does not exist. All callers lock the first room first, so they cannot deadlock.
 */
export async function lockStay(db: Database, code: string): Promise<BookedRow[]> {
  const firstRoom = (await lockFirstRoom(db, { code })).rows[0]
  if (!firstRoom) return []
  const otherRooms = firstRoom.stay_code === null ? [] : (await lockOtherRooms(db, { code })).rows
  return [firstRoom, ...otherRooms.toSorted((a, b) => a.id - b.id)]
}

const lockRows = (db: Database) =>
  db
    .updateTable('booking')
    .set(({ ref }) => ({ status: ref('status') }))
    .returningAll()

const lockFirstRoom = statement((db, { code }: { code: string }) =>
  lockRows(db).where('code', '=', code).where(isFirstRoomOfStay).compile(),
)
const lockOtherRooms = statement((db, { code }: { code: string }) =>
  lockRows(db).where('stay_code', '=', code).where('code', '<>', code).compile(),
)

/** SQL: whether a row is the first room of its stay, whose code is the reference. A single room is always the first. */
export const isFirstRoomOfStay = (row: ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>) =>
  row.or([row('booking.stay_code', 'is', null), row('booking.stay_code', '=', row.ref('booking.code'))])

/** Finds a stay by its reference and returns its first room. */
export async function findFirstRoom(db: Database, code: string): Promise<BookedRow> {
  const firstRoom = await db
    .selectFrom('booking')
    .selectAll()
    .where('code', '=', code)
    .where(isFirstRoomOfStay)
    .executeTakeFirst()
  if (!firstRoom) throw notFound()
  return firstRoom
}

/** All rooms of the stay with this first room. */
export const loadRoomsOfStay = async (db: Database, firstRoom: BookedRow): Promise<BookedRow[]> =>
  firstRoom.stay_code === null
    ? [firstRoom]
    : db.selectFrom('booking').selectAll().where('stay_code', '=', firstRoom.stay_code).orderBy('id').execute()

/** The rooms of those stays that have several rooms, by reference. */
export async function loadRoomsByStay(
  db: Database,
  firstRooms: readonly BookedRow[],
): Promise<Map<string, BookedRow[]>> {
  const codes = firstRooms.flatMap(({ stay_code }) => stay_code ?? [])
  if (codes.length === 0) return new Map()
  const rows = await db.selectFrom('booking').selectAll().where('stay_code', 'in', codes).orderBy('id').execute()
  return Map.groupBy(rows, ({ stay_code }) => stay_code!)
}

/** The key of the stay behind the link in a guest's email. */
export async function findStayKeyByLink(
  db: Database,
  now: number,
  token: string,
): Promise<{ accountId: number; code: string } | undefined> {
  const link = await findValidLink(db, now, 'return-to-booking', token)
  return link && { accountId: link.account_id, code: link.payload }
}

export async function findStayByLink(db: Database, now: number, token: string): Promise<BookedRow | undefined> {
  const stayKey = await findStayKeyByLink(db, now, token)
  return stayKey && loadOwnBooking(db, stayKey.accountId, stayKey.code)
}

/** Finds a stay by the link, or by the reference for the signed-in guest. Throws 404 or 401. */
export async function requireStay(
  db: Database,
  { account, now }: Pick<RequestContext, 'account' | 'now'>,
  { id, token }: StayReference,
): Promise<BookedRow> {
  if (id && !token && !account) throw unauthenticated()
  const findByReference = () => (id && account ? loadOwnBooking(db, account.id, id) : undefined)
  const firstRoom = token ? await findStayByLink(db, now, token) : await findByReference()
  if (!firstRoom) throw notFound()
  return firstRoom
}

/** Lists the stays of an account. Each stay is represented by the booking of its first room. */
export const selectOwnBookings = (db: Database, accountId: number) =>
  db.selectFrom('booking').selectAll().where('booking.booker_id', '=', accountId).where(isFirstRoomOfStay)

/** The price of each night of a stay, summed over its rooms. */
export async function loadNightPrices(
  db: Database,
  { rooms }: { rooms: readonly BookedRow[] },
): Promise<{ night: string; price: number }[]> {
  const rows = await db
    .selectFrom('booking_night')
    .select(({ fn }) => ['night', fn.sum<number | string>('price_poisha').as('poisha')])
    .where(
      'booking_id',
      'in',
      rooms.map(({ id }) => id),
    )
    .groupBy('night')
    .orderBy('night')
    .execute()
  return rows.map(({ night, poisha }) => ({ night: isoDay(night), price: poishaToBdt(Number(poisha)) }))
}
