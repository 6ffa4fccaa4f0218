import { readCompany, type Company } from '#content/company.ts'
import type { EmailDefinition, EmailRewriter, EmailSample } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { getFeeAt, parseTerms } from '../../policies/terms.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { href, inLanguage } from '#routes/public.ts'
import { createRecipient, type Recipient } from '../stay-link.ts'
import { getStatus, getStatusTraits } from '../status.ts'
import { isFirstRoomOfStay } from '../store.ts'
import { loadStay, type StayWithRooms } from '../stay-with-rooms.ts'
import { createPaymentOption, readAmounts, type StayAmounts } from './amounts.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

/** The data from which an email about a stay is created. */
export interface StayEmailInput {
  stay: StayWithRooms
  company: Company
  reader: Recipient
  amounts: StayAmounts
  ctx: RequestContext
}

type MakeStayEmail = (input: StayEmailInput) => Email

/**
 * Defines an email that can be created again from a stay while the stay has this status.
 * `asksForPayment`: the email asks for the amount due.
 */
export const createRewritableSample = (
  status: BookingStatus,
  make: MakeStayEmail,
  { asksForPayment = false } = {},
): Required<Pick<EmailDefinition, 'sample' | 'rewrite'>> => ({
  sample: createSample(status, make),
  rewrite: createRewriter(status, make, asksForPayment),
})

/** Creates a sample from a stored stay, as if it had this status. */
export function createSample(status: BookingStatus, make: MakeStayEmail): EmailSample {
  return async (db, ctx, { language, code }) => {
    const sampleStay = await findSampleStay(db, status, code)
    if (!sampleStay) return null
    const { now, context } = ctx
    const stay =
      getStatus(sampleStay, now) === status
        ? sampleStay
        : { ...sampleStay, ...getColumnsForStatus(sampleStay, status, now) }
    // Samples contain no secret link: it would open a real stay.
    const link = context.publicUrl + inLanguage(href('bookingSuccess'), language)
    const paymentUrl =
      stay.status === 'pending_payment' ? context.publicUrl + inLanguage(href('payment'), language) : null
    const recipient = { language, isVerified: true, link, pay: paymentUrl, calendar: null, token: null }
    // Samples of emails to the company are in this language too.
    const company = { ...(await readCompany(db)), language }
    const input = { stay, company, reader: recipient, amounts: createSampleAmounts(stay), ctx }
    return { about: stay.code, make: () => make(input) }
  }
}

/**
 * Finds the stay with the given reference. Without a reference, finds the newest stay with the status, or else the
 * newest stay. Skips stays whose personal data was purged.
 */
async function findSampleStay(db: Database, status: BookingStatus, code: string | null): Promise<StayWithRooms | null> {
  const newestBooking = db
    .selectFrom('booking')
    .selectAll()
    .where(isFirstRoomOfStay)
    .where('name', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
  const row =
    code === null
      ? ((await newestBooking.where('status', '=', status).executeTakeFirst()) ??
        (await newestBooking.executeTakeFirst()))
      : await newestBooking.where('code', '=', code).executeTakeFirst()
  return row ? loadStay(db, row) : null
}

/** The columns that a stay with this status would have. */
function getColumnsForStatus(stay: StayWithRooms, status: BookingStatus, now: number): Partial<StayWithRooms> {
  if (status === 'pending_approval') return { status, email_verified_at: null, expires_at: now + DAY_MS, answer: '' }
  if (status === 'pending_payment') return { status, expires_at: now + HOUR_MS }
  if (status === 'cancelled')
    return {
      status,
      expires_at: null,
      cancel_fee_poisha: stay.cancel_fee_poisha ?? getFeeAt(parseTerms(stay.terms), now),
    }
  if (status === 'no_show')
    return {
      status,
      expires_at: null,
      cancel_fee_poisha: stay.cancel_fee_poisha ?? parseTerms(stay.terms).noShowPoisha,
    }
  return { status, expires_at: null }
}

/** Sample amounts. A stay that released its nights counts as paid in full, all others as not paid yet. */
function createSampleAmounts({ status, total_poisha: total, cancel_fee_poisha }: StayWithRooms): StayAmounts {
  const noAmounts = {
    paidPoisha: 0,
    refundedPoisha: 0,
    extrasPoisha: 0,
    duePoisha: 0,
    overpaidPoisha: 0,
    refundPoisha: 0,
    billedPoisha: 0,
  }
  const { awaitsAnswer, releasedNights } = getStatusTraits(status)
  const feePoisha = cancel_fee_poisha ?? 0
  const refundPoisha = total - feePoisha
  if (releasedNights)
    return { ...noAmounts, paidPoisha: total, extrasPoisha: feePoisha, overpaidPoisha: refundPoisha, refundPoisha }
  return awaitsAnswer && status !== 'pending_payment' ? noAmounts : { ...noAmounts, duePoisha: total }
}

/** Creates an email again with a new link, if the stay still has the matching status. */
function createRewriter(status: BookingStatus, make: MakeStayEmail, asksForPayment: boolean): EmailRewriter {
  return async (db, ctx, about) => {
    const stay = await loadStayOf(db, about)
    if (!stay || stay.email === '' || getStatus(stay, ctx.now) !== status) return null
    const [company, amounts] = [await readCompany(db), await readAmounts(db, stay, ctx.now)]
    const recipient = await createRecipient(
      db,
      ctx,
      stay,
      asksForPayment ? createPaymentOption(amounts, company, ctx) : {},
    )
    const email = make({ stay, company, reader: recipient, amounts, ctx })
    return { to: stay.email, language: recipient.language, email }
  }
}

/** Loads the stay from a subject such as `booking ABC123`. */
async function loadStayOf(db: Database, about: string): Promise<StayWithRooms | null> {
  const [subjectType, code = ''] = about.split(' ')
  if (subjectType !== 'booking') return null
  const row = await db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirst()
  return row ? loadStay(db, row) : null
}
