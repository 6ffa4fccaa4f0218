import { ratesWithin } from '#stays/availability/vat.ts'
import { today, type Stay } from '#stays/availability/stay.ts'
import { endHolds } from '#stays/bookings/hold.ts'
import { statusOf } from '#stays/bookings/status.ts'
import { codeOf, insertBooking, isFirst, roomsOf, takeStay, type BookedRow } from '#stays/bookings/store.ts'
import { companyOf } from '#content/company.ts'
import { readableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { answeredBefore, rememberAnswer } from '#platform/database/idempotency-key.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalidFields, notFound } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { policiesFor } from '#stays/policies/choosing.ts'
import { tellWhoBooked } from '../arranging.ts'
import { asBooked, validateBookingIn, pricedRoom, type RoomWanted } from '../booking-in.ts'
import { atDesk, changeStays, type Change } from '../changing.ts'
import { readStays } from '../stays.ts'

export interface MoreRooms {
  /** The reference of the stay. */
  code: string
  stay: Stay
  rooms: readonly RoomWanted[]
  /** Whether to email the guest. */
  tell: boolean
}

const MAX_ROOMS = 20

/**
 * Adds rooms to a stay that is confirmed or in house, with the night counters of any booking, on the same bill and
 * reference. A stay of one room becomes a stay of several. The operation can be undone.
 */
export async function addRooms(db: Database, ctx: RequestContext, form: MoreRooms): Promise<number> {
  const { now, account, idempotencyKey: key } = ctx
  const { fieldErrors } = await validateMoreRooms(db, ctx, form)
  await endHolds(db, now, ctx.context)
  return atDesk(db, async (transaction) => {
    const asked = { scope: `desk rooms:${account!.id}`, key, request: form }
    const before = await answeredBefore(transaction, { ...asked, answer: '' }, now)
    if (before !== undefined) return Number(before)
    const stay = await takeStay(transaction, form.code)
    if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
    const first = mustBePromised(stay, now)
    await transaction
      .updateTable('booking')
      .set({ stay_code: form.code })
      .where('id', '=', stay[0]!.id)
      .where('stay_code', 'is', null)
      .execute()
    const changes: Change[] = []
    for (const wanted of form.rooms) changes.push(await roomAdded(transaction, ctx, first, form.stay, wanted))
    const act = await changeStays(transaction, ctx, 'room added to a stay', changes)
    if (form.tell) await tellWhoBooked(transaction, ctx, changes, act)
    await rememberAnswer(transaction, asked, String(act), now)
    return act
  })
}

/** Validates by field, with the rules for a booking at the desk. */
export async function validateMoreRooms(
  db: Database,
  ctx: RequestContext,
  { code = '', stay, rooms = [], tell }: Partial<MoreRooms>,
): Promise<ValidationResult> {
  if (code === '') return { fieldErrors: {} }
  const first = await db.selectFrom('booking').selectAll().where('code', '=', code).where(isFirst).executeTakeFirst()
  if (!first) throw notFound()
  const live = (await roomsOf(db, first)).filter((room) => isPromised(room, ctx.now)).length
  const { email } = first
  const judged = await validateBookingIn(db, ctx, { ...(stay && { stay }), rooms, email, ...(tell && { tell }) })
  const { email: noAddress, ...fieldErrors } = judged.fieldErrors
  return {
    fieldErrors: {
      ...fieldErrors,
      ...(noAddress && { tell: noAddress }),
      ...(live + rooms.length > MAX_ROOMS && { form: [{ key: 'desk.too_many_rooms', values: { most: MAX_ROOMS } }] }),
    },
  }
}

const isPromised = (room: BookedRow, now: number): boolean => ['confirmed', 'checked_in'].includes(statusOf(room, now))

/** Returns a room of the stay that is confirmed or in house. */
function mustBePromised(stay: readonly BookedRow[], now: number): BookedRow {
  const [first] = stay
  if (!first) throw notFound()
  const promised = stay.find((room) => isPromised(room, now))
  if (!promised) throw conflict(`booking.now_${statusOf(first, now) as 'cancelled'}`)
  return promised
}

/** Inserts a room and returns it as if it had been cancelled before, so that undo works as for any other room. */
async function roomAdded(
  db: Transaction,
  ctx: RequestContext,
  beside: BookedRow,
  stay: Stay,
  wanted: RoomWanted,
): Promise<Change> {
  const { now, account } = ctx
  const company = await companyOf(db, ctx)
  const within = await ratesWithin(db, today(company, now))
  const { room, nights } = await pricedRoom(db, stay, wanted)
  const policy = (await policiesFor(db, [room.id], stay.checkIn)).get(room.id)!
  const { account_id, name, email, phone, language, source, country } = beside
  const { id } = await insertBooking(
    db,
    {
      code: readableCode(10),
      stay_code: codeOf(beside),
      account_id,
      room_id: room.id,
      check_in: stay.checkIn,
      check_out: stay.checkOut,
      ...wanted.party,
      status: 'confirmed',
      payment_status: beside.payment_status,
      payment: 'offline',
      ...asBooked(room, nights, { within, rules: policy.rules, company, now }),
      name,
      email,
      phone,
      message: '',
      language,
      created_at: now,
      expires_at: null,
      proven_at: now,
      source,
      country,
    },
    nights,
  )
  const [added] = await readStays(db, [id])
  return {
    before: { ...added!, status: 'cancelled', cancelled_at: now, cancelled_by: account!.id, cancel_fee_poisha: 0 },
    after: { ...added!, nights: added!.nights.map((night) => ({ ...night, unitId: wanted.unitId })) },
  }
}
