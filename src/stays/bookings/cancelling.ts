import { addressIsConfirmed } from '#people/accounts/address.ts'
import { recordAudit } from '#platform/work/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/work/jobs.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { bdtOf } from '#platform/money.ts'
import { companyOf, type Company } from '#content/company.ts'
import { tellBoth } from '#mail/outbox.ts'
import { translatorFor } from '#locales/both.ts'
import { lifeOf, statusOf } from './status.ts'
import type { Cancelling } from './contract.ts'
import { cancelledToCompany } from './company-emails.ts'
import { cancelledEmail } from './emails.ts'
import { keepMoney, owedFor, stillOwed, type Owed } from './owed.ts'
import { today } from '../availability/stay.ts'
import { arrivalAt, costAt, readTerms } from '../policies/terms.ts'
import { codeOf, nextVersion, takeStay, type BookedRow } from './store.ts'
import { asOne, giveBackRooms, type WholeStay } from './whole-stay.ts'
import { agreedTerms, tellStay } from './presenter.ts'
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
  ctx: RequestContext,
  { accountId, code, isGuest, toldPoisha }: Cancellation,
): Promise<BookedRow> {
  const { now, language } = ctx
  const company = await companyOf(db, ctx)
  return inTransaction(db, async (transaction) => {
    const rooms = (await takeStay(transaction, code)).filter((row) => row.account_id === accountId)
    if (rooms.length === 0) throw notFound()
    const booking = asOne(rooms)
    if (booking.status === 'cancelled') return booking
    const feePoisha = feeOfCancelling(booking, company, now)
    if (feePoisha === null) throw conflict('cancel.not_here')
    if (feePoisha > toldPoisha) throw conflict('cancel.costs_more', { fee: bdtOf(feePoisha) })
    const feeOf = (room: BookedRow) => feeOfCancelling(room, company, now)!
    const { cancelled, refund } = await giveBack(transaction, ctx, booking.rooms, { feeOf, by: accountId })
    if (refund > 0) await refundLater(transaction, now, code, { isAgreed: true })
    await recordAudit(transaction, {
      at: now,
      accountId,
      action: 'booking cancelled',
      subject: `booking ${code}`,
    })
    const isKnown = !isGuest && (await addressIsConfirmed(transaction, booking.account_id, booking.email))
    const reader = { language, isKnown, ...(await wayBack(transaction, ctx, booking, isKnown)) }
    const emails = {
      theirs: cancelledEmail(cancelled, reader, refund),
      ours: cancelledToCompany({ ...cancelled, refund }, company, ctx.context.publicUrl),
    }
    await tellBoth(transaction, now, company, { ...cancelled, language }, emails)
    await tellStay(transaction, { now, company }, 'stay.cancelled', code, () => cancelled)
    return cancelled
  })
}

/** What was asked for, and what the house lets its guest off. */
export const feeForLog = (feePoisha: number, agreedPoisha: number) => ({
  fee: bdtOf(feePoisha),
  ...(agreedPoisha > feePoisha && { fee_waived: bdtOf(agreedPoisha - feePoisha) }),
})

/**
 * What it costs the guest if the company cancels now by what was agreed. Null where there is nothing to cancel, or no
 * longer; a request that waits is declined.
 */
export function feeForGuest(booking: BookedRow, company: Company, now: number): number | null {
  const status = statusOf(booking, now)
  const { mayBeCancelled, awaitsAnswer } = lifeOf(status)
  if (!mayBeCancelled || status === 'pending_approval' || booking.check_out <= today(company, now)) return null
  return awaitsAnswer ? 0 : costAt(readTerms(booking.terms), now)
}

/**
 * What was paid for what was given up goes back: by whoever took it, of which bookings know nothing. Agreed, it needs nobody's
 * approval, unless the house wants that. At a later moment, what is owed then counts.
 */
