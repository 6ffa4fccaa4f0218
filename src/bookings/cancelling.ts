import { addressIsConfirmed } from '../accounts/address.ts'
import { recordAudit } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { bdtOf } from '../platform/money.ts'
import { companyOf, type Company } from '../content/company.ts'
import { mailLater, tellCompany } from '../messages/outbox.ts'
import type { PaymentStatus } from '../tables/bookings.ts'
import { wordsIn } from '../words/both.ts'
import { canBeLate } from './terms.ts'
import { lifeOf, statusOf } from './status.ts'
import type { Cancelling } from './contract.ts'
import { bookedBy, cancelledToCompany } from './company-letters.ts'
import { cancelledLetter } from './letters.ts'
import type { Offer } from '../availability/price.ts'
import { takeStay, type BookedRow } from './store.ts'
import { asOne, giveBackRooms } from './whole-stay.ts'
import { agreedTerms } from './told.ts'
import { wayBack } from './stay-link.ts'

/** Whoever asks has signed in as whoever booked, or has come by the link in the letter. */
interface Cancellation {
  accountId: number
  code: string
  /** Has nothing to sign in with, and comes back by a link. */
  isGuest: boolean
  /** What the person was told that it costs: it never costs more. */
  toldPoisha: number
}

/**
 * Gives a stay back: its nights are free, who did it, when and for how much is kept, and a letter says so; all or nothing.
 * Done already, it stays as it was.
 */
export async function cancelBooking(
  db: Database,
  asker: Asker,
  { accountId, code, isGuest, toldPoisha }: Cancellation,
): Promise<BookedRow> {
  const { now, language } = asker
  const company = await companyOf(db, asker)
  return inTransaction(db, async (transaction) => {
    const rooms = (await takeStay(transaction, code)).filter((row) => row.account_id === accountId)
    if (rooms.length === 0) throw notFound()
    const booking = asOne(rooms)
    if (booking.status === 'cancelled') return booking
    const feePoisha = feeOfCancelling(booking, company, now)
    if (feePoisha === null) throw conflict('cancel.not_here')
    if (feePoisha > toldPoisha) throw conflict('cancel.costs_more', { fee: bdtOf(feePoisha) })
    const given: BookedRow[] = []
    for (const room of rooms) {
      const fee = feeOfCancelling(room, company, now)!
      const row = await transaction
        .updateTable('booking')
        .set({
          status: 'cancelled',
          payment_status: paymentAfter(room, fee),
          expires_at: null,
          cancelled_at: now,
          cancelled_by: accountId,
          cancel_fee_poisha: fee,
        })
        .where('id', '=', room.id)
        .returningAll()
        .executeTakeFirstOrThrow()
      given.push(row)
    }
    const cancelled = asOne(given)
    await recordAudit(transaction, {
      at: now,
      accountId,
      action: 'booking cancelled',
      subject: `booking ${code}`,
    })
    await giveBackRooms(transaction, booking)
    const isKnown = !isGuest && (await addressIsConfirmed(transaction, booking.account_id, booking.email))
    const reader = { language, isKnown, ...(await wayBack(transaction, asker, booking, isKnown)) }
    await mailLater(transaction, now, booking.email, language, cancelledLetter(cancelled, reader), company)
    const { publicUrl } = asker.context
    await tellCompany(transaction, now, company, cancelledToCompany(cancelled, company, publicUrl), bookedBy(cancelled))
    return cancelled
  })
}

/** What whoever booked is told about cancelling, wherever they come from. */
export function cancellingOf(booking: BookedRow, company: Company, asker: Asker): Cancelling {
  const fee = feeOfCancelling(booking, company, asker.now)
  return {
    fee: fee && bdtOf(fee),
    terms: termsOfCancelling(booking, fee, asker),
    cost: booking.cancel_fee_poisha && bdtOf(booking.cancel_fee_poisha),
  }
}

/** What it costs to cancel now, for whoever booked. Null where that is not theirs to do, or no longer. */
function feeOfCancelling(booking: BookedRow, company: Company, now: number): number | null {
  const { mayBeCancelled, awaitsAnswer } = lifeOf(statusOf(booking, now))
  if (!mayBeCancelled || now >= arrivalAt(booking.check_in, company)) return null
  return awaitsAnswer || now < booking.cancel_free_until ? 0 : booking.cancel_late_poisha
}

/** The same in a sentence. Null where there is nothing to cancel. */
function termsOfCancelling(booking: BookedRow, fee: number | null, { language, now }: Asker): string | null {
  const { t, money } = wordsIn(language)
  const { isOver, awaitsAnswer } = lifeOf(statusOf(booking, now))
  const late = money(bdtOf(booking.cancel_late_poisha))
  if (fee === null) return isOver || awaitsAnswer ? null : t('cancel.not_here')
  if (fee > 0) return t('cancel.costs', { fee: late })
  return agreedTerms(booking, { language, now })
}

/** What is agreed about cancelling when a room is booked. */
export const agreedOnCancelling = ({ nights }: Offer, company: Company) => ({
  cancel_free_until: arrivalAt(nights[0]!.night, company) - company.freeCancellationHours * MS_PER_HOUR,
  cancel_late_poisha: nights
    .slice(0, canBeLate(company) ? company.lateCancellationNights : 0)
    .reduce((sum, { pricePoisha }) => sum + pricePoisha, 0),
})

const MS_PER_HOUR = 3_600_000

/** The moment from which the house awaits its guest, by its own clocks. */
const arrivalAt = (day: number, { timeZone, checkInFrom }: Company): number =>
  Temporal.PlainDateTime.from(`${isoDay(day)}T${checkInFrom}`).toZonedDateTime(timeZone).epochMilliseconds

/** How much of a part was paid is not known here: somebody looks. */
export function paymentAfter({ payment_status, total_poisha }: BookedRow, feePoisha: number): PaymentStatus {
  if (payment_status === 'paid') return feePoisha < total_poisha ? 'refund_pending' : 'paid'
  return payment_status === 'partially_paid' || payment_status === 'authorised' ? 'review' : payment_status
}
