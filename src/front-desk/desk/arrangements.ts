import { expireHolds } from '#stays/bookings/hold.ts'
import { getStatusTraits, getStatus } from '#stays/bookings/status.ts'
import { getLastSellableDay, computeToday } from '#stays/availability/stay.ts'
import { createPaymentOption, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeChangeEmail } from '#stays/bookings/emails/guest-emails.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { getBookingReference, selectBookingByCode, loadRoomsOfStay } from '#stays/bookings/store.ts'
import { mergeRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, UserError } from '#platform/errors.ts'
import type { MessageRef } from '#locales/translator.ts'
import { runDeskTransaction, applyStayChanges, type Change, type DeskOperation } from './stay-changes.ts'
import { readFirstOpenNight } from './days.ts'
import { findConflict, findOccupants, type Conflict, type Occupancy } from './conflicts.ts'
import { markUnitsDirty } from './housekeeping/condition.ts'
import { repriceStay, type Pricing } from './reprice.ts'
import { MAX_NIGHTS, readStays, lockStays, type DeskStay, type StayPart } from './stays.ts'
import { listDays } from '#platform/day.ts'

/**
 * The new nights of one or more stays: another unit, other dates, another room type, or a change of unit during the
 * stay. Two stays can also swap units. All changes are applied, or none.
 */
export interface Arrangement {
  changes: readonly { bookingId: number; version: number; parts: readonly StayPart[] }[]
  price: Pricing
}

export interface ArrangementPlan {
  changes: Change[]
  /** Total prices: before the change, with unchanged prices for nights in another room, and at today's prices. */
  costs: { before: number; samePrice: number; new: number }
  changesRoom: boolean
}

/** Plans an arrangement. Throws the errors that choosing another unit cannot fix. */
async function planArrangement(
  db: Database,
  ctx: RequestContext,
  { changes, price }: Arrangement,
  stays: readonly DeskStay[],
): Promise<ArrangementPlan> {
  const company = await loadCompany(db, ctx)
  const day = computeToday(company, ctx.now)
  const rules = {
    day,
    firstOpenNight: await readFirstOpenNight(db, day),
    last: getLastSellableDay(company, ctx.now),
    now: ctx.now,
  }
  const plannedChanges: { before: DeskStay; samePrice: DeskStay; repriced: DeskStay }[] = []
  for (const [index, { bookingId, version, parts }] of changes.entries()) {
    const before = stays.find(({ id }) => id === bookingId)
    if (!before) throw conflict('desk.not_found')
    if (before.version !== version) throw conflict('desk.changed_meanwhile', { name: before.name || before.code })
    const getFieldName: PartField = (partIndex, field) =>
      `changes.${index}.parts.${partIndex < 0 ? parts.length + partIndex : partIndex}.${field}`
    const nights = listNightsIn(parts, getFieldName)
    requireOpenNights(before, nights, rules, getFieldName)
    const { samePrice: samePriceStay, repriced: repricedStay } = await repriceStay(db, company, before, nights, rules)
    plannedChanges.push({ before, samePrice: samePriceStay, repriced: repricedStay })
  }
  const sum = (pick: (plan: (typeof plannedChanges)[number]) => DeskStay) =>
    plannedChanges.reduce((total, change) => total + pick(change).total_poisha, 0)
  return {
    changes: plannedChanges.map(({ before, samePrice, repriced }) => ({
      before,
      after: price === 'new' ? repriced : samePrice,
    })),
    costs: {
      before: sum(({ before }) => before),
      samePrice: sum(({ samePrice }) => samePrice),
      new: sum(({ repriced }) => repriced),
    },
    changesRoom: plannedChanges.some(({ before, samePrice }) => changesRoom(before, samePrice)),
  }
}

/** The field name of a part in the request. Negative indexes count from the end. */
type PartField = (partIndex: number, field: 'from' | 'to') => string

/** Returns an error that is shown at its field, and also for the whole form, where the field is not visible. */
const createErrorAt = (field: string, message: MessageRef): UserError =>
  new UserError(409, message, { fields: { [field]: [message], form: [message] } })

