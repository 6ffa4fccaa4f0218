import { recordAudit } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { loadCompany, type Company } from '#content/company.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey } from '#locales/translator.ts'
import { getStatusTraits, getStatus } from '../status.ts'
import type { Cancelling, ChangeView } from '../contract.ts'
import { composeCompanyCancellationEmail } from '../emails/company-emails.ts'
import { composeCancellationEmail } from '../emails/guest-emails.ts'
import { createPaymentOption, readAmounts } from '../emails/amounts.ts'
import { syncLedger, getGuestRefund, getRemainingAmount, type Balance } from '../balance.ts'
import { computeToday } from '../../availability/stay.ts'
import { getArrivalTime, getFeeAt, parseTerms } from '../../policies/terms.ts'
import { getBookingReference, nextVersion, lockStay, type BookedRow } from '../store.ts'
import { mergeRooms, releaseRooms, type StayWithRooms } from '../stay-with-rooms.ts'
import { toAgreedTermsView, emitStayEvent } from '../stay-views.ts'
import { createRecipient } from '../stay-link.ts'

/** The caller is signed in as the guest, or has opened the link in the email. */
interface Cancellation {
  accountId: number
  code: string
  /** Whether the guest uses the link from an email, which proves that the address is theirs. */
  isByLink: boolean
  /** The fee that was shown to the guest. The stay is not cancelled if the current fee is higher. */
  shownFeePoisha: number
}

/**
 * Cancels a stay: releases its nights, records who cancelled, when and the fee, and queues the emails and the refund.
 * Runs in one transaction. A stay that is cancelled already is returned unchanged.
 */
export async function cancelBooking(
  db: Database,
  ctx: RequestContext,
  { accountId, code, isByLink, shownFeePoisha }: Cancellation,
): Promise<BookedRow> {
  const { now, language } = ctx
  const company = await loadCompany(db, ctx)
  return inTransaction(db, async (transaction) => {
    const rooms = (await lockStay(transaction, code)).filter((row) => row.booker_id === accountId)
    if (rooms.length === 0) throw notFound()
    const booking = mergeRooms(rooms)
    if (booking.status === 'cancelled') return booking
    const feePoisha = calculateCancellationFee(booking, company, now)
    if (feePoisha === null) throw conflict('cancel.not_here')
    if (feePoisha > shownFeePoisha) throw conflict('cancel.fee_changed', { fee: poishaToBdt(feePoisha) })
    const getRoomFee = (room: BookedRow) => calculateCancellationFee(room, company, now)!
    const cancelledStay = await cancelRooms(transaction, ctx, booking.rooms, {
      feeOfRoom: getRoomFee,
      cancelledBy: accountId,
    })
    const amounts = await readAmounts(transaction, cancelledStay, now)
    const { overpaidPoisha } = amounts
    if (overpaidPoisha > 0)
      await enqueueRefund(transaction, now, code, { isAgreed: true, announcedPoisha: overpaidPoisha })
    await recordAudit(transaction, {
      at: now,
      accountId,
      action: 'booking cancelled',
      subject: `booking ${code}`,
    })
    const linkOptions = { language, ...createPaymentOption(amounts, company, ctx) }
    const recipient = await createRecipient(transaction, ctx, cancelledStay, linkOptions)
    const emails = {
      guestEmail: composeCancellationEmail(
        cancelledStay,
        { ...recipient, isVerified: recipient.isVerified || isByLink },
        { now, amounts },
      ),
      companyEmail: composeCompanyCancellationEmail(
        { ...cancelledStay, refund: overpaidPoisha },
        company,
        ctx.context.publicUrl,
      ),
    }
    await mailGuestAndCompany(transaction, now, company, { ...cancelledStay, language }, emails)
    await emitStayEvent(transaction, { now, company }, 'stay.cancelled', code, () => cancelledStay)
    return cancelledStay
  })
}

/** The fee charged and the part of the agreed fee that was waived, for the log. */
export const toFeeLogDetails = (feePoisha: number, agreedPoisha: number) => ({
  fee: poishaToBdt(feePoisha),
  ...(agreedPoisha > feePoisha && { fee_waived: poishaToBdt(agreedPoisha - feePoisha) }),
})

/** The rooms of a stay that the company can cancel now, merged, with the fee that the guest owes under the agreed terms. */
interface CompanyCancellation {
  stay: StayWithRooms
  agreedPoisha: number
}

/**
 * Returns what the company can cancel now: the rooms that nobody has used and whose departure day is ahead. Null if
 * there is no such room, if guests are in house, or if the stay waits for approval, because staff decline it instead.
 */
export function findCompanyCancellation(
  stay: StayWithRooms,
  company: Company,
  now: number,
): CompanyCancellation | null {
  const status = getStatus(stay, now)
  if (!getStatusTraits(status).mayBeCancelled || status === 'pending_approval') return null
  const currentDay = computeToday(company, now)
  const rooms = stay.rooms.filter(
    (room) => getStatusTraits(getStatus(room, now)).mayBeCancelled && room.check_out > currentDay,
  )
  if (rooms.length === 0) return null
  const agreedPoisha = rooms.reduce((sum, room) => sum + getAgreedFee(room, now), 0)
  return { stay: { ...mergeRooms(rooms), code: stay.code }, agreedPoisha }
}

/** The fee for cancelling a room now under the agreed terms. A hold costs nothing. */
export const getAgreedFee = (room: BookedRow, now: number): number =>
  getStatusTraits(getStatus(room, now)).awaitsAnswer ? 0 : getFeeAt(parseTerms(room.terms), now)

