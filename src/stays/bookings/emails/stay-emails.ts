import { readCompany, type Company } from '#content/company.ts'
import type { EmailKind } from '#mail/kinds.ts'
import type { Email } from '#mail/email.ts'
import type { EmailRewriters } from '#mail/resending.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import {
  answerEmail,
  bookingEmail,
  cancelledByCompanyEmail,
  cancellationEmail,
  changeEmail,
  noShowEmail,
  reinstatedEmail,
} from '../emails.ts'
import { balanceOf, remainingAmount } from '../balance.ts'
import { recipientOf } from '../stay-link.ts'
import { statusOf } from '../status.ts'
import { bookingReference } from '../store.ts'
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

interface StayEmail {
  /** The email is only correct for a stay with this status. */
  status: BookingStatus
  make(input: StayEmailInput): Email
}

/** The emails that can be created again from the current data of a stay. */
export const stayEmails = {
  stay_requested: { status: 'pending_approval', make: makeBookingEmail },
  stay_booked: { status: 'confirmed', make: makeBookingEmail },
  stay_confirmed: { status: 'confirmed', make: makeAnswerEmail },
  stay_declined: { status: 'declined', make: makeAnswerEmail },
  stay_changed: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) => changeEmail(stay, company, recipient, ctx.now),
  },
  stay_stands_again: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) =>
      reinstatedEmail('stay_stands_again', stay, company, recipient, ctx.now),
  },
  stay_no_show: {
    status: 'no_show',
    make: ({ stay, reader: recipient, refund, open }) =>
      noShowEmail(stay, recipient, { refund, open, hasOthers: false }),
  },
  stay_expected_again: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) =>
      reinstatedEmail('stay_expected_again', stay, company, recipient, ctx.now),
  },
  stay_cancelled: {
    status: 'cancelled',
    make: ({ stay, reader: recipient, refund }) => cancellationEmail(stay, recipient, refund),
  },
  stay_cancelled_by_us: {
    status: 'cancelled',
    make: ({ stay, reader: recipient, refund }) =>
      cancelledByCompanyEmail(stay, recipient, { sentence: stay.answer ?? '', refund }),
  },
} as const satisfies Partial<Record<EmailKind, StayEmail>>

function makeBookingEmail({ stay, company, reader: recipient, asker: ctx }: StayEmailInput): Email {
  return bookingEmail(stay, company, recipient, ctx.now)
}
function makeAnswerEmail({ stay, company, reader: recipient, asker: ctx }: StayEmailInput): Email {
  return answerEmail(stay, company, recipient, ctx)
}

/** Creates an email again with a new link, if the stay still has the matching status. */
export const recreateStayEmails: EmailRewriters = Object.fromEntries(
  Object.entries(stayEmails).map(([kind, { status, make }]: [string, StayEmail]) => [
    kind,
    async (db: Database, ctx: RequestContext, about: string) => {
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
    },
  ]),
)

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
