import { readCompany } from '#content/company.ts'
import type { EmailKind } from '#mail/kinds.ts'
import type { Email } from '#mail/email.ts'
import type { EmailSample, EmailSamples } from '#mail/samples.ts'
import type { Database } from '#platform/database/database.ts'
import { feeAt, parseTerms } from '../../policies/terms.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { href, inLanguage } from '#routes/public.ts'
import {
  companyBookingEmail,
  companyCancellationEmail,
  companyExpiredEmail,
  companyUnansweredEmail,
} from '../company-emails.ts'
import { expiredEmail } from '../emails.ts'
import { reminderEmail, thanksEmail } from './reminder-and-thanks.ts'
import { stayEmails, type StayEmailInput } from './stay-emails.ts'
import { statusOf } from '../status.ts'
import { isFirstRoomOfStay } from '../store.ts'
import { loadStay, type StayWithRooms } from '../stay-with-rooms.ts'

/**
 * Samples of the emails about a stay, made from a stored stay. If none has the right status, one is shown as if it had.
 */
export const stayEmailSamples: EmailSamples = {
  ...Object.fromEntries(Object.entries(stayEmails).map(([kind, { status, make }]) => [kind, sampleOf(status, make)])),
  stay_ended: sampleOf('expired', ({ stay, reader: recipient, asker: ctx }) =>
    expiredEmail(stay, recipient.language, ctx.context.publicUrl),
  ),
  stay_reminder: sampleOf('confirmed', ({ stay, company, reader: recipient, asker: ctx }) =>
    reminderEmail(stay, company, recipient, ctx.now),
  ),
  stay_thanks: sampleOf('checked_out', ({ stay, reader: recipient, asker: ctx }) =>
    thanksEmail(stay, recipient, ctx.context.publicUrl),
  ),
  company_stay_requested: sampleOf('pending_approval', makeCompanyBookingEmail),
  company_stay_booked: sampleOf('confirmed', makeCompanyBookingEmail),
  company_stay_cancelled: sampleOf('cancelled', ({ stay, company, reader: { language }, refund, asker: ctx }) =>
    companyCancellationEmail({ ...stay, refund }, { ...company, language }, ctx.context.publicUrl),
  ),
  company_stay_unanswered: sampleOf('pending_approval', ({ stay, company, reader: { language }, asker: ctx }) =>
    companyUnansweredEmail({ ...stay, email_verified_at: ctx.now }, { ...company, language }, ctx.context.publicUrl),
  ),
  company_stay_ended: sampleOf('expired', ({ stay, company, reader: { language }, asker: ctx }) =>
    companyExpiredEmail(stay, { ...company, language }, ctx.context.publicUrl),
  ),
} satisfies Partial<Record<EmailKind, EmailSample>>

function makeCompanyBookingEmail({ stay, company, reader: { language }, asker: ctx }: StayEmailInput): Email {
  return companyBookingEmail(stay, { ...company, language }, ctx.context.publicUrl)
}

/** Creates a sample from a stored stay, as if it had this status. */
export function sampleOf(status: BookingStatus, make: (input: StayEmailInput) => Email): EmailSample {
  return async (db, ctx, { language, code }) => {
    const stored = await findSampleStay(db, status, code)
    if (!stored) return null
    const { now, context } = ctx
    const stay = statusOf(stored, now) === status ? stored : { ...stored, ...columnsForStatus(stored, status, now) }
    // Samples contain no secret link: it would open a real stay.
    const link = context.publicUrl + inLanguage(href('bookingSuccess'), language)
    const recipient = { language, isKnown: true, link, calendar: null, isSecret: false }
    const input = { stay, company: await readCompany(db), reader: recipient, refund: 0, open: 0, asker: ctx }
    return { about: stay.code, make: () => make(input) }
  }
}

/**
 * Finds the stay with the given reference, or else the newest with the status, or else the newest. Skips stays whose
 * personal data was purged.
 */
async function findSampleStay(db: Database, status: BookingStatus, code: string | null): Promise<StayWithRooms | null> {
  const newest = db
    .selectFrom('booking')
    .selectAll()
    .where(isFirstRoomOfStay)
    .where('name', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
  const row =
    code === null
      ? ((await newest.where('status', '=', status).executeTakeFirst()) ?? (await newest.executeTakeFirst()))
      : await newest.where('code', '=', code).executeTakeFirst()
  return row ? loadStay(db, row) : null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The columns that a stay with this status would have. */
function columnsForStatus(stay: StayWithRooms, status: BookingStatus, now: number): Partial<StayWithRooms> {
  if (status === 'pending_approval') return { status, email_verified_at: null, expires_at: now + DAY_MS, answer: '' }
  if (status === 'pending_payment') return { status, expires_at: now + HOUR_MS }
  if (status === 'cancelled')
    return { status, expires_at: null, cancel_fee_poisha: stay.cancel_fee_poisha ?? feeAt(parseTerms(stay.terms), now) }
  if (status === 'no_show')
    return {
      status,
      expires_at: null,
      cancel_fee_poisha: stay.cancel_fee_poisha ?? parseTerms(stay.terms).noShowPoisha,
    }
  return { status, expires_at: null }
}
