import type { Selectable } from 'kysely'
import { loadDatedRates } from '#stays/availability/free-rooms.ts'
import { validateParty, type Party } from '#stays/availability/party.ts'
import { findViolation, indexByDay } from '#stays/availability/price.ts'
import { computeToday, type Stay } from '#stays/availability/stay.ts'
import { getGuestRefund, getRemainingAmount, loadBalance } from '#stays/bookings/balance.ts'
import type { RequestedRoom } from '#stays/bookings/booking.ts'
import { getStatusTraits } from '#stays/bookings/status.ts'
import type { BookedRow } from '#stays/bookings/store.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { assertValid, conflict, invalid, UserError, type FieldMessages } from '#platform/errors.ts'
import type { Tables } from '#schema/tables.ts'
import { findConflict } from '../desk/conflicts.ts'
import { repriceStay } from '../desk/reprice.ts'
import type { Change } from '../desk/stay-changes.ts'
import type { DeskStay } from '../desk/stays.ts'
import {
  findRuleForDates,
  keepsDates,
  loadChangeableStay,
  validateDates,
  type ChangeableStay,
} from './changeable-stay.ts'
import { listDays } from '#platform/day.ts'

/** The dates, rooms and guests of a stay after a change. */
export interface RequestedChange {
  stay: Stay
  /** All rooms of the stay in their order. Null: the rooms and guests stay as they are. */
  rooms: readonly Pick<RequestedRoom, 'slug' | 'party'>[] | null
}

export interface StayChangePlan {
  before: StayWithRooms
  /** All rooms of the stay in their order. */
  changes: Change[]
  totalPoisha: number
  /** Negative if the stay becomes cheaper. */
  differencePoisha: number
  /** The amount to pay after the change. */
  duePoisha: number
  /** The part of the payment that is refunded. */
  refundPoisha: number
}

/**
 * Plans a change of a stay. A booked night keeps its price if its room type stays the same. All other nights have
 * today's price. Throws the errors of the request, keyed by its fields.
 */
export async function planChange(
  db: Database,
  ctx: RequestContext,
  rows: readonly BookedRow[],
  requestedChange: RequestedChange,
): Promise<StayChangePlan> {
  const changeableStay = await loadChangeableStay(db, ctx, rows)
  const { stay } = requestedChange
  const rooms = await findRequestedRooms(db, changeableStay, requestedChange)
  assertValid({ ...validateDates(changeableStay, stay, ctx.now), ...validateParties(rooms) })
  assertValid(await findRuleViolations(db, rooms, stay))
  const changes: Change[] = []
  for (const room of rooms) changes.push(await changeRoom(db, ctx, changeableStay, stay, room))
  if (changeableStay.allowed === 'more') assertNotCheaper(changes)
  await assertNoConflict(db, ctx, changes)
  const { currentStay: before } = changeableStay
  const totalPoisha = changes.reduce((sum, { after }) => sum + after.total_poisha, 0)
  const differencePoisha = totalPoisha - before.total_poisha
  return {
    before,
    changes,
    totalPoisha,
    differencePoisha,
    ...(await calculateSettlement(db, before, differencePoisha)),
  }
}

/** Returns whether the stay already is as requested, for example because the request was repeated. */
export const changesNothing = ({ changes }: Pick<StayChangePlan, 'changes'>): boolean =>
  changes.every(
    ({ before, after }) =>
      before.check_in === after.check_in &&
      before.check_out === after.check_out &&
      before.room_id === after.room_id &&
      hasParty(before, after),
  )

const hasParty = ({ adults, children }: Party, party: Party): boolean =>
  adults === party.adults && children === party.children

/** A room of the stay with its room type and guests after the change. */
interface RoomChange {
  before: DeskStay
  type: Selectable<Tables['room']>
  party: Party
}

const keepsType = ({ before, type }: RoomChange): boolean => before.room_id === type.id

async function findRequestedRooms(
  db: Database,
  { rooms }: ChangeableStay,
  { rooms: requestedRooms }: RequestedChange,
): Promise<RoomChange[]> {
  if (requestedRooms && requestedRooms.length !== rooms.length) throw conflict('change.changed_meanwhile')
  const ids = rooms.map(({ room_id }) => room_id)
  const slugs = requestedRooms?.map(({ slug }) => slug) ?? []
  const types = await db
    .selectFrom('room')
    .selectAll()
    .where((row) => row.or([row('id', 'in', ids), ...(slugs.length > 0 ? [row('slug', 'in', slugs)] : [])]))
    .execute()
  const fieldErrors: FieldMessages = {}
  const changes = rooms.map((before, index) => {
    const requestedRoom = requestedRooms?.[index]
    const ownType = types.find(({ id }) => id === before.room_id)!
    const type = requestedRoom ? types.find(({ slug }) => slug === requestedRoom.slug) : ownType
    const isUnknown = !type || (type !== ownType && type.active === 0)
    if (isUnknown) fieldErrors[`rooms.${index}.slug`] = [{ key: 'error.room_unknown' }]
    return { before, type: type ?? ownType, party: requestedRoom?.party ?? before }
  })
  assertValid(fieldErrors)
  return changes
}

