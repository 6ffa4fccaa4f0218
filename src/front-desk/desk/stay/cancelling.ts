import { feeForGuest, feeForLog } from '#stays/bookings/cancelling.ts'
import { cancelledByUsEmail } from '#stays/bookings/emails.ts'
import { purgeAsker } from '#stays/bookings/open-requests.ts'
import { owedFor, stillOwed } from '#stays/bookings/owed.ts'
import { statusOf } from '#stays/bookings/status.ts'
import { readerOf } from '#stays/bookings/stay-link.ts'
import { bookingByCode, takeStay } from '#stays/bookings/store.ts'
import { asOne, wholeStay, type WholeStay } from '#stays/bookings/whole-stay.ts'
import { companyOf } from '#content/company.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { givenUp } from '../arriving.ts'
import { atDesk, changeStays } from '../changing.ts'
import { takeStays } from '../stays.ts'
import { refundOnceDone, takeBack } from '../undoing.ts'

/** The company cancels a confirmed stay. */
interface CompanysCancellation {
  code: string
  /** The agreed fee or none: the company decides. */
  fee: 'agreed' | 'none'
  /** The fee shown to the company, which the charge never exceeds. Null: no fee was shown. */
  toldPoisha: number | null
  /** Added to the email to the guest. */
  sentence: string
}

/**
 * Cancels all rooms of a stay as a desk operation, also on the arrival day and later, and emails the guest. A second
 * cancellation fails with the current status.
 */
export const cancelForGuest = (
  db: Database,
  ctx: RequestContext,
  { code, fee, toldPoisha, sentence }: CompanysCancellation,
): Promise<{ cancelled: WholeStay; act: number }> =>
  atDesk(db, async (transaction) => {
    const { now } = ctx
    const company = await companyOf(transaction, ctx)
    const rows = await takeStay(transaction, code)
    if (rows.length === 0) throw notFound()
    const booking = asOne(rows)
    const status = statusOf(booking, now)
    const agreedPoisha = feeForGuest(booking, company, now)
    if (agreedPoisha === null)
      throw conflict(status === 'confirmed' ? 'booking.now_checked_out' : `booking.now_${status}`)
    const feePoisha = fee === 'agreed' ? agreedPoisha : 0
    if (toldPoisha !== null && feePoisha > toldPoisha) throw conflict('cancel.costs_more', { fee: bdtOf(feePoisha) })
    const ids = booking.rooms.map(({ id }) => id)
    const stays = await takeStays(transaction, ids)
    const changes = booking.rooms.map((room, at) => {
      const before = stays[at]!
      const owes = fee === 'agreed' ? feeForGuest(room, company, now)! : 0
      const after = { ...givenUp(before, owes, ctx), status: 'cancelled', expires_at: null } as const
      return { before, after: { ...after, ...(sentence && { answer: sentence }) } }
    })
    for (const id of ids) await purgeAsker(transaction, id)
    const act = await changeStays(transaction, ctx, 'booking cancelled', changes, {
      toldAs: { before: { status }, after: { status: 'cancelled', ...feeForLog(feePoisha, agreedPoisha) } },
    })
    const gone = transaction.selectFrom('booking').selectAll().where('id', 'in', ids).orderBy('id')
    const cancelled = asOne(await gone.execute())
    const refund = Math.max(0, -stillOwed(await owedFor(transaction, code)))
    if (refund > 0) await refundOnceDone(transaction, ctx, cancelled)
    const reader = await readerOf(transaction, ctx, booking)
    const email = cancelledByUsEmail(cancelled, reader, { sentence, refund })
    await enqueueEmail(transaction, now, cancelled.email, reader.language, email, company)
    return { cancelled, act }
  })

/**
 * Undoes a cancellation made by mistake, with the night counters of every booking. Rejects it if other stays have the
 * nights or units by now. Emails the guest that the stay is booked again.
 */
export const takeBackCancelling = (
  db: Database,
  ctx: RequestContext,
  { code, act }: { code: string; act: number },
): Promise<WholeStay> =>
  atDesk(db, async (transaction) => {
    const undone = await takeBack(transaction, ctx, act)
    const isIt = undone.act === 'booking cancelled' && undone.codes.every((c) => c === code)
    if (!isIt) throw notFound()
    return wholeStay(transaction, await bookingByCode(transaction, code))
  })
