import { sampleOf } from '#stays/bookings/emails/stay-samples.ts'
import type { OfStay } from '#stays/bookings/emails/stay-emails.ts'
import type { EmailSamples } from '#mail/samples.ts'
import {
  askedEmail,
  checkedEmail,
  failedEmail,
  givenBackEmail,
  lateEmail,
  receivedEmail,
  toCompany,
} from '../emails.ts'

/** The payment emails for an existing stay, as if it had been paid in full. */
export const paymentEmailSamples: EmailSamples = {
  payment_received: sampleOf('confirmed', (of) =>
    receivedEmail(read(of), { amount: allOf(of), overPoisha: 0, isConfirmed: true }),
  ),
  payment_late: sampleOf('expired', (of) =>
    lateEmail(read(of), { amount: allOf(of), overPoisha: of.stay.total_poisha }),
  ),
  payment_checked: sampleOf('pending_payment', (of) => checkedEmail(read(of))),
  payment_failed: sampleOf('pending_payment', (of) => failedEmail(read(of))),
  payment_asked: sampleOf('confirmed', (of) => askedEmail(read(of), { poisha: of.stay.total_poisha, sentence: '' })),
  payment_given_back: sampleOf('cancelled', (of) =>
    givenBackEmail(read(of), { poisha: of.stay.total_poisha, number: of.stay.code }),
  ),
  company_payment: sampleOf('confirmed', (of) => told('received', of)),
  company_payment_to_see: sampleOf('pending_payment', (of) => told('review', of)),
}

const read = ({ stay, company, reader, asker: { now } }: OfStay) => ({ stay, company, reader, now })
const allOf = ({ stay }: OfStay) => ({ minor: stay.total_poisha, currency: 'BDT' })
const told = (which: 'received' | 'review', of: OfStay) =>
  toCompany(which, of.stay, allOf(of), { language: of.reader.language }, of.asker.context.publicUrl)
