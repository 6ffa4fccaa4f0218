import { readCompany, type Company } from '#content/company.ts'
import type { EmailKind } from '#mail/kinds.ts'
import type { Email } from '#mail/email.ts'
import type { WrittenAnew } from '#mail/sending-again.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import {
  answeredEmail,
  bookedEmail,
  cancelledByUsEmail,
  cancelledEmail,
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
  make(of: OfStay): Email
}

/** The emails that can be created again from the current data of a stay. */
export const stayEmails = {
  stay_requested: { status: 'pending_approval', make: booked },
  stay_booked: { status: 'confirmed', make: booked },
  stay_confirmed: { status: 'confirmed', make: answered },
  stay_declined: { status: 'declined', make: answered },
  stay_changed: {
    status: 'confirmed',
    make: ({ stay, company, reader, asker: ctx }) => changedEmail(stay, company, reader, ctx.now),
  },
  stay_stands_again: {
    status: 'confirmed',
    make: ({ stay, company, reader, asker: ctx }) =>
      standsAgainEmail('stay_stands_again', stay, company, reader, ctx.now),
  },
  stay_no_show: {
    status: 'no_show',
    make: ({ stay, reader, refund, open }) => noShowEmail(stay, reader, { refund, open, hasOthers: false }),
  },
  stay_expected_again: {
    status: 'confirmed',
    make: ({ stay, company, reader, asker: ctx }) =>
      standsAgainEmail('stay_expected_again', stay, company, reader, ctx.now),
  },
  stay_cancelled: { status: 'cancelled', make: ({ stay, reader, refund }) => cancelledEmail(stay, reader, refund) },
  stay_cancelled_by_us: {
    status: 'cancelled',
    make: ({ stay, reader, refund }) => cancelledByUsEmail(stay, reader, { sentence: stay.answer ?? '', refund }),
  },
} as const satisfies Partial<Record<EmailKind, StayEmail>>

function booked({ stay, company, reader, asker: ctx }: OfStay): Email {
  return bookedEmail(stay, company, reader, ctx.now)
}
function answered({ stay, company, reader, asker: ctx }: OfStay): Email {
  return answeredEmail(stay, company, reader, ctx)
}

/** Creates an email again with a new link, if the stay still has the matching status. */
export const stayEmailsAnew: WrittenAnew = Object.fromEntries(
  Object.entries(stayEmails).map(([kind, { status, make }]: [string, StayEmail]) => [
    kind,
    async (db: Database, ctx: RequestContext, about: string) => {
      const stay = await stayOf(db, about)
      if (!stay || stay.email === '' || statusOf(stay, ctx.now) !== status) return null
      const reader = await readerOf(db, ctx, stay)
      const of = { stay, company: await readCompany(db), reader, ...(await moneyOf(db, stay)), asker: ctx }
      return { to: stay.email, language: reader.language, letter: make(of) }
    },
  ]),
)

/** Loads the stay from a subject such as `booking ABC123`. */
async function stayOf(db: Database, about: string): Promise<WholeStay | null> {
  const [what, code = ''] = about.split(' ')
  if (what !== 'booking') return null
  const row = await db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirst()
  return row ? wholeStay(db, row) : null
}

async function moneyOf(db: Database, stay: WholeStay): Promise<Pick<OfStay, 'refund' | 'open'>> {
  const owed = stillOwed(await owedFor(db, codeOf(stay)))
  return { refund: Math.max(0, -owed), open: Math.max(0, owed) }
}
