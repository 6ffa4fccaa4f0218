import { pickTranslation, type Company } from '#content/company.ts'
import { greeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { href, inLanguage, inSearch, type Language } from '#routes/public.ts'
import { formatTerms } from '../policies/format-terms.ts'
import { translatorFor } from '#locales/both.ts'
import { formatGuests } from '../availability/format-guests.ts'
import { renewableFor, sampleOf, type StayEmailInput } from './emails/samples.ts'
import { statusTraits, statusOf, expiryReason } from './status.ts'
import type { StayLinks } from './stay-link.ts'
import type { BookedRow } from './store.ts'
import { agreedTermsView, awaitsVerification, roomNameOf, nextStepText } from './presenter.ts'
import { roomsText, type StayWithRooms } from './stay-with-rooms.ts'

/** The recipient of an email about a stay. */
export interface Recipient extends StayLinks {
  language: Language
  /** Whether the email address is verified. If not, the email repeats nothing that was typed into the form. */
  isKnown: boolean
}

/**
 * The email to the guest after booking: the stay, the next steps with dates, the directions and the cancellation terms.
 */
export function bookingEmail(booking: StayWithRooms, company: Company, recipient: Recipient, now: number): Email {
  const { language, isKnown } = recipient
  const { t, count, moment } = translatorFor(language)
  const room = roomNameOf(booking, language)
  const stay = {
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
    nights: count('rooms.nights', booking.check_out - booking.check_in),
  }
  const isRequest = booking.status !== 'confirmed'
  const mustVerify = awaitsVerification(booking, now)
  const { answerHours: hours } = company
  return {
    kind: isRequest ? 'stay_requested' : 'stay_booked',
    subject: t(isRequest ? 'mail.booking_subject' : 'mail.booked_subject', { code: booking.code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      t(isRequest ? 'mail.booking_text' : 'mail.booked_text', { room, ...stay }),
      ...(mustVerify
        ? [t('mail.booking_prove', { until: moment(new Date(booking.expires_at!)), hours }), t('mail.booking_not_you')]
        : [nextStepText(booking, { language, now })]),
    ],
    about: `booking ${booking.code}`,
    facts: stayFacts(booking, company, { language, now }),
    ...stayEmailLinks(recipient, mustVerify ? 'mail.booking_prove_link' : 'mail.booking_link', company),
  }
}

/** The email to the guest after cancelling: the stay, the fee and the refund. */
export function cancellationEmail(booking: BookedRow, recipient: Recipient, refundPoisha: number): Email {
  const { language, isKnown } = recipient
  const { t, money, day } = translatorFor(language)
  const fee = booking.cancel_fee_poisha!
  return {
    kind: 'stay_cancelled',
    subject: t('mail.cancelled_subject', { code: booking.code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      t('mail.cancelled_text', {
        room: roomNameOf(booking, language),
        from: isoDay(booking.check_in),
        to: isoDay(booking.check_out),
      }),
      fee === 0 ? t('cancel.done_free') : t('cancel.done_costs', { fee: money(poishaToBdt(fee)) }),
      ...(refundPoisha > 0 ? [t('cancel.refund', { refund: money(poishaToBdt(refundPoisha)) })] : []),
    ],
    about: `booking ${booking.code}`,
    facts: [
      [t('booking.success_reference'), booking.code],
      [t('search.check_in'), day(isoDay(booking.check_in), 'weekday')],
      [t('search.check_out'), day(isoDay(booking.check_out), 'weekday')],
    ],
    ...stayEmailLinks({ ...recipient, calendar: null }, 'mail.booking_link'),
  }
}

/** The email to the guest after the company has cancelled, with the company's message. */
export function cancelledByCompanyEmail(
  booking: BookedRow,
  recipient: Recipient,
  { sentence, refund }: { sentence: string; refund: number },
): Email {
  const { language, isKnown } = recipient
  const { t } = translatorFor(language)
  const email = cancellationEmail(booking, recipient, refund)
  const bodyText = t('mail.cancelled_by_us_text', {
    room: roomNameOf(booking, language),
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
  })
  const [, , ...feeParagraphs] = email.paragraphs
  const greetingLine = greeting(language, isKnown ? booking.name : null)
  return {
    ...email,
    kind: 'stay_cancelled_by_us',
    paragraphs: [greetingLine, bodyText, ...(sentence ? [sentence] : []), ...feeParagraphs],
  }
}

/** The balance after a no-show, and whether the stay continues in other rooms. */
export interface NoShowBalance {
  refund: number
  /** The amount that is still to be paid. */
  open: number
  hasOthers: boolean
}

/** The email to a guest who did not arrive: the room, the fee and the refund. */
export function noShowEmail(
  booking: BookedRow,
  recipient: Recipient,
  { refund, open, hasOthers }: NoShowBalance,
): Email {
  const { t, money } = translatorFor(recipient.language)
  const email = cancellationEmail(booking, recipient, refund)
  const [greetingLine, , ...feeParagraphs] = email.paragraphs
  const bodyText = t('mail.no_show_text', {
    room: roomNameOf(booking, recipient.language),
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
  })
  return {
    ...email,
    kind: 'stay_no_show',
    subject: t('mail.no_show_subject', { code: booking.code }),
    paragraphs: [
      greetingLine!,
      bodyText,
      ...feeParagraphs,
      ...(open > 0 && !hasOthers ? [t('mail.no_show_open', { amount: money(poishaToBdt(open)) })] : []),
      ...(hasOthers ? [t('mail.no_show_others')] : []),
      t('mail.no_show_mistake'),
    ],
  }
}

/** The email with a message that staff typed for the guest. It may go to an unverified address. */
export function staffMessageEmail(
  booking: BookedRow,
  { language, isKnown }: Pick<Recipient, 'language' | 'isKnown'>,
  { subject, text }: { subject: string; text: string },
): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'stay_written',
    subject,
    paragraphs: [greeting(language, isKnown ? booking.name : null), ...text.split(/\n{2,}/)],
    about: `booking ${booking.code}`,
    facts: [[t('booking.success_reference'), booking.code]],
  }
}

/** The email to the guest whose hold expired: the reason, and a link for a new request. */
export function expiredEmail(booking: BookedRow, language: Language, publicUrl: string): Email {
  const { t } = translatorFor(language)
  const stay = { from: isoDay(booking.check_in), to: isoDay(booking.check_out) }
  const search = {
    [inSearch.checkIn]: stay.from,
    [inSearch.checkOut]: stay.to,
    adult: booking.adults,
    child: booking.children,
  }
  return {
    kind: 'stay_ended',
    subject: t('mail.ended_subject', { code: booking.code }),
    paragraphs: [
      greeting(language, booking.email_verified_at === null ? null : booking.name),
      t(`mail.ended_${expiryReason(booking)}`, { room: roomNameOf(booking, language), ...stay }),
      t('mail.ended_again'),
    ],
    about: `booking ${booking.code}`,
    links: [{ label: t('mail.ended_link'), url: publicUrl + inLanguage(href('rooms', null, search), language) }],
  }
}

/** The email to the guest who sent a request: the company's answer and message. */
export function answerEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  { now, context }: Pick<RequestContext, 'now' | 'context'>,
): Email {
  const { language, isKnown } = recipient
  const { t } = translatorFor(language)
  const { code, answer, check_in, check_out } = booking
  const isConfirmed = booking.status === 'confirmed'
  const room = { room: roomNameOf(booking, language), from: isoDay(check_in), to: isoDay(check_out) }
  const bodyText = isConfirmed ? nextStepText(booking, { language, now }) : t('mail.declined_text', room)
  const base = {
    kind: isConfirmed ? ('stay_confirmed' as const) : ('stay_declined' as const),
    subject: t(isConfirmed ? 'mail.confirmed_subject' : 'mail.declined_subject', { code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      bodyText,
      ...(answer ? [answer] : []),
      ...(isConfirmed ? [] : [t('mail.declined_over')]),
    ],
    about: `booking ${code}`,
  }
  if (isConfirmed)
    return {
      ...base,
      facts: stayFacts(booking, company, { language, now }),
      ...stayEmailLinks(recipient, 'mail.booking_link', company),
    }
  const rooms = context.publicUrl + inLanguage(href('rooms'), language)
  return {
    ...base,
    facts: [[t('booking.success_reference'), code]],
    links: [{ label: t('mail.rooms_link'), url: rooms }],
  }
}

/** The email to the guest after staff have changed the stay: the stay as it is now. */
export function changeEmail(booking: StayWithRooms, company: Company, recipient: Recipient, now: number): Email {
  const { language, isKnown } = recipient
  const { t } = translatorFor(language)
  return {
    kind: 'stay_changed',
    subject: t('mail.changed_subject', { code: booking.code }),
    paragraphs: [greeting(language, isKnown ? booking.name : null), t('mail.changed_text')],
    about: `booking ${booking.code}`,
    facts: stayFacts(booking, company, { language, now }),
    ...stayEmailLinks(recipient, 'mail.booking_link', company),
  }
}

/** The email to a guest whose stay was cancelled or marked as a no-show by mistake: the stay is valid again. */
export function reinstatedEmail(
  kind: 'stay_stands_again' | 'stay_expected_again',
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  now: number,
): Email {
  const { language, isKnown } = recipient
  const { t } = translatorFor(language)
  const bodyText = kind === 'stay_stands_again' ? 'mail.stands_again_text' : 'mail.expected_again_text'
  return {
    ...changeEmail(booking, company, recipient, now),
    kind,
    subject: t('mail.stands_again_subject', { code: booking.code }),
    paragraphs: [greeting(language, isKnown ? booking.name : null), t(bodyText)],
  }
}

/** The facts of an email: the booked stay, its terms and the address. */
export function stayFacts(
  booking: StayWithRooms,
  company: Company,
  { language, now }: Pick<RequestContext, 'language' | 'now'>,
): NonNullable<Email['facts']> {
  const translator = translatorFor(language)
  const { t, money, day } = translator
  const [from, to] = [isoDay(booking.check_in), isoDay(booking.check_out)]
  return [
    [t('booking.success_reference'), booking.code],
    [t('booking.success_room'), roomsText(booking, translator)],
    [t('search.check_in'), `${day(from, 'weekday')}, ${t('room.arrive_from', { time: company.checkInFrom })}`],
    [t('search.check_out'), `${day(to, 'weekday')}, ${t('room.leave_until', { time: company.checkOutUntil })}`],
    [t('mail.guests'), formatGuests({ adult: booking.adults, child: booking.children }, translator)],
    [t('booking.success_amount'), t('mail.amount_with_vat', { total: money(poishaToBdt(booking.total_poisha)) })],
    ...(statusTraits(statusOf(booking, now)).mayBeCancelled
      ? [[t('room.cancelling'), formatTerms(agreedTermsView(booking, { language, now }), translator)] as const]
      : []),
    [t('mail.where'), pickTranslation(company.address, language)],
  ]
}

/** The links of an email. With a secret link, anyone can see, pay and cancel the stay. */
export function stayEmailLinks(
  { link, calendar, isSecret, language }: Pick<Recipient, 'link' | 'calendar' | 'isSecret' | 'language'>,
  label: 'mail.booking_link' | 'mail.booking_prove_link' | 'mail.pay_link',
  company?: Company,
) {
  const { t } = translatorFor(language)
  const otherLinks = [
    ...(calendar ? [{ label: t('summary.calendar'), url: calendar }] : []),
    ...(company?.mapLinkUrl ? [{ label: t('home.map_open'), url: company.mapLinkUrl }] : []),
  ]
  return { links: [{ label: t(label), url: link }, ...otherLinks], ...(isSecret && { secret: true as const }) }
}

export const stayEmails = {
  stay_requested: {
    texts: [
      'mail.booking_subject',
      'mail.booking_text',
      'mail.booking_prove',
      'mail.booking_not_you',
      'mail.booking_prove_link',
      'mail.booking_link',
    ],
    ...renewableFor('pending_approval', makeBookingEmail),
  },
  stay_booked: {
    texts: ['mail.booked_subject', 'mail.booked_text', 'mail.booking_link'],
    ...renewableFor('confirmed', makeBookingEmail),
  },
  stay_confirmed: {
    texts: ['mail.confirmed_subject', 'mail.booking_link'],
    ...renewableFor('confirmed', makeAnswerEmail),
  },
  stay_declined: {
    texts: ['mail.declined_subject', 'mail.declined_text', 'mail.declined_over', 'mail.rooms_link'],
    ...renewableFor('declined', makeAnswerEmail),
  },
  stay_changed: {
    texts: ['mail.changed_subject', 'mail.changed_text', 'mail.booking_link'],
    ...renewableFor('confirmed', ({ stay, company, reader, asker: { now } }) =>
      changeEmail(stay, company, reader, now),
    ),
  },
  stay_cancelled: {
    texts: ['mail.cancelled_subject', 'mail.cancelled_text', 'mail.booking_link'],
    ...renewableFor('cancelled', ({ stay, reader, refund }) => cancellationEmail(stay, reader, refund)),
  },
  stay_cancelled_by_us: {
    texts: ['mail.cancelled_subject', 'mail.cancelled_by_us_text', 'mail.booking_link'],
    ...renewableFor('cancelled', ({ stay, reader, refund }) =>
      cancelledByCompanyEmail(stay, reader, { sentence: stay.answer ?? '', refund }),
    ),
  },
  stay_stands_again: {
    texts: ['mail.stands_again_subject', 'mail.stands_again_text', 'mail.booking_link'],
    ...renewableFor('confirmed', ({ stay, company, reader, asker: { now } }) =>
      reinstatedEmail('stay_stands_again', stay, company, reader, now),
    ),
  },
  stay_no_show: {
    texts: [
      'mail.no_show_subject',
      'mail.no_show_text',
      'mail.no_show_open',
      'mail.no_show_others',
      'mail.no_show_mistake',
      'mail.booking_link',
    ],
    ...renewableFor('no_show', ({ stay, reader, refund, open }) =>
      noShowEmail(stay, reader, { refund, open, hasOthers: false }),
    ),
  },
  stay_expected_again: {
    texts: ['mail.stands_again_subject', 'mail.expected_again_text', 'mail.booking_link'],
    ...renewableFor('confirmed', ({ stay, company, reader, asker: { now } }) =>
      reinstatedEmail('stay_expected_again', stay, company, reader, now),
    ),
  },
  stay_ended: {
    texts: [
      'mail.ended_subject',
      'mail.ended_unpaid',
      'mail.ended_unproven',
      'mail.ended_unanswered',
      'mail.ended_again',
      'mail.ended_link',
    ],
    sample: sampleOf('expired', ({ stay, reader, asker: { context } }) =>
      expiredEmail(stay, reader.language, context.publicUrl),
    ),
  },
  stay_written: { texts: ['mail.about_subject'], sample: null },
} satisfies Partial<EmailDefinitions>

function makeBookingEmail({ stay, company, reader, asker: { now } }: StayEmailInput): Email {
  return bookingEmail(stay, company, reader, now)
}
function makeAnswerEmail({ stay, company, reader, asker }: StayEmailInput): Email {
  return answerEmail(stay, company, reader, asker)
}
