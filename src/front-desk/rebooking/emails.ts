import { changeEmail } from '#stays/bookings/emails.ts'
import type { StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import type { Company } from '#content/company.ts'
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
