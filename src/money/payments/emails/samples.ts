import { sampleOf } from '#stays/bookings/emails/stay-samples.ts'
import type { StayEmailInput } from '#stays/bookings/emails/stay-emails.ts'
import type { EmailSamples } from '#mail/samples.ts'
import {
  paymentRequestEmail,
  reviewEmail,
  failedEmail,
  refundEmail,
  lateEmail,
  receivedEmail,
  companyPaymentEmail,
} from '../emails.ts'

/** The payment emails for an existing stay, as if it had been paid in full. */
export const paymentEmailSamples: EmailSamples = {
  payment_received: sampleOf('confirmed', (sample) =>
    receivedEmail(toEmailData(sample), { amount: fullAmount(sample), overPoisha: 0, isConfirmed: true }),
  ),
  payment_late: sampleOf('expired', (sample) =>
    lateEmail(toEmailData(sample), { amount: fullAmount(sample), overPoisha: sample.stay.total_poisha }),
  ),
  payment_checked: sampleOf('pending_payment', (sample) => reviewEmail(toEmailData(sample))),
  payment_failed: sampleOf('pending_payment', (sample) => failedEmail(toEmailData(sample))),
  payment_asked: sampleOf('confirmed', (sample) =>
    paymentRequestEmail(toEmailData(sample), { poisha: sample.stay.total_poisha, sentence: '' }),
  ),
  payment_given_back: sampleOf('cancelled', (sample) =>
    refundEmail(toEmailData(sample), { poisha: sample.stay.total_poisha, number: sample.stay.code }),
  ),
  company_payment: sampleOf('confirmed', (sample) => companyEmail('received', sample)),
  company_payment_to_see: sampleOf('pending_payment', (sample) => companyEmail('review', sample)),
}

const toEmailData = ({ stay, company, reader, asker: { now } }: StayEmailInput) => ({ stay, company, reader, now })
const fullAmount = ({ stay }: StayEmailInput) => ({ minor: stay.total_poisha, currency: 'BDT' })
const companyEmail = (event: 'received' | 'review', sample: StayEmailInput) =>
  companyPaymentEmail(
    event,
    sample.stay,
    fullAmount(sample),
    { language: sample.reader.language },
    sample.asker.context.publicUrl,
  )
