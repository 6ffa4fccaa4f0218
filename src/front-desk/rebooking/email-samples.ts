import { companyNewDatesEmail } from '#stays/bookings/company-emails.ts'
import { sampleOf } from '#stays/bookings/emails/stay-samples.ts'
import type { EmailSamples } from '#mail/samples.ts'
import { movedEmail } from './emails.ts'

/** Sample emails about a date change. They use an existing stay as if it had been a night later for the same price. */
export const rebookingEmailSamples: EmailSamples = {
  stay_moved: sampleOf('confirmed', ({ stay, company, reader, asker: ctx, refund }) =>
    movedEmail({ ...stay, before: stay, refund }, company, reader, ctx.now),
  ),
  company_stay_moved: sampleOf('confirmed', ({ stay, company, reader: { language }, asker: ctx, refund }) => {
    const before = { ...stay, check_in: stay.check_in + 1, check_out: stay.check_out + 1 }
    return companyNewDatesEmail({ ...stay, before, refund }, { ...company, language }, ctx.context.publicUrl)
  }),
}
