import { sampleOf } from '#stays/bookings/emails/stay-samples.ts'
import type { EmailSamples } from '#mail/samples.ts'
import { invoiceEmail } from '../emails.ts'

/** A sample of the invoice email for an existing stay, as the first invoice of the year. */
export const invoiceEmailSamples: EmailSamples = {
  stay_invoice: sampleOf('checked_out', ({ stay, reader: { language }, asker: ctx }) =>
    invoiceEmail(
      {
        kind: 'invoice',
        year: new Date(ctx.now).getUTCFullYear(),
        no: 1,
        total_poisha: stay.total_poisha,
        content: { credits: '' },
      },
      stay,
      { language, name: stay.name },
    ),
  ),
}
