import { sql, type ExpressionBuilder, type Insertable, type Selectable } from 'kysely'
import { vatByNight } from '../availability/price.ts'
import type { Stay } from '../availability/stay.ts'
import { grantOf } from '#people/accounts/signed-link.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { notFound, unauthenticated } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { localized } from '#platform/database/localized.ts'
import type { Database } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import type { WhichStay } from './contract.ts'
import { keepWords } from './search-words.ts'
import { payments, type Payment } from './terms.ts'

/** SQL: whoever looked at a booking before it was changed is told so, at the desk and where something is undone. */
export const nextVersion = sql<number>`version + 1`

export type BookedRow = Selectable<Tables['booking']>

/** What the stay is known by that a room is of: the reference of its first one. */
export const codeOf = ({ code, stay_code }: Pick<BookedRow, 'code' | 'stay_code'>): string => stay_code ?? code

/** A room as a booking copies it. */
export const roomForBooking = async (db: Database, slug: string): Promise<RoomForBooking | undefined> =>
  (await letRoom(db, { slug })).rows[0]
export type RoomForBooking = Selectable<Tables['room']>

const letRoom = statement((db, { slug }: { slug: string }) =>
  db.selectFrom('room').selectAll().where('slug', '=', slug).where('active', '=', 1).compile(),
)

type NewBooking = Omit<Insertable<Tables['booking']>, 'id' | 'payment_type' | Later> & { payment: Payment }
type Later = 'cancelled_at' | 'cancelled_by' | 'cancel_fee_poisha'

export async function insertBooking(
  db: Database,
  { payment, ...booking }: NewBooking,
  nights: readonly { night: number; pricePoisha: number }[],
): Promise<BookedRow> {
  const row = (await bookingIn(db, { ...booking, payment_type: payments.indexOf(payment) })).rows[0]!
  await nightsIn(
    db,
    vatByNight(nights, booking.vat_basis_points).map(({ night, pricePoisha, vatPoisha }) => ({
      booking_id: row.id,
      night,
      room_id: booking.room_id,
      price_poisha: pricePoisha,
      vat_poisha: vatPoisha,
    })),
  )
  await keepWords(db, row)
  return row
}

const bookingIn = statement((db, row: Insertable<Tables['booking']>) =>
  db.insertInto('booking').values(row).returningAll().compile(),
)
const nightsIn = statement((db, rows: Insertable<Tables['booking_night']>[]) =>
  db.insertInto('booking_night').values(rows).compile(),
)

export const paymentOf = ({ payment_type }: BookedRow): Payment => payments[payment_type]!

export const bookingByCode = (db: Database, code: string) =>
  db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

/** What one account has of some rooms for the very same nights. */
export const sameStays = statement(
  (db, { accountId, roomIds, stay }: { accountId: number; roomIds: number[]; stay: Stay }) =>
    db
      .selectFrom('booking')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('check_in', '=', stay.checkIn)
      .where('check_out', '=', stay.checkOut)
      .where('room_id', 'in', roomIds)
      .compile(),
)

export const ownBooking = (db: Database, accountId: number, code: string): Promise<BookedRow | undefined> =>
  db
    .selectFrom('booking')
    .selectAll()
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .where(isFirst)
    .executeTakeFirst()

/**
 * The rooms of a stay for a change, the first one first, or none: from here on nobody else changes them before the
 * transaction is over. Everybody begins with the first, so that nobody waits for one who waits for them.
 */
export async function takeStay(db: Database, code: string): Promise<BookedRow[]> {
  const first = (await firstTaken(db, { code })).rows[0]
  if (!first) return []
  const others = first.stay_code === null ? [] : (await othersTaken(db, { code })).rows
  return [first, ...others.toSorted((one, other) => one.id - other.id)]
}

const taking = (db: Database) =>
  db
    .updateTable('booking')
    .set(({ ref }) => ({ status: ref('status') }))
    .returningAll()

const firstTaken = statement((db, { code }: { code: string }) =>
  taking(db).where('code', '=', code).where(isFirst).compile(),
)
const othersTaken = statement((db, { code }: { code: string }) =>
  taking(db).where('stay_code', '=', code).where('code', '<>', code).compile(),
)

/** Of the rooms of a stay the one by whose reference it goes; where there is one alone, that. */
export const isFirst = (row: ExpressionBuilder<Pick<Tables, 'booking'>, 'booking'>) =>
  row.or([row('booking.stay_code', 'is', null), row('booking.stay_code', '=', row.ref('booking.code'))])

/** All rooms of the stay whose first room this is. */
export const roomsOf = async (db: Database, first: BookedRow): Promise<BookedRow[]> =>
  first.stay_code === null
    ? [first]
    : db.selectFrom('booking').selectAll().where('stay_code', '=', first.stay_code).orderBy('id').execute()

/** Of several stays those that have several rooms, by their references. */
export async function roomsOfAll(db: Database, firsts: readonly BookedRow[]): Promise<Map<string, BookedRow[]>> {
  const codes = firsts.flatMap(({ stay_code }) => stay_code ?? [])
  if (codes.length === 0) return new Map()
  const rows = await db.selectFrom('booking').selectAll().where('stay_code', 'in', codes).orderBy('id').execute()
  return Map.groupBy(rows, ({ stay_code }) => stay_code!)
}

/** What the link in a guest's letter leads to. */
export async function linkedStay(
  db: Database,
  now: number,
  token: string,
): Promise<{ accountId: number; code: string } | undefined> {
  const grant = await grantOf(db, now, 'return-to-booking', token)
  return grant && { accountId: grant.account_id, code: grant.payload }
}

export async function stayByLink(db: Database, now: number, token: string): Promise<BookedRow | undefined> {
  const linked = await linkedStay(db, now, token)
  return linked && ownBooking(db, linked.accountId, linked.code)
}

/** Whoever has the link is whoever booked; by a reference they must be signed in. */
export async function stayMeant(
  db: Database,
  { account, now }: Pick<RequestContext, 'account' | 'now'>,
  { id, token }: WhichStay,
): Promise<BookedRow> {
  if (id && !token && !account) throw unauthenticated()
  const byReference = () => (id && account ? ownBooking(db, account.id, id) : undefined)
  const first = token ? await stayByLink(db, now, token) : await byReference()
  if (!first) throw notFound()
  return first
}

/** The stays of one account, and of no other: by the first room of each. */
export const ownBookings = (db: Database, language: Language, accountId: number) =>
  db
    .selectFrom('booking')
    .innerJoin('room', 'room.id', 'booking.room_id')
    .selectAll('booking')
    .select([
      'room.slug',
      localized(language, 'booking.room_name').as('room_name'),
      localized(language, 'booking.bed').as('bed'),
      localized(language, 'room.description').as('description'),
    ])
    .where('booking.account_id', '=', accountId)
    .where(({ or, eb, ref }) =>
      or([eb('booking.stay_code', 'is', null), eb('booking.stay_code', '=', ref('booking.code'))]),
    )

/** What each night of a stay costs, in all of its rooms. */
export async function pricesOf(
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
  return rows.map(({ night, poisha }) => ({ night: isoDay(night), price: bdtOf(Number(poisha)) }))
}