/**
 * Enqueues the refund for the released nights. The payments slice handles the job, so that bookings do not depend on
 * that slice. An agreed refund needs no approval unless the company requires it. A refund at a later time uses the
 * balance at that time. If the refund equals the amount that an email has announced, the guest gets no further email.
 */
export const enqueueRefund = (
  db: Database,
  now: number,
  code: string,
  { at = now, ...refund }: { isAgreed: boolean; announcedPoisha: number; operationId?: number; at?: number },
): Promise<void> => enqueue(db, now, 'refund-stay', { code, ...refund }, at)

/** Cancels the locked rooms of a stay, releases their nights and updates the ledger. */
async function cancelRooms(
  db: Database,
  ctx: RequestContext,
  rooms: readonly BookedRow[],
  { feeOfRoom, cancelledBy }: { feeOfRoom: (room: BookedRow) => number; cancelledBy: number },
): Promise<StayWithRooms> {
  for (const room of rooms) {
    const feePoisha = feeOfRoom(room)
    await db
      .updateTable('booking')
      .set({
        status: 'cancelled',
        expires_at: null,
        cancelled_at: ctx.now,
        cancelled_by: cancelledBy,
        cancel_fee_poisha: feePoisha,
        version: nextVersion,
      })
      .where('id', '=', room.id)
      .execute()
  }
  await releaseRooms(db, mergeRooms(rooms))
  await syncLedger(db, ctx, [getBookingReference(rooms[0]!)])
  const bookingIds = rooms.map(({ id }) => id)
  const rows = await db.selectFrom('booking').selectAll().where('id', 'in', bookingIds).orderBy('id').execute()
  return mergeRooms(rows)
}

/** The cancellation terms shown to the guest, signed in or with a link. */
export function toCancellationView(
  booking: StayWithRooms,
  balance: Balance,
  company: Company,
  ctx: RequestContext,
): Cancelling {
  const feePoisha = calculateCancellationFee(booking, company, ctx.now)
  const shownTerms = feePoisha === null ? null : toAgreedTermsView(booking, ctx)
  return {
    fee: feePoisha && poishaToBdt(feePoisha),
    terms: shownTerms ? shownTerms.terms : describeOfflineCancellation(booking, ctx),
    note: shownTerms && shownTerms.note,
    steps: shownTerms ? shownTerms.steps : [],
    no_show: shownTerms && shownTerms.no_show,
    deposit: shownTerms && shownTerms.deposit,
    refund:
      feePoisha === null
        ? 0
        : poishaToBdt(getGuestRefund(balance, balance.nightsPoisha - feePoisha - getRemainingAmount(balance))),
    cost: booking.cancel_fee_poisha && poishaToBdt(booking.cancel_fee_poisha),
  }
}

/** The changes that the guest can make online, or a message that explains why the stay cannot be changed online. */
export function toChangeView(stay: StayWithRooms, company: Company, { language, now }: RequestContext): ChangeView {
  const allowedChanges = getAllowedChanges(stay, company, now)
  const isLocked = allowedChanges === null && !getStatusTraits(getStatus(stay, now)).isOver
  return { allowed: allowedChanges, locked: isLocked ? translatorFor(language).t(getLockedMessage(stay, now)) : null }
}

/**
 * The changes that the guest can make without staff: any while cancelling is free, after that only changes that do not
 * lower the price. Null while the payment is pending, for a package, if the rooms differ in dates or status, or if the
 * guest can no longer cancel.
 */
export function getAllowedChanges(stay: StayWithRooms, company: Company, now: number): ChangeView['allowed'] {
  const [firstRoom, ...otherRooms] = stay.rooms as readonly [BookedRow, ...BookedRow[]]
  const hasDifferentDates = otherRooms.some(
    ({ status, check_in, check_out }) =>
      status !== firstRoom.status || check_in !== firstRoom.check_in || check_out !== firstRoom.check_out,
  )
  const feePoisha = calculateCancellationFee(stay, company, now)
  if (feePoisha === null || hasDifferentDates || isPackage(stay) || getStatus(stay, now) === 'pending_payment')
    return null
  return feePoisha === 0 ? 'any' : 'more'
}

/** Returns the reason why the guest cannot change a stay online, and the alternative. */
export function getLockedMessage(stay: BookedRow, now: number): MessageKey {
  if (getStatus(stay, now) === 'pending_payment') return 'change.after_payment'
  return isPackage(stay) ? 'change.package' : 'change.not_here'
}

const isPackage = ({ package_en }: BookedRow): boolean => package_en !== null

/** The cancellation fee for the guest now. Null if the status forbids cancelling, or from the arrival time on. */
function calculateCancellationFee(booking: BookedRow, company: Company, now: number): number | null {
  if (!getStatusTraits(getStatus(booking, now)).mayBeCancelled) return null
  const terms = parseTerms(booking.terms)
  if (now >= (terms.arrivalAt ?? getArrivalTime(booking.check_in, company))) return null
  return getAgreedFee(booking, now)
}

/** How to cancel when it is too late to cancel online. Null if the stay is not confirmed. */
function describeOfflineCancellation(booking: BookedRow, { language, now }: RequestContext): string | null {
  const { mayBeCancelled, awaitsAnswer } = getStatusTraits(getStatus(booking, now))
  return mayBeCancelled && !awaitsAnswer ? translatorFor(language).t('cancel.not_here') : null
}
