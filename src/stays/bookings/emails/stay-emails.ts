import { readCompany, type Company } from '#content/company.ts'
import type { EmailKind } from '#mail/kinds.ts'
import type { Email } from '#mail/email.ts'
import type { WrittenAnew } from '#mail/sending-again.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import {
  answerEmail,
  bookedEmail,
  cancelledByUsEmail,
  cancellationEmail,
  changedEmail,
  noShowEmail,
  standsAgainEmail,
} from '../emails.ts'
import { owedFor, stillOwed } from '../owed.ts'
import { readerOf } from '../stay-link.ts'
import { statusOf } from '../status.ts'
import { codeOf } from '../store.ts'
import { wholeStay, type WholeStay } from '../whole-stay.ts'

/** The data that an email about a stay is made of. */
export interface OfStay {
  stay: WholeStay
  company: Company
  reader: Awaited<ReturnType<typeof readerOf>>
  /** The amount that is to be refunded. */
  refund: number
  /** The amount that is still to be paid. */
  open: number
  asker: RequestContext
}

interface StayEmail {
  /** The email is only correct for a stay with this status. */
  status: BookingStatus
  make(input: OfStay): Email
}

/** The emails that can be created again from the current data of a stay. */
export const stayEmails = {
  stay_requested: { status: 'pending_approval', make: makeBookingEmail },
  stay_booked: { status: 'confirmed', make: makeBookingEmail },
  stay_confirmed: { status: 'confirmed', make: makeAnswerEmail },
  stay_declined: { status: 'declined', make: makeAnswerEmail },
  stay_changed: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) => changedEmail(stay, company, recipient, ctx.now),
  },
  stay_stands_again: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) =>
      standsAgainEmail('stay_stands_again', stay, company, recipient, ctx.now),
  },
  stay_no_show: {
    status: 'no_show',
    make: ({ stay, reader: recipient, refund, open }) =>
      noShowEmail(stay, recipient, { refund, open, hasOthers: false }),
  },
  stay_expected_again: {
    status: 'confirmed',
    make: ({ stay, company, reader: recipient, asker: ctx }) =>
      standsAgainEmail('stay_expected_again', stay, company, recipient, ctx.now),
  },
  stay_cancelled: {
    status: 'cancelled',
    make: ({ stay, reader: recipient, refund }) => cancellationEmail(stay, recipient, refund),
  },
  stay_cancelled_by_us: {
    status: 'cancelled',
    make: ({ stay, reader: recipient, refund }) =>
      cancelledByUsEmail(stay, recipient, { sentence: stay.answer ?? '', refund }),
  },
} as const satisfies Partial<Record<EmailKind, StayEmail>>

function makeBookingEmail({ stay, company, reader: recipient, asker: ctx }: OfStay): Email {
  return bookedEmail(stay, company, recipient, ctx.now)
}
function makeAnswerEmail({ stay, company, reader: recipient, asker: ctx }: OfStay): Email {
  return answerEmail(stay, company, recipient, ctx)
}

/** Creates an email again with a new link, if the stay still has the matching status. */
export const stayEmailsAnew: WrittenAnew = Object.fromEntries(
  Object.entries(stayEmails).map(([kind, { status, make }]: [string, StayEmail]) => [
    kind,
    async (db: Database, ctx: RequestContext, about: string) => {
      const stay = await loadStayOf(db, about)
      if (!stay || stay.email === '' || statusOf(stay, ctx.now) !== status) return null
      const recipient = await readerOf(db, ctx, stay)
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
async function loadStayOf(db: Database, about: string): Promise<WholeStay | null> {
  const [subjectType, code = ''] = about.split(' ')
  if (subjectType !== 'booking') return null
  const row = await db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirst()
  return row ? wholeStay(db, row) : null
}

async function loadBalance(db: Database, stay: WholeStay): Promise<Pick<OfStay, 'refund' | 'open'>> {
  const amountDue = stillOwed(await owedFor(db, codeOf(stay)))
  return { refund: Math.max(0, -amountDue), open: Math.max(0, amountDue) }
}
