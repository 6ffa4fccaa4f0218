import { companyNewDatesEmail } from '#stays/bookings/company-emails.ts'
import { sampleOf } from '#stays/bookings/emails/samples.ts'
import { changeEmail } from '#stays/bookings/emails.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import type { Company } from '#content/company.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'

type Recipient = Parameters<typeof changeEmail>[2]

/** The email to the guest about new dates, the price difference and the refund. */
export function movedEmail(
  booking: StayWithRooms & { before: { total_poisha: number }; refund: number },
  company: Company,
  recipient: Recipient,
  now: number,
): Email {
  const { t, money } = translatorFor(recipient.language)
  const email = changeEmail(booking, company, recipient, now)
  const [greetingParagraph] = email.paragraphs
  const difference = booking.total_poisha - booking.before.total_poisha
  const amount = money(poishaToBdt(Math.abs(difference)))
  return {
    ...email,
    kind: 'stay_moved',
    subject: t('mail.moved_subject', { code: booking.code }),
    paragraphs: [
      greetingParagraph!,
      t('mail.moved_text', { from: isoDay(booking.check_in), to: isoDay(booking.check_out) }),
      ...(difference === 0 ? [] : [t(difference > 0 ? 'mail.moved_more' : 'mail.moved_less', { amount })]),
      ...(booking.refund > 0 ? [t('cancel.refund', { refund: money(poishaToBdt(booking.refund)) })] : []),
    ],
  }
}

/** The samples show an existing stay as if it had been booked a night later for the same price. */
export const rebookingEmails = {
  stay_moved: {
    texts: ['mail.moved_subject', 'mail.moved_text', 'mail.moved_more', 'mail.moved_less', 'mail.booking_link'],
    sample: sampleOf('confirmed', ({ stay, company, reader, asker: ctx, refund }) =>
      movedEmail({ ...stay, before: stay, refund }, company, reader, ctx.now),
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
      'mail.company_see',
    ],
    sample: sampleOf('confirmed', ({ stay, company, asker: ctx, refund }) => {
      const before = { ...stay, check_in: stay.check_in + 1, check_out: stay.check_out + 1 }
      return companyNewDatesEmail({ ...stay, before, refund }, company, ctx.context.publicUrl)
    }),
  },
} satisfies Partial<EmailDefinitions>
