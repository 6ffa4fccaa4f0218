import { addressIsConfirmed } from '../accounts/address.ts'
import { recordAudit, recordChange } from '../platform/work/audit.ts'
import type { Asker } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { isoDay } from '../platform/day.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { bdtOf } from '../platform/money.ts'
import { companyOf, type Company } from '../content/company.ts'
import { mailLater, tellBoth } from '../messages/outbox.ts'
import { wordsIn } from '../words/both.ts'
import { canBeLate } from './terms.ts'
import { lifeOf, statusOf } from './status.ts'
import type { Cancelling } from './contract.ts'
import { cancelledToCompany } from './company-letters.ts'
import { cancelledByUsLetter, cancelledLetter } from './letters.ts'
import { keepPaymentStatus, owedOf, stillOwed } from './owed.ts'
import type { Offer } from '../availability/price.ts'
import { today } from '../availability/stay.ts'
import { nextVersion, takeStay, type BookedRow } from './store.ts'
import { asOne, giveBackRooms, type WholeStay } from './whole-stay.ts'
import { agreedTerms } from './told.ts'
import { readerOf, wayBack } from './stay-link.ts'

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
    const feeOf = (room: BookedRow) => feeOfCancelling(room, company, now)!
    const { cancelled, refund } = await giveBack(transaction, booking.rooms, { feeOf, by: accountId, now })
    await recordAudit(transaction, {
      at: now,
      accountId,
      action: 'booking cancelled',
      subject: `booking ${code}`,
    })
    const isKnown = !isGuest && (await addressIsConfirmed(transaction, booking.account_id, booking.email))
    const reader = { language, isKnown, ...(await wayBack(transaction, asker, booking, isKnown)) }
    const letters = {
      theirs: cancelledLetter(cancelled, reader, refund),
      ours: cancelledToCompany({ ...cancelled, refund }, company, asker.context.publicUrl),
    }
    await tellBoth(transaction, now, company, { ...cancelled, language }, letters)
    return cancelled
  })
}

/** The company gives a stay back that was promised. */
interface CompanysCancellation {
  code: string
  /** What was agreed, or nothing: that is the company's to say. */
  fee: 'agreed' | 'none'
  /** What the company was shown that it costs: it never costs more. Null where it was shown none. */
  toldPoisha: number | null
  /** Added to the letter to the guest. */
  sentence: string
}

/** The same by the company, also on the day of arrival and after it. Who comes second is told what it is now. */
export async function cancelForGuest(
  db: Database,
  asker: Asker,
  { code, fee, toldPoisha, sentence }: CompanysCancellation,
): Promise<WholeStay> {
  const { now } = asker
  const company = await companyOf(db, asker)
  return inTransaction(db, async (transaction) => {
    const rooms = await takeStay(transaction, code)
    if (rooms.length === 0) throw notFound()
    const booking = asOne(rooms)
    const status = statusOf(booking, now)
    const agreedPoisha = feeForGuest(booking, company, now)
    if (agreedPoisha === null)
      throw conflict(status === 'confirmed' ? 'booking.now_checked_out' : `booking.now_${status}`)
    const feePoisha = fee === 'agreed' ? agreedPoisha : 0
    if (toldPoisha !== null && feePoisha > toldPoisha) throw conflict('cancel.costs_more', { fee: bdtOf(feePoisha) })
    const feeOf = (room: BookedRow) => (fee === 'agreed' ? feeForGuest(room, company, now)! : 0)
    const { cancelled, refund } = await giveBack(transaction, booking.rooms, {
      feeOf,
      by: asker.account!.id,
      now,
      answer: sentence,
    })
    await recordChange(transaction, asker, 'booking cancelled', `booking ${code}`, {
      before: { status },
      after: { status: 'cancelled', fee: bdtOf(feePoisha) },
    })
    const reader = await readerOf(transaction, asker, booking)
    const letter = cancelledByUsLetter(cancelled, reader, { sentence, refund })
    await mailLater(transaction, now, cancelled.email, reader.language, letter, company)
    return cancelled
  })
}

/**
 * What it costs the guest if the company cancels now by what was agreed. Null where there is nothing to cancel, or no
 * longer; a request that waits is declined.
 */
export function feeForGuest(booking: BookedRow, company: Company, now: number): number | null {
  const status = statusOf(booking, now)
  const { mayBeCancelled, awaitsAnswer } = lifeOf(status)
  if (!mayBeCancelled || status === 'pending_approval' || booking.check_out <= today(company, now)) return null
  return awaitsAnswer || now < booking.cancel_free_until ? 0 : booking.cancel_late_poisha
}

/** All rooms of a stay that was taken for it; and how much of what was paid is to be given back. */
async function giveBack(
  db: Database,
  rooms: readonly BookedRow[],
  { feeOf, by, now, answer }: { feeOf: (room: BookedRow) => number; by: number; now: number; answer?: string },
): Promise<{ cancelled: WholeStay; refund: number }> {
  for (const room of rooms) {
    const fee = feeOf(room)
    await db
      .updateTable('booking')
      .set({
        status: 'cancelled',
        expires_at: null,
        cancelled_at: now,
        cancelled_by: by,
        cancel_fee_poisha: fee,
        version: nextVersion,
        ...(answer && { answer }),
      })
      .where('id', '=', room.id)
      .execute()
  }
  await giveBackRooms(db, asOne(rooms))
  const [{ code, stay_code }] = rooms as readonly [BookedRow]
  const whole = stay_code ?? code
  await keepPaymentStatus(db, [whole])
  const ids = rooms.map(({ id }) => id)
  const rows = await db.selectFrom('booking').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return { cancelled: asOne(rows), refund: Math.max(0, -stillOwed((await owedOf(db, [whole])).get(whole))) }
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