/** Shows a conflict under the field of the part that contains its night. */
function toUserError({ message, cause }: Conflict, { changes }: Arrangement): UserError {
  const index = changes.findIndex(({ bookingId }) => bookingId === cause.bookingId)
  const partIndex = changes[index]!.parts.findIndex(({ from, to }) => from <= cause.night && cause.night < to)
  return createErrorAt(`changes.${index}.parts.${partIndex}.${cause.field}`, message)
}

/** Plans an arrangement and returns its conflict and the occupants of the units. Changes no stay. */
export async function previewArrangement(
  db: Database,
  ctx: RequestContext,
  arrangement: Arrangement,
): Promise<ArrangementPlan & { userError: UserError | null; occupancies: Occupancy[] }> {
  await expireHolds(db, ctx.now, ctx.context)
  const stays = await readStays(db, listBookingIds(arrangement))
  const plan = await planArrangement(db, ctx, arrangement, stays)
  const stayConflict = await findConflict(db, ctx, plan.changes)
  return {
    ...plan,
    occupancies: await findOccupants(db, plan.changes),
    userError: stayConflict && toUserError(stayConflict, arrangement),
  }
}

/** Applies an arrangement at the price that was shown, and emails the guests if requested. */
export async function arrangeStays(
  db: Database,
  ctx: RequestContext,
  form: Arrangement & { afterPoisha: number | null; reason: string; notifiesGuest: boolean },
): Promise<DeskOperation> {
  await expireHolds(db, ctx.now, ctx.context)
  return runDeskTransaction(db, async (transaction) => {
    const stays = await lockStays(transaction, listBookingIds(form))
    const { changes, costs } = await planArrangement(transaction, ctx, form, stays)
    const stayConflict = await findConflict(transaction, ctx, changes)
    if (stayConflict) throw toUserError(stayConflict, form)
    const totalAfter = form.price === 'new' ? costs.new : costs.samePrice
    if (form.afterPoisha !== null && totalAfter !== form.afterPoisha) throw conflict('desk.price_changed')
    const operation = await applyStayChanges(transaction, ctx, 'stay changed', changes, { reason: form.reason })
    await markUnitsDirty(
      transaction,
      ctx,
      listVacatedUnits(changes, computeToday(await loadCompany(transaction, ctx), ctx.now)),
    )
    if (form.notifiesGuest) await notifyGuests(transaction, ctx, changes, operation.id)
    return operation
  })
}

/** Returns the units that guests in house leave for another unit. */
function listVacatedUnits(changes: readonly Change[], day: number): number[] {
  const getCurrentUnit = ({ nights }: DeskStay) => nights.findLast(({ night }) => night <= day)?.unitId ?? null
  return changes
    .filter(({ before, after }) => before.status === 'checked_in' && getCurrentUnit(before) !== getCurrentUnit(after))
    .flatMap(({ before }) => getCurrentUnit(before) ?? [])
}

/**
 * Emails the guests who have an address, one email per stay, about the current stay and the amount due. If the
 * operation is undone, they get another email. `isRefunded`: an overpaid amount is refunded. Otherwise it stays on the
 * bill.
 */
export async function notifyGuests(
  db: Database,
  ctx: RequestContext,
  changes: readonly Change[],
  operationId: number,
  { isRefunded = false } = {},
): Promise<void> {
  await db.updateTable('desk_operation').set({ guest_emailed: 1 }).where('id', '=', operationId).execute()
  const company = await loadCompany(db, ctx)
  const roomsBefore = new Map(changes.map(({ before }) => [before.id, before]))
  for (const code of new Set(changes.map(({ before }) => getBookingReference(before)))) {
    const rooms = await loadRoomsOfStay(db, await selectBookingByCode(db, code))
    const stay = mergeRooms(rooms)
    if (stay.email === '') continue
    const before = mergeRooms(rooms.map((room) => ({ ...room, ...roomsBefore.get(room.id) })))
    const amounts = await readAmounts(db, stay, ctx.now)
    const recipient = await createRecipient(db, ctx, stay, createPaymentOption(amounts, company, ctx))
    const email = composeChangeEmail(stay, company, recipient, { now: ctx.now, amounts, before, isCredit: !isRefunded })
    await enqueueEmail(db, ctx.now, stay.email, recipient.language, email, company)
  }
}

