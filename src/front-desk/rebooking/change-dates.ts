import { findOffers } from '#stays/availability/free-rooms.ts'
import { isRuleViolation } from '#stays/availability/price.ts'
import { validateStay, today, type Stay } from '#stays/availability/stay.ts'
import { allowedDateChanges, enqueueRefund } from '#stays/bookings/cancelling.ts'
import { asksPayment, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { companyNewDatesEmail } from '#stays/bookings/company-emails.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { balanceOf, remainingAmount } from '#stays/bookings/balance.ts'
import { statusTraits } from '#stays/bookings/status.ts'
import { recipientOf } from '#stays/bookings/stay-link.ts'
import { verifyStay } from '#stays/bookings/verification.ts'
import { bookingByCode, roomsOf, lockStay, type BookedRow } from '#stays/bookings/store.ts'
import { mergeRooms, loadStay, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { companyOf, type Company } from '#content/company.ts'
import { deskTransaction, applyStayChanges, type Change } from '../desk/stay-changes.ts'
import { findConflict } from '../desk/conflicts.ts'
import { repriceStay } from '../desk/reprice.ts'
import { readStays, type DeskStay } from '../desk/stays.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, invalid, notFound, UserError } from '#platform/errors.ts'
import { movedEmail } from './emails.ts'

/** A date change that a guest or member requests, signed in or through the link in an email. */
interface DateChange {
  first: BookedRow
  /** The guest uses the link from an email, so the address is theirs. */
  byLink: boolean
  stay: Stay
}

export interface Plan {
  changes: Change[]
  totalPoisha: number
  /** Negative if the stay becomes cheaper. */
  differencePoisha: number
  /** The part of the payment that is refunded. */
  refundPoisha: number
}

/**
 * Calculates the price of a stay on other dates. Booked nights keep their price, new nights have today's price. Changes
 * nothing, and rejects dates that are not possible.
 */
export async function previewDates(
  db: Database,
  ctx: RequestContext,
  { first, stay }: Omit<DateChange, 'byLink'>,
): Promise<Plan> {
  await expireHolds(db, ctx.now, ctx.context)
  return planChanges(db, ctx, await roomsOf(db, first), stay)
}

/**
 * Moves a stay to other dates in one transaction: nights, price, refund and an email to both sides. Rejects the change
 * if the price differs from the one shown. A repeated request gets the same response and has no further effect.
 */
export async function changeDates(
  db: Database,
  ctx: RequestContext,
  { first, byLink, stay, expectedPoisha }: DateChange & { expectedPoisha: number },
): Promise<StayWithRooms> {
  const { now, language, context } = ctx
  await expireHolds(db, now, context)
  return deskTransaction(db, async (transaction) => {
    if (byLink) await verifyStay(transaction, now, first.code)
    const rooms = await lockStay(transaction, first.code)
    const before = mergeRooms(rooms)
    if (before.check_in === stay.checkIn && before.check_out === stay.checkOut) return before
    const { changes, totalPoisha, refundPoisha } = await planChanges(transaction, ctx, rooms, stay)
    if (totalPoisha !== expectedPoisha) throw conflict('dates.price_changed')
    await applyStayChanges(transaction, asGuest(ctx, first), 'stay moved by guest', changes)
    if (refundPoisha > 0)
      await enqueueRefund(transaction, now, first.code, { isAgreed: true, announcedPoisha: refundPoisha })
    const company = await companyOf(transaction, ctx)
    const updated = await loadStay(transaction, await bookingByCode(transaction, first.code))
    const amounts = await readAmounts(transaction, updated, now)
    const recipient = await recipientOf(transaction, ctx, updated, { language, ...asksPayment(amounts, company, ctx) })
    const emails = {
      guestEmail: movedEmail(updated, company, recipient, { now, amounts, totalBefore: before.total_poisha }),
      companyEmail: companyNewDatesEmail({ ...updated, before, refund: refundPoisha }, company, context.publicUrl),
    }
    await mailGuestAndCompany(transaction, now, company, { ...updated, language }, emails)
    return updated
  })
}

/**
 * Records the change as the guest's own, even if the browser that opens the link is signed in to another account. The
 * network address of the guest is not stored.
 */
const asGuest = (ctx: RequestContext, { account_id, name }: BookedRow): RequestContext => ({
  ...ctx,
  account: { id: account_id, role: 'guest', name },
  address: null,
})

async function planChanges(db: Database, ctx: RequestContext, rooms: readonly BookedRow[], stay: Stay): Promise<Plan> {
  if (rooms.length === 0) throw notFound()
  const groupStay = mergeRooms(rooms)
  const company = await companyOf(db, ctx)
  await assertAllowed(db, ctx, { groupStay, company, stay })
  const ids = groupStay.rooms.map(({ id }) => id)
  const changes: Change[] = []
  for (const before of await readStays(db, ids)) changes.push(await moveStay(db, ctx, { before, company, stay }))
  const stayConflict = await findConflict(db, ctx, changes)
  if (stayConflict) throw new UserError(409, stayConflict.message)
  const totalPoisha = changes.reduce((sum, { after }) => sum + after.total_poisha, 0)
  const differencePoisha = totalPoisha - groupStay.total_poisha
  return {
    changes,
    totalPoisha,
    differencePoisha,
    refundPoisha: await calculateRefund(db, groupStay, differencePoisha),
  }
}

interface MoveContext {
  company: Company
  stay: Stay
}

/** Checks the booking rules, the rooms of the stay and its agreed cancellation terms. */
async function assertAllowed(
  db: Database,
  ctx: RequestContext,
  { groupStay, company, stay }: MoveContext & { groupStay: StayWithRooms },
) {
  const allowedDates = allowedDateChanges(groupStay, company, ctx.now)
  if (allowedDates === null) throw conflict('dates.not_here')
  const stayError = validateStay(stay, company, ctx.now)
  if (stayError) throw invalid({ [stayError.date]: stayError.sentence })
  if (allowedDates === 'more' && stay.checkIn > groupStay.check_in) throw invalid({ checkIn: 'dates.only_more_nights' })
  if (allowedDates === 'more' && stay.checkOut < groupStay.check_out)
    throw invalid({ checkOut: 'dates.only_more_nights' })
  const ids = [...new Set(groupStay.rooms.map(({ room_id }) => room_id))]
  const bookableRooms = await db.selectFrom('room').selectAll().where('id', 'in', ids).where('active', '=', 1).execute()
  if (bookableRooms.length < ids.length) throw conflict('dates.not_here')
  const offers = await findOffers(db, bookableRooms, stay)
  if (isRuleViolation(offers)) throw invalid({ [offers.date]: offers.sentence })
}

/** Moves a stay within its room, and within its unit if that is free on all nights. Booked nights keep their price. */
async function moveStay(
  db: Database,
  ctx: RequestContext,
  { before, company, stay }: MoveContext & { before: DeskStay },
) {
  const roomIds = new Set(before.nights.map(({ roomId }) => roomId))
  const unitIds = new Set(before.nights.map(({ unitId }) => unitId))
  // Only the desk can move stays that change rooms or units between nights.
  if (roomIds.size > 1 || unitIds.size > 1) throw conflict('dates.not_here')
  const [roomId, unitId] = [[...roomIds][0]!, [...unitIds][0] ?? null]
  const days = { day: today(company, ctx.now), now: ctx.now }
  const moveToUnit = async (unit: number | null): Promise<Change> => {
    const nights = Array.from({ length: stay.checkOut - stay.checkIn }, (_, index) => ({
      night: stay.checkIn + index,
      roomId,
      unitId: unit,
    }))
    return { before, after: (await repriceStay(db, company, before, nights, days)).samePrice }
  }
  const change = await moveToUnit(unitId)
  if (unitId === null) return change
  const stayConflict = await findConflict(db, ctx, [change])
  return stayConflict?.at.of === 'unit' ? moveToUnit(null) : change
}

/**
 * Returns the refund after a price change. Zero for a request that awaits an answer, which has no confirmed price and
 * no payment.
 */
async function calculateRefund(db: Database, groupStay: StayWithRooms, differencePoisha: number): Promise<number> {
  if (statusTraits(groupStay.status).awaitsAnswer) return 0
  return Math.max(0, -(remainingAmount(await balanceOf(db, groupStay.code)) + differencePoisha))
}
