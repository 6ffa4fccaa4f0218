import { getBookingReference } from '#stays/bookings/store.ts'
import { toFeeLogDetails } from '#stays/bookings/cancelling/cancelling.ts'
import { loadBalance, getRemainingAmount } from '#stays/bookings/balance.ts'
import { getStatusTraits, listStatusesWith, getStatus } from '#stays/bookings/status.ts'
import { createPaymentOption, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeNoShowEmail } from '#stays/bookings/emails.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { mergeRooms } from '#stays/bookings/stay-with-rooms.ts'
import { computeToday } from '#stays/availability/stay.ts'
import { loadCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { getFeeAt, parseTerms } from '#stays/policies/terms.ts'
import { notifyGuests } from './arrangements.ts'
import { findConflictError } from './conflicts.ts'
import { readFirstOpenNight } from './days.ts'
import { readCondition } from './housekeeping/condition.ts'
import { runDeskTransaction, applyStayChanges, type Change, type DeskOperation } from './stay-changes.ts'
import { lockStays, type DeskStay } from './stays.ts'
import { refundAfterUndoPeriod } from './undo.ts'

export interface StayVersion {
  bookingId: number
  version: number
}

/** The check-in of a guest, into the unit of the stay or into the given one. */
interface CheckInForm extends StayVersion {
  /** The unit for all nights without one. Null: every night has one. */
  unitId: number | null
  /** Allows check-in although the unit is not ready or still occupied. */
  allowsUnreadyUnit: boolean
}

export const checkIn = (db: Database, ctx: RequestContext, form: CheckInForm): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const change = await buildArrival(transaction, ctx, await lockStayVersion(transaction, form), form)
    return applyStayChanges(transaction, ctx, 'guest arrived', [change])
  })

/**
 * Returns the check-in change of a stay, or throws if the guest cannot check in. A guest of last night may still check
 * in until that day is closed, even on the departure day (`readFirstOpenNight`).
 */
export async function buildArrival(
  db: Database,
  ctx: RequestContext,
  stay: DeskStay,
  { unitId, allowsUnreadyUnit }: Pick<CheckInForm, 'unitId' | 'allowsUnreadyUnit'>,
): Promise<Change> {
  const day = computeToday(await loadCompany(db, ctx), ctx.now)
  const status = getStatus(stay, ctx.now)
  if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
  if (stay.check_in > day) throw conflict('desk.arrives_later')
  if (stay.check_out <= (await readFirstOpenNight(db, day))) throw conflict('desk.stay_over')
  const nights = stay.nights.map((night) => ({ ...night, unitId: night.unitId ?? unitId }))
  if (nights.some((night) => night.unitId === null)) throw invalid({ unit: 'desk.needs_unit' })
  const change = { before: stay, after: { ...stay, nights, status: 'checked_in', arrived_at: ctx.now } as const }
  const conflictError = await findConflictError(db, ctx, [change])
  if (conflictError) throw conflictError
  // A stay that has already ended needs no ready room.
  if (!allowsUnreadyUnit && stay.check_out >= day)
    await requireReadyUnit(db, ctx, day, nights.findLast(({ night }) => night <= day)!.unitId!, stay)
  return change
}

/** Rejects a unit that is still occupied, out of service or dirty. */
async function requireReadyUnit(
  db: Database,
  ctx: RequestContext,
  day: number,
  unitId: number,
  stay: DeskStay,
): Promise<void> {
  const occupant = await db
    .selectFrom('unit_night')
    .innerJoin('booking', 'booking.id', 'unit_night.booking_id')
    .select('booking.name')
    .where('unit_night.unit_id', '=', unitId)
    .where('booking.status', '=', 'checked_in')
    .where('booking.id', '<>', stay.id)
    .where((row) =>
      row.or([
        row('night', '=', day),
        row.and([row('check_out', '<=', day), row('night', '=', row(row.ref('check_out'), '-', 1))]),
      ]),
    )
    .executeTakeFirst()
  if (occupant) throw invalid({ anyway: { key: 'desk.unit_occupied', values: { name: occupant.name || '–' } } })
  const { condition } = await readCondition(db, ctx, unitId)
  if (condition === 'out_of_service') throw invalid({ anyway: 'desk.unit_not_in_service' })
  if (condition === 'dirty') throw invalid({ anyway: 'desk.unit_not_clean' })
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

/** Marks a stay as a no-show and releases its nights and unit. Charges the agreed fee or waives it. */
export const markNoShow = (
  db: Database,
  ctx: RequestContext,
  { fee, notifiesGuest, ...form }: StayVersion & { fee: 'agreed' | 'none'; notifiesGuest: boolean },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const company = await loadCompany(transaction, ctx)
    const status = getStatus(stay, ctx.now)
    if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
    if (stay.check_in > computeToday(company, ctx.now)) throw conflict('desk.arrives_later')
    const agreedFee = parseTerms(stay.terms).noShowPoisha
    const chargedFee = fee === 'agreed' ? agreedFee : 0
    const after = { ...withCancellation(stay, chargedFee, ctx), status: 'no_show' } as const
    const changes = [{ before: stay, after }]
    const operation = await applyStayChanges(transaction, ctx, 'guest did not come', changes, {
      extraFields: toFeeLogDetails(chargedFee, agreedFee),
    })
    await refundIfDue(transaction, ctx, stay, { operationId: operation.id, isAnnounced: notifiesGuest })
    if (notifiesGuest) await emailNoShow(transaction, ctx, stay, operation.id)
    return operation
  })

