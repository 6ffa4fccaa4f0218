import { loadTaxRates } from '#stays/availability/vat.ts'
import { computeToday, type Stay } from '#stays/availability/stay.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { guestFieldNames, pickFields } from '#stays/bookings/guest-fields.ts'
import {
  getBookingReference,
  insertBooking,
  findFirstRoom,
  loadRoomsOfStay,
  lockStay,
  type BookedRow,
} from '#stays/bookings/store.ts'
import { readStayRates } from '#stays/customers/stay-customer.ts'
import { loadCompany } from '#content/company.ts'
import { createReadableCode } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { claimRequest, storeAnswer } from '#platform/database/idempotency-key.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalidFields, notFound } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { loadPolicies } from '#stays/policies/policy-lookup.ts'
import { notifyGuests } from '../arrangements.ts'
import { toBookedColumns, validateDeskBooking, priceRoom, type RequestedRoom } from '../desk-bookings.ts'
import { runDeskTransaction, applyStayChanges, type Change, type DeskOperation } from '../stay-changes.ts'
import { readStays } from '../stays.ts'

export interface RoomsToAdd {
  /** The reference of the stay. */
  code: string
  stay: Stay
  rooms: readonly RequestedRoom[]
  /** Whether to email the guest. */
  notifiesGuest: boolean
}

const MAX_ROOMS = 20

/**
 * Adds rooms to a stay that is confirmed or in house, on the same bill and reference. Uses the same night counters as
 * every booking. A stay of one room becomes a stay of several. The operation can be undone.
 */
export async function addRooms(db: Database, ctx: RequestContext, form: RoomsToAdd): Promise<DeskOperation> {
  const { now, account, idempotencyKey: key } = ctx
  const { fieldErrors } = await validateAddRooms(db, ctx, form)
  await expireHolds(db, now, ctx.context)
  return runDeskTransaction(db, async (transaction) => {
    const keyedRequest = { scope: `desk rooms:${account!.id}`, key, request: form }
    const previousAnswer = await claimRequest(transaction, { ...keyedRequest, answer: '' }, now)
    if (previousAnswer !== undefined) return JSON.parse(previousAnswer) as DeskOperation
    const stay = await lockStay(transaction, form.code)
    if (Object.keys(fieldErrors).length > 0) throw invalidFields(fieldErrors)
    const firstRoom = requireLiveRoom(stay, now)
    await transaction
      .updateTable('booking')
      .set({ stay_code: form.code })
      .where('id', '=', stay[0]!.id)
      .where('stay_code', 'is', null)
      .execute()
    const changes: Change[] = []
    for (const requestedRoom of form.rooms)
      changes.push(await insertRoom(transaction, ctx, firstRoom, form.stay, requestedRoom))
    const operation = await applyStayChanges(transaction, ctx, 'room added to a stay', changes)
    if (form.notifiesGuest) await notifyGuests(transaction, ctx, changes, operation.id)
    await storeAnswer(transaction, keyedRequest, JSON.stringify(operation), now)
    return operation
  })
}

/** Validates the form by field, with the rules of a booking at the desk and the maximum number of rooms. */
export async function validateAddRooms(
  db: Database,
  ctx: RequestContext,
  { code = '', stay, rooms = [], notifiesGuest }: Partial<RoomsToAdd>,
): Promise<ValidationResult> {
  if (code === '') return { fieldErrors: {} }
  const firstRoom = await findFirstRoom(db, code)
  const liveCount = (await loadRoomsOfStay(db, firstRoom)).filter((room) => isLive(room, ctx.now)).length
  const { email } = firstRoom
  const validation = await validateDeskBooking(db, ctx, {
    ...(stay && { stay }),
    rooms,
    email,
    ...(notifiesGuest && { notifiesGuest }),
  })
  const { email: emailError, ...fieldErrors } = validation.fieldErrors
  return {
    fieldErrors: {
      ...fieldErrors,
      ...(emailError && { notify_guest: emailError }),
      ...(liveCount + rooms.length > MAX_ROOMS && {
        form: [{ key: 'desk.too_many_rooms', values: { most: MAX_ROOMS } }],
      }),
    },
  }
}

const isLive = (room: BookedRow, now: number): boolean => ['confirmed', 'checked_in'].includes(getStatus(room, now))

/** Returns a room of the stay that is confirmed or in house. */
function requireLiveRoom(stay: readonly BookedRow[], now: number): BookedRow {
  const [firstRoom] = stay
  if (!firstRoom) throw notFound()
  const liveRoom = stay.find((room) => isLive(room, now))
  if (!liveRoom) throw conflict(`booking.now_${getStatus(firstRoom, now) as 'cancelled'}`)
  return liveRoom
}

/** Inserts a room and returns it in a cancelled state, so that undo works as for any other room. */
async function insertRoom(
  db: Transaction,
  ctx: RequestContext,
  otherRoom: BookedRow,
  stay: Stay,
  requestedRoom: RequestedRoom,
): Promise<Change> {
  const { now, account } = ctx
  const company = await loadCompany(db, ctx)
  const taxRates = await loadTaxRates(db, computeToday(company, now))
  const agreedRates = await readStayRates(db, getBookingReference(otherRoom))
  const nightPoisha = requestedRoom.nightPoisha ?? agreedRates.get(requestedRoom.roomId) ?? null
  const { room, nights } = await priceRoom(db, stay, { roomId: requestedRoom.roomId, nightPoisha })
  const policy = (await loadPolicies(db, [room.id], stay.checkIn)).get(room.id)!
  const { booker_id, guest_id, language, source, country } = otherRoom
  const { id } = await insertBooking(
    db,
    {
      code: createReadableCode(10),
      stay_code: getBookingReference(otherRoom),
      booker_id,
      guest_id,
      room_id: room.id,
      check_in: stay.checkIn,
      check_out: stay.checkOut,
      ...requestedRoom.party,
      status: 'confirmed',
      payment_status: otherRoom.payment_status,
      payment: 'offline',
      ...toBookedColumns(room, nights, { taxRates, rules: policy.rules, company, now }),
      ...pickFields(guestFieldNames, otherRoom),
      message: '',
      language,
      created_at: now,
      expires_at: null,
      email_verified_at: now,
      source,
      country,
    },
    nights,
  )
  const [addedRoom] = await readStays(db, [id])
  return {
    before: { ...addedRoom!, status: 'cancelled', cancelled_at: now, cancelled_by: account!.id, cancel_fee_poisha: 0 },
    after: { ...addedRoom!, nights: addedRoom!.nights.map((night) => ({ ...night, unitId: requestedRoom.unitId })) },
  }
}