const listBookingIds = ({ changes }: Arrangement) => changes.map(({ bookingId }) => bookingId)

interface RoomNight {
  night: number
  roomId: number
  unitId: number | null
}

/** Splits parts into nights. Parts must follow one another without a gap. */
function listNightsIn(parts: readonly StayPart[], field: PartField): RoomNight[] {
  const badIndex = parts.findIndex(({ from, to }, index) => from >= to || (index > 0 && parts[index - 1]!.to !== from))
  if (badIndex >= 0) {
    const isEmpty = parts[badIndex]!.from >= parts[badIndex]!.to
    throw createErrorAt(field(badIndex, isEmpty ? 'to' : 'from'), {
      key: isEmpty ? 'error.check_out_order' : 'desk.nights_not_consecutive',
    })
  }
  if (parts.at(-1)!.to - parts[0]!.from > MAX_NIGHTS) throw createErrorAt(field(-1, 'to'), { key: 'desk.too_long' })
  return parts.flatMap(({ from, to, roomId, unitId }) => listDays(from, to).map((night) => ({ night, roomId, unitId })))
}
/**
 * Rejects changes to ended stays or past nights, bookings in the past, and nights too far ahead. A guest in house who has
 * stayed on after the departure day gets the nights since then, unless their day is closed.
 */
function requireOpenNights(
  stay: DeskStay,
  nights: readonly RoomNight[],
  { day, firstOpenNight, last: lastSellableDay, now }: Record<'day' | 'firstOpenNight' | 'last' | 'now', number>,
  field: PartField,
) {
  const status = getStatus(stay, now)
  if (getStatusTraits(status).isOver) throw conflict(`booking.now_${status}`)
  if (nights.at(-1)!.night >= lastSellableDay) throw createErrorAt(field(-1, 'to'), { key: 'desk.too_far' })
  const hasArrived = status === 'checked_in'
  const hasStayedOn = ({ night }: RoomNight) => hasArrived && night >= stay.check_out && night >= firstOpenNight
  const pastNightsBefore = stay.nights.filter(isPast)
  const pastNightsAfter = nights.filter((night) => isPast(night) && !hasStayedOn(night))
  const isUnchanged = ({ night, roomId, unitId }: RoomNight) =>
    pastNightsBefore.some((w) => w.night === night && w.roomId === roomId && w.unitId === unitId)
  const hasPastChanges =
    !pastNightsAfter.every(isUnchanged) || (hasArrived && pastNightsAfter.length !== pastNightsBefore.length)
  if (hasPastChanges || (hasArrived && nights[0]!.night !== stay.check_in)) {
    const endsInPast = nights.at(-1)!.night < day && hasArrived
    throw createErrorAt(endsInPast ? field(-1, 'to') : field(0, 'from'), { key: 'desk.past_nights' })
  }
  // A pending payment is for exactly the offered nights, so they cannot change.
  const isOfferAccepted =
    nights.length === stay.nights.length &&
    nights.every(({ night, roomId }, index) => {
      return stay.nights[index]!.night === night && stay.nights[index]!.roomId === roomId
    })
  if (status === 'pending_payment' && !isOfferAccepted) throw conflict('desk.payment_in_progress')

  function isPast({ night }: RoomNight): boolean {
    return night < day
  }
}

const changesRoom = (before: DeskStay, after: DeskStay): boolean =>
  after.nights.some(({ night, roomId }) => {
    const nightBefore = before.nights.find((n) => n.night === night)
    return nightBefore !== undefined && nightBefore.roomId !== roomId
  })
