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

/** The caller is signed in as the guest, or has opened the link in the email. */
interface Cancellation {
  accountId: number
  code: string
  /** The guest has no account to sign in to, and returns by a link. */
  isGuest: boolean
  /** The fee that was shown to the guest. The stay is not cancelled if it costs more. */
  toldPoisha: number
}

/**
 * Cancels a stay: releases its nights, records who cancelled, when and the fee, and queues an email. Runs in one
 * transaction. A stay that is cancelled already is returned unchanged.
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

/** The fee charged and the part of the agreed fee that was waived, for the log. */
export const feeForLog = (feePoisha: number, agreedPoisha: number) => ({
  fee: bdtOf(feePoisha),
  ...(agreedPoisha > feePoisha && { fee_waived: bdtOf(agreedPoisha - feePoisha) }),
})

/**
 * The fee that the guest owes under the agreed terms if the company cancels now. Null if there is nothing to cancel, or
 * it is too late. A pending request is declined instead.
 */
export function feeForGuest(booking: BookedRow, company: Company, now: number): number | null {
  const status = statusOf(booking, now)
  const { mayBeCancelled, awaitsAnswer } = lifeOf(status)
  if (!mayBeCancelled || status === 'pending_approval' || booking.check_out <= today(company, now)) return null
  return awaitsAnswer ? 0 : costAt(readTerms(booking.terms), now)
}

/**
 * Enqueues the refund for the released nights. Payments handle the job; bookings know nothing about them. An agreed
 * refund needs no approval unless the company requires it. A refund at a later time uses the balance at that time.
 */
export const refundLater = (
  db: Database,
  now: number,
  code: string,
  { isAgreed, at = now }: { isAgreed: boolean; at?: number },
): Promise<void> => enqueue(db, now, 'refund-stay', { code, isAgreed }, at)

/** Cancels the locked rooms of a stay. Returns the cancelled stay and the amount to refund. */
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

/** The cancellation terms shown to the guest, signed in or with a link. */
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
 * The date changes that the guest may make alone: any while cancelling is free, after that only additional nights. Null
 * if staff must make the change: during a payment, or if the rooms have different dates.
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

/** The cancellation fee for the guest now. Null if the guest cannot cancel, or can no longer cancel. */
function feeOfCancelling(booking: BookedRow, company: Company, now: number): number | null {
  const { mayBeCancelled, awaitsAnswer } = lifeOf(statusOf(booking, now))
  if (!mayBeCancelled) return null
  const terms = readTerms(booking.terms)
  if (now >= (terms.arrivalAt ?? arrivalAt(booking.check_in, company))) return null
  return awaitsAnswer ? 0 : costAt(terms, now)
}

/** How to cancel when it is too late to cancel online. Null if there is nothing to cancel. */
function whyNotHere(booking: BookedRow, { language, now }: RequestContext): string | null {
  const { mayBeCancelled, awaitsAnswer } = lifeOf(statusOf(booking, now))
  return mayBeCancelled && !awaitsAnswer ? translatorFor(language).t('cancel.not_here') : null
}