export const refundLater = (
  db: Database,
  now: number,
  code: string,
  { isAgreed, at = now }: { isAgreed: boolean; at?: number },
): Promise<void> => enqueue(db, now, 'refund-stay', { code, isAgreed }, at)

/** All rooms of a stay that was taken for it; and how much of what was paid is to be given back. */
async function giveBack(
  db: Database,
  ctx: RequestContext,
  rooms: readonly BookedRow[],
  { feeOf, by }: { feeOf: (room: BookedRow) => number; by: number },
): Promise<{ cancelled: WholeStay; refund: number }> {
  for (const room of rooms) {
    const fee = feeOf(room)
    await db
      .updateTable('booking')
      .set({
        status: 'cancelled',
        expires_at: null,
        cancelled_at: ctx.now,
        cancelled_by: by,
        cancel_fee_poisha: fee,
        version: nextVersion,
      })
      .where('id', '=', room.id)
      .execute()
  }
  await giveBackRooms(db, asOne(rooms))
  const whole = codeOf(rooms[0]!)
  await keepMoney(db, ctx, [whole])
  const ids = rooms.map(({ id }) => id)
  const rows = await db.selectFrom('booking').selectAll().where('id', 'in', ids).orderBy('id').execute()
  return { cancelled: asOne(rows), refund: Math.max(0, -stillOwed(await owedFor(db, whole))) }
}

/** What whoever booked is told about cancelling, wherever they come from. */
export function cancellingOf(booking: WholeStay, owed: Owed, company: Company, ctx: RequestContext): Cancelling {
  const fee = feeOfCancelling(booking, company, ctx.now)
  const told = fee === null ? null : agreedTerms(booking, ctx)
  return {
    fee: fee && bdtOf(fee),
    terms: told ? told.terms : whyNotHere(booking, ctx),
    note: told && told.note,
    steps: told ? told.steps : [],
    no_show: told && told.no_show,
    deposit: told && told.deposit,
    goes_back: fee === null ? 0 : bdtOf(Math.max(0, owed.nightsPoisha - fee - stillOwed(owed))),
    cost: booking.cancel_fee_poisha && bdtOf(booking.cancel_fee_poisha),
    other_dates: otherDatesOf(booking, company, ctx.now),
  }
}

/**
 * The other days that whoever booked may choose by themselves: any, for as long as cancelling costs nothing; after that they may
 * add nights, and give none up. Null where that is for the desk: what is being paid for, and rooms that differ in their days.
 */
export function otherDatesOf(stay: WholeStay, company: Company, now: number): Cancelling['other_dates'] {
  const [first, ...others] = stay.rooms as readonly [BookedRow, ...BookedRow[]]
  const differs = others.some(
    ({ status, check_in, check_out }) =>
      status !== first.status || check_in !== first.check_in || check_out !== first.check_out,
  )
  const fee = feeOfCancelling(stay, company, now)
  if (fee === null || differs || statusOf(stay, now) === 'pending_payment') return null
  return fee === 0 ? 'any' : 'more'
}

/** What it costs to cancel now, for whoever booked. Null where that is not theirs to do, or no longer. */
function feeOfCancelling(booking: BookedRow, company: Company, now: number): number | null {
  const { mayBeCancelled, awaitsAnswer } = lifeOf(statusOf(booking, now))
  if (!mayBeCancelled) return null
  const terms = readTerms(booking.terms)
  if (now >= (terms.arrivalAt ?? arrivalAt(booking.check_in, company))) return null
  return awaitsAnswer ? 0 : costAt(terms, now)
}

/** Who may no longer cancel by themselves is told how it is done. Null where there is nothing to cancel. */
function whyNotHere(booking: BookedRow, { language, now }: RequestContext): string | null {
  const { mayBeCancelled, awaitsAnswer } = lifeOf(statusOf(booking, now))
  return mayBeCancelled && !awaitsAnswer ? translatorFor(language).t('cancel.not_here') : null
}
