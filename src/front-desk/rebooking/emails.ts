import { companyNewDatesEmail } from '#stays/bookings/company-emails.ts'
import { sampleOf } from '#stays/bookings/emails/samples.ts'
import { balanceMessages } from '#stays/bookings/emails/definitions.ts'
import { changeEmail, type ChangedStay } from '#stays/bookings/emails.ts'
import type { Recipient } from '#stays/bookings/stay-link.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import type { Company } from '#content/company.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { translatorFor } from '#locales/both.ts'

/** The email to the guest about new dates, with the new total and the amount due or refunded. */
export function movedEmail(booking: StayWithRooms, company: Company, recipient: Recipient, change: ChangedStay): Email {
  const { t } = translatorFor(recipient.language)
  const email = changeEmail(booking, company, recipient, change)
  const [greetingParagraph, , ...amountParagraphs] = email.paragraphs
  return {
    ...email,
    kind: 'stay_moved',
    subject: t('mail.moved_subject', { code: booking.code }),
    paragraphs: [
      greetingParagraph!,
      t('mail.moved_text', { from: isoDay(booking.check_in), to: isoDay(booking.check_out) }),
      ...amountParagraphs,
    ],
  }
}

/** The samples show an existing stay as if it had been booked a night later for the same price. */
export const rebookingEmails = {
  stay_moved: {
    texts: ['mail.moved_subject', 'mail.moved_text', ...balanceMessages, 'mail.booking_link'],
    sample: sampleOf('confirmed', ({ stay, company, reader, amounts, ctx: { now } }) =>
      movedEmail(stay, company, reader, { now, amounts, totalBefore: stay.total_poisha }),
    ),
  },
  company_stay_moved: {
    texts: [
      'mail.company_moved_subject',
      'mail.company_moved_text',
      'mail.company_moved_more',
      'mail.company_moved_same',
      'mail.company_moved_less',
      'mail.company_refund',
      'mail.company_view',
    ],
    sample: sampleOf('confirmed', ({ stay, company, ctx, amounts: { refund } }) => {
      const before = { ...stay, check_in: stay.check_in + 1, check_out: stay.check_out + 1 }
      return companyNewDatesEmail({ ...stay, before, refund }, company, ctx.context.publicUrl)
    }),
  },
} satisfies Partial<EmailDefinitions>