/**
 * Validates the guests of each room whose guests or room type change. Otherwise a room keeps the guests that were
 * agreed.
 */
function validateParties(rooms: readonly RoomChange[]): FieldMessages {
  const fieldErrors: FieldMessages = {}
  for (const [index, room] of rooms.entries()) {
    if (keepsType(room) && hasParty(room.before, room.party)) continue
    for (const [name, messages] of Object.entries(validateParty(room.party, room.type)))
      fieldErrors[`rooms.${index}.${name}`] = messages
  }
  return fieldErrors
}

/** Finds the rate rules that reject the stay. The error is at the room type if it changes, otherwise at the date. */
async function findRuleViolations(db: Database, rooms: readonly RoomChange[], stay: Stay): Promise<FieldMessages> {
  const fieldErrors: FieldMessages = {}
  const rates = await loadDatedRates(db, [...new Set(rooms.map(({ type }) => type.id))], stay)
  for (const [index, room] of rooms.entries()) {
    if (keepsType(room) && keepsDates(room.before, stay)) continue
    if (keepsType(room) && room.type.active === 0) throw conflict('change.not_here')
    const typeRates = rates.get(room.type.id) ?? []
    const violation = keepsType(room)
      ? findRuleForDates(typeRates, room.before, stay)
      : findViolation(indexByDay(typeRates), stay)
    if (violation) fieldErrors[keepsType(room) ? violation.date : `rooms.${index}.slug`] = [violation.message]
  }
  return fieldErrors
}

/** Changes one room. It keeps its unit if the room type does not change and the unit is free on all nights. */
async function changeRoom(
  db: Database,
  ctx: RequestContext,
  { company }: ChangeableStay,
  stay: Stay,
  room: RoomChange,
): Promise<Change> {
  const { before, type, party } = room
  const guests = { adults: party.adults, children: party.children }
  if (keepsType(room) && keepsDates(before, stay)) return { before, after: { ...before, ...guests } }
  const unitId = keepsType(room) ? before.nights[0]!.unitId : null
  const days = { day: computeToday(company, ctx.now), now: ctx.now }
  const moveToUnit = async (unit: number | null): Promise<Change> => {
    const nights = listDays(stay.checkIn, stay.checkOut).map((night) => ({ night, roomId: type.id, unitId: unit }))
    return { before, after: { ...(await repriceStay(db, company, before, nights, days)).repriced, ...guests } }
  }
  const change = await moveToUnit(unitId)
  if (unitId === null) return change
  const stayConflict = await findConflict(db, ctx, [change])
  return stayConflict?.cause.field === 'unit' ? moveToUnit(null) : change
}

/**
 * Rejects a change to a lower price. It would be a partial cancellation, which costs a fee. The total of a room limits
 * its fees, so they would fall too.
 */
function assertNotCheaper(changes: readonly Change[]): void {
  const index = changes.findIndex(({ before, after }) => after.total_poisha < before.total_poisha)
  if (index >= 0) throw invalid({ [`rooms.${index}.slug`]: 'change.only_dearer' })
}

/** Throws 409 if a room is not available. The error is at the room that changes to this type, if there is one. */
async function assertNoConflict(db: Database, ctx: RequestContext, changes: readonly Change[]): Promise<void> {
  const stayConflict = await findConflict(db, ctx, changes)
  if (!stayConflict) return
  const { message, cause } = stayConflict
  const { room_id: roomId } = changes.find(({ before }) => before.id === cause.bookingId)!.after
  const index = changes.findIndex(({ before, after }) => after.room_id === roomId && before.room_id !== roomId)
  throw new UserError(409, message, index >= 0 ? { fields: { [`rooms.${index}.slug`]: [message] } } : {})
}

/**
 * Returns the amount due or refunded after a price change. Zero for a request that awaits an answer, which has no
 * confirmed price and no payment.
 */
async function calculateSettlement(
  db: Database,
  { status, code }: StayWithRooms,
  differencePoisha: number,
): Promise<Pick<StayChangePlan, 'duePoisha' | 'refundPoisha'>> {
  if (getStatusTraits(status).awaitsAnswer) return { duePoisha: 0, refundPoisha: 0 }
  const balance = await loadBalance(db, code)
  const remainingPoisha = getRemainingAmount(balance) + differencePoisha
  return { duePoisha: Math.max(0, remainingPoisha), refundPoisha: getGuestRefund(balance, -remainingPoisha) }
}
