import { findCompanyCancellation, getAgreedFee, toFeeLogDetails } from '#stays/bookings/cancelling/cancelling.ts'
import { createPaymentOption, readAmounts } from '#stays/bookings/emails/amounts.ts'
import { composeCancelledByCompanyEmail } from '#stays/bookings/emails/guest-emails.ts'
import { deleteRequestSenders } from '#stays/bookings/open-requests.ts'
import { getStatus } from '#stays/bookings/status.ts'
import { createRecipient } from '#stays/bookings/stay-link.ts'
import { selectBookingByCode, lockStay } from '#stays/bookings/store.ts'
import { mergeRooms, loadStay, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { runDeskTransaction, applyStayChanges, withCancellation } from '../stay-changes.ts'
import { lockStays } from '../stays.ts'
import { refundAfterUndoPeriod, undoOperation } from '../undo.ts'

/** The cancellation of a confirmed stay by the company. */
interface CompanyCancellation {
  code: string
  /** The company decides whether to charge the agreed fee. */
  fee: 'agreed' | 'none'
  /** The fee shown to the company, which the charge never exceeds. Null: no fee was shown. */
  shownFeePoisha: number | null
  /** The message of the company in the email to the guest. */
  message: string
}

/**
 * Cancels all rooms of a stay that nobody has used, as a desk operation, even on the arrival day and later. Emails the
 * guest. A second cancellation fails with the current status.
 */
export const cancelStayByStaff = (
  db: Database,
  ctx: RequestContext,
  { code, fee, shownFeePoisha, message }: CompanyCancellation,
): Promise<{ cancelled: StayWithRooms; operation_id: number }> =>
  runDeskTransaction(db, async (transaction) => {
    const { now } = ctx
    const company = await loadCompany(transaction, ctx)
    const rows = await lockStay(transaction, code)
    if (rows.length === 0) throw notFound()
    const wholeStay = mergeRooms(rows)
    const status = getStatus(wholeStay, now)
    const cancellation = findCompanyCancellation(wholeStay, company, now)
    if (!cancellation) throw conflict(status === 'confirmed' ? 'booking.now_checked_out' : `booking.now_${status}`)
    const { stay: booking, agreedPoisha } = cancellation
    const feePoisha = fee === 'agreed' ? agreedPoisha : 0
    if (shownFeePoisha !== null && feePoisha > shownFeePoisha)
      throw conflict('cancel.fee_changed', { fee: poishaToBdt(feePoisha) })
    const ids = booking.rooms.map(({ id }) => id)
    const stays = await lockStays(transaction, ids)
    const changes = booking.rooms.map((room, index) => {
      const before = stays[index]!
      const chargedFee = fee === 'agreed' ? getAgreedFee(room, now) : 0
      const after = { ...withCancellation(before, chargedFee, ctx), status: 'cancelled', expires_at: null } as const
      return { before, after: { ...after, ...(message && { answer: message }) } }
    })
    for (const id of ids) await deleteRequestSenders(transaction, id)
    const { id: operationId } = await applyStayChanges(transaction, ctx, 'booking cancelled', changes, {
      logEntry: { before: { status }, after: { status: 'cancelled', ...toFeeLogDetails(feePoisha, agreedPoisha) } },
    })
    const cancelledRowsQuery = transaction.selectFrom('booking').selectAll().where('id', 'in', ids).orderBy('id')
    const cancelledStay = { ...mergeRooms(await cancelledRowsQuery.execute()), code }
    const amounts = await readAmounts(transaction, cancelledStay, now)
    const { overpaidPoisha } = amounts
    if (overpaidPoisha > 0)
      await refundAfterUndoPeriod(transaction, ctx, cancelledStay, { operationId, announcedPoisha: overpaidPoisha })
    const recipient = await createRecipient(transaction, ctx, booking, createPaymentOption(amounts, company, ctx))
    const email = composeCancelledByCompanyEmail(cancelledStay, recipient, {
      message,
      now,
      amounts,
      hasOthers: booking.rooms.length < wholeStay.rooms.length,
    })
    await enqueueEmail(transaction, now, cancelledStay.email, recipient.language, email, company)
    return { cancelled: cancelledStay, operation_id: operationId }
  })

/**
 * Undoes a cancellation made by mistake, with the same night counters as every booking. Rejects it if other stays have
 * taken the nights or units. Emails the guest that the stay is booked again.
 */
export const undoCancellation = (
  db: Database,
  ctx: RequestContext,
  { code, operation_id: operationId }: { code: string; operation_id: number },
): Promise<StayWithRooms> =>
  runDeskTransaction(db, async (transaction) => {
    const undoneOperation = await undoOperation(transaction, ctx, operationId)
    const isCancellation =
      undoneOperation.action === 'booking cancelled' && undoneOperation.codes.every((c) => c === code)
    if (!isCancellation) throw notFound()
    return loadStay(transaction, await selectBookingByCode(transaction, code))
  })
