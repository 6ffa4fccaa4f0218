import { readCompany, type Company } from '#content/company.ts'
import type { EmailDefinition, EmailRewriter, EmailSample } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { feeAt, parseTerms } from '../../policies/terms.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { href, inLanguage } from '#routes/public.ts'
import { balanceOf, remainingAmount } from '../balance.ts'
import { recipientOf } from '../stay-link.ts'
import { statusOf } from '../status.ts'
import { bookingReference, isFirstRoomOfStay } from '../store.ts'
import { loadStay, type StayWithRooms } from '../stay-with-rooms.ts'

/** The data that an email about a stay is made of. */
export interface StayEmailInput {
  stay: StayWithRooms
  company: Company
  reader: Awaited<ReturnType<typeof recipientOf>>
  /** The amount that is to be refunded. */
  refund: number
  /** The amount that is still to be paid. */
  open: number
  asker: RequestContext
}

type MakeStayEmail = (input: StayEmailInput) => Email

/** Defines an email that can be created again from the current data of a stay, as long as the stay has this status. */
export const renewableFor = (
  status: BookingStatus,
  make: MakeStayEmail,
): Required<Pick<EmailDefinition, 'sample' | 'rewrite'>> => ({
  sample: sampleOf(status, make),
  rewrite: rewriteIf(status, make),
})

/** Creates a sample from a stored stay, as if it had this status. */
export function sampleOf(status: BookingStatus, make: MakeStayEmail): EmailSample {
  return async (db, ctx, { language, code }) => {
    const stored = await findSampleStay(db, status, code)
    if (!stored) return null
    const { now, context } = ctx
    const stay = statusOf(stored, now) === status ? stored : { ...stored, ...columnsForStatus(stored, status, now) }
    // Samples contain no secret link: it would open a real stay.
    const link = context.publicUrl + inLanguage(href('bookingSuccess'), language)
    const recipient = { language, isKnown: true, link, calendar: null, isSecret: false }
    // Samples of emails to the company are in this language too.
    const company = { ...(await readCompany(db)), language }
    const input = { stay, company, reader: recipient, refund: 0, open: 0, asker: ctx }
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

/** Creates an email again with a new link, if the stay still has the matching status. */
function rewriteIf(status: BookingStatus, make: MakeStayEmail): EmailRewriter {
  return async (db, ctx, about) => {
    const stay = await loadStayOf(db, about)
    if (!stay || stay.email === '' || statusOf(stay, ctx.now) !== status) return null
    const recipient = await recipientOf(db, ctx, stay)
    const input = {
      stay,
      company: await readCompany(db),
      reader: recipient,
      ...(await loadBalance(db, stay)),
      asker: ctx,
    }
    return { to: stay.email, language: recipient.language, letter: make(input) }
  }
}

/** Loads the stay from a subject such as `booking ABC123`. */
async function loadStayOf(db: Database, about: string): Promise<StayWithRooms | null> {
  const [subjectType, code = ''] = about.split(' ')
  if (subjectType !== 'booking') return null
  const row = await db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirst()
  return row ? loadStay(db, row) : null
}

async function loadBalance(db: Database, stay: StayWithRooms): Promise<Pick<StayEmailInput, 'refund' | 'open'>> {
  const amountDue = remainingAmount(await balanceOf(db, bookingReference(stay)))
  return { refund: Math.max(0, -amountDue), open: Math.max(0, amountDue) }
}