/** Emails the guest about the no-show. Undoing the operation emails them again. */
async function emailNoShow(db: Transaction, ctx: RequestContext, stay: DeskStay, operationId: number): Promise<void> {
  if (stay.email === '') return
  await db.updateTable('desk_operation').set({ guest_emailed: 1 }).where('id', '=', operationId).execute()
  const code = getBookingReference(stay)
  const booking = await db.selectFrom('booking').selectAll().where('id', '=', stay.id).executeTakeFirstOrThrow()
  const missedStay = mergeRooms([{ ...booking, code }])
  const [company, amounts] = [await loadCompany(db, ctx), await readAmounts(db, missedStay, ctx.now)]
  const hasOtherRooms = await hasActiveRooms(db, code)
  const recipient = await createRecipient(
    db,
    ctx,
    missedStay,
    hasOtherRooms ? {} : createPaymentOption(amounts, company, ctx),
  )
  const email = composeNoShowEmail(missedStay, recipient, { now: ctx.now, amounts, hasOthers: hasOtherRooms })
  await enqueueEmail(db, ctx.now, stay.email, recipient.language, email, company)
}

/** Cancels one room of a stay; the other rooms stay booked. The last room needs the normal cancellation of the stay. */
export const cancelRoom = (
  db: Database,
  ctx: RequestContext,
  { fee, notifiesGuest, ...form }: StayVersion & { fee: 'agreed' | 'none'; notifiesGuest: boolean },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const status = getStatus(stay, ctx.now)
    if (status !== 'confirmed') throw conflict(`booking.now_${status}`)
    const activeRooms = await transaction
      .selectFrom('booking')
      .select('id')
      .where('stay_code', '=', stay.stay_code)
      .where('id', '<>', stay.id)
      .where('status', 'not in', listStatusesWith('releasedNights'))
      .limit(1)
      .execute()
    if (activeRooms.length === 0) throw conflict('desk.last_room')
    const agreedFee = getFeeAt(parseTerms(stay.terms), ctx.now)
    const chargedFee = fee === 'agreed' ? agreedFee : 0
    const after = { ...withCancellation(stay, chargedFee, ctx), status: 'cancelled' } as const
    const changes = [{ before: stay, after }]
    const feeFields = toFeeLogDetails(chargedFee, agreedFee)
    const operation = await applyStayChanges(transaction, ctx, 'room of a stay cancelled', changes, {
      extraFields: feeFields,
    })
    await refundIfDue(transaction, ctx, stay, { operationId: operation.id, isAnnounced: notifiesGuest })
    if (notifiesGuest) await notifyGuests(transaction, ctx, changes, operation.id, { isRefunded: true })
    return operation
  })

async function refundIfDue(
  db: Transaction,
  ctx: RequestContext,
  stay: DeskStay,
  { operationId, isAnnounced }: { operationId: number; isAnnounced: boolean },
): Promise<void> {
  const overpaidPoisha = -getRemainingAmount(await loadBalance(db, getBookingReference(stay)))
  if (overpaidPoisha > 0)
    await refundAfterUndoPeriod(db, ctx, stay, { operationId, announcedPoisha: isAnnounced ? overpaidPoisha : 0 })
}

/** Adds who cancelled, when, and the fee. */
export const withCancellation = (stay: DeskStay, feePoisha: number, { now, account }: RequestContext): DeskStay => ({
  ...stay,
  cancelled_at: now,
  cancelled_by: account!.id,
  cancel_fee_poisha: feePoisha,
})

/** Changes the number of guests in a room, up to its capacity. The price stays the same. */
export const changeParty = (
  db: Database,
  ctx: RequestContext,
  { adults, children, ...form }: StayVersion & { adults: number; children: number },
): Promise<DeskOperation> =>
  runDeskTransaction(db, async (transaction) => {
    const stay = await lockStayVersion(transaction, form)
    const status = getStatus(stay, ctx.now)
    if (getStatusTraits(status).isOver) throw conflict(`booking.now_${status}`)
    const change = { before: stay, after: { ...stay, adults, children } }
    const conflictError = await findConflictError(transaction, ctx, [change])
    if (conflictError) throw invalid({ adults: conflictError.messageRef })
    return applyStayChanges(transaction, ctx, 'guests of a stay changed', [change])
  })

async function lockStayVersion(db: Transaction, stayVersion: StayVersion): Promise<DeskStay> {
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
