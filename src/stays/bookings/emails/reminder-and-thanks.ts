import type { Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { listStayFacts, createStayEmailLinks, type StayMoment } from './guest-emails.ts'
import type { Recipient } from '../stay-link.ts'
import type { BookedRow } from '../store.ts'
import { getRoomName } from '../stay-views.ts'
import type { StayWithRooms } from '../stay-with-rooms.ts'
import { listDueFacts } from './amounts.ts'
import { createSample } from './samples.ts'

/**
 * The email to the guest before arrival: the time, the amount due, the address, and instructions for a late arrival.
 */
export function composeReminderEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  { now, amounts }: StayMoment,
): Email {
  const { language, isVerified } = recipient
  const { t } = translatorFor(language)
  const stayValues = {
    room: getRoomName(booking, language),
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
  }
  return {
    kind: 'stay_reminder',
    subject: t('mail.reminder_subject', { day: stayValues.from }),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      t('mail.reminder_text', { ...stayValues, arrival: company.checkInFrom }),
      t('mail.reminder_late'),
    ],
    about: `booking ${booking.code}`,
    facts: listStayFacts(booking, company, { language, now }, listDueFacts(amounts, booking, { language, now })),
    ...createStayEmailLinks(recipient, 'mail.booking_link', company),
  }
}

/** The email to the guest after departure. */
export function composeThanksEmail(booking: BookedRow, recipient: Recipient, publicUrl: string): Email {
  const { language, isVerified } = recipient
  const { t } = translatorFor(language)
  return {
    kind: 'stay_thanks',
    subject: t('mail.thanks_subject'),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      t('mail.thanks_text', { from: isoDay(booking.check_in), to: isoDay(booking.check_out) }),
      t('mail.thanks_again'),
    ],
    about: `booking ${booking.code}`,
    links: [{ label: t('mail.rooms_link'), url: publicUrl + inLanguage(href('rooms'), language) }],
  }
}

export const automaticEmails = {
  stay_reminder: {
    texts: ['mail.reminder_subject', 'mail.reminder_text', 'mail.reminder_late', 'mail.booking_link'],
    sample: createSample('confirmed', ({ stay, company, reader, amounts, ctx: { now } }) =>
      composeReminderEmail(stay, company, reader, { now, amounts }),
    ),
  },
  stay_thanks: {
    texts: ['mail.thanks_subject', 'mail.thanks_text', 'mail.thanks_again', 'mail.rooms_link'],
    sample: createSample('checked_out', ({ stay, reader, ctx: { context } }) =>
      composeThanksEmail(stay, reader, context.publicUrl),
    ),
  },
} satisfies Partial<EmailDefinitions>
