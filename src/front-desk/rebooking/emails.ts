import { composeCompanyChangedStayEmail } from '#stays/bookings/emails/company-emails.ts'
import { createSample } from '#stays/bookings/emails/samples.ts'
import { balanceMessages } from '#stays/bookings/emails/definitions.ts'
import { composeChangeEmail, type ChangedStay } from '#stays/bookings/emails/guest-emails.ts'
import type { Recipient } from '#stays/bookings/stay-link.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import type { Company } from '#content/company.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { translatorFor } from '#locales/both.ts'

/** The email to the guest after a change online: the new and the old stay, and the amount due or refunded. */
export function composeChangedByGuestEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  change: ChangedStay,
): Email {
  const { t } = translatorFor(recipient.language)
  const email = composeChangeEmail(booking, company, recipient, change)
  const [greetingParagraph, , ...amountParagraphs] = email.paragraphs
  return {
    ...email,
    kind: 'stay_changed_by_guest',
    paragraphs: [greetingParagraph!, t('mail.changed_by_guest_text'), ...amountParagraphs],
  }
}

/** Returns the earlier booking for a sample email: one night later, at the same price. */
const createSampleBefore = (stay: StayWithRooms): StayWithRooms => ({
  ...stay,
  check_in: stay.check_in + 1,
  check_out: stay.check_out + 1,
})

export const rebookingEmails = {
  stay_changed_by_guest: {
    texts: [
      'mail.changed_subject',
      'mail.changed_by_guest_text',
      'mail.previously',
      ...balanceMessages,
      'mail.booking_link',
    ],
    sample: createSample('confirmed', ({ stay, company, reader, amounts, ctx: { now } }) =>
      composeChangedByGuestEmail(stay, company, reader, { now, amounts, before: createSampleBefore(stay) }),
    ),
  },
  company_stay_changed: {
    texts: [
      'mail.company_changed_subject',
      'mail.company_changed_text',
      'mail.previously',
      'mail.company_changed_more',
      'mail.company_changed_same',
      'mail.company_changed_less',
      'mail.company_refund',
      'mail.company_view',
    ],
    sample: createSample('confirmed', ({ stay, company, ctx, amounts: { overpaidPoisha } }) =>
      composeCompanyChangedStayEmail(
        stay,
        { before: createSampleBefore(stay), refund: overpaidPoisha },
        company,
        ctx.context.publicUrl,
      ),
    ),
  },
} satisfies Partial<EmailDefinitions>
