import { pickTranslation, type Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import type { RequestContext } from '#platform/contract.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { href, inLanguage, searchDayFields, type Language } from '#routes/public.ts'
import { formatTerms } from '../../policies/format-terms.ts'
import { translatorFor } from '#locales/both.ts'
import type { MessageKey, ServerTranslator } from '#locales/translator.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { toAmountFact, listBalanceFacts, listDueFacts, type Fact, type StayAmounts } from './amounts.ts'
import { getStatusTraits, getStatus, getExpiryReason } from '../status.ts'
import { isGuestVerified, type Recipient, type StayLinks } from '../stay-link.ts'
import type { BookedRow } from '../store.ts'
import {
  toAgreedTermsView,
  awaitsVerification,
  getRoomName,
  describeNextStep,
  formatPaymentDue,
} from '../stay-views.ts'
import { formatRoomsText, type StayWithRooms } from '../stay-with-rooms.ts'
import { listPreferenceLines } from '../summary.ts'
import { toStayPreferencesView } from '../preferences/preference-views.ts'

/** The email to the guest after booking: the stay, the next steps with dates, directions and cancellation terms. */
export function composeBookingEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  { now, amounts }: StayMoment,
): Email {
  const { language, isVerified } = recipient
  const { t, count, moment } = translatorFor(language)
  const roomName = getRoomName(booking, language)
  const stayValues = {
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
    nights: count('rooms.nights', booking.check_out - booking.check_in),
  }
  const { status, code } = booking
  const variant = status === 'confirmed' ? 'booked' : status === 'pending_payment' ? 'hold' : 'booking'
  const mustVerify = awaitsVerification(booking, now)
  const { answerHours: hours } = company
  return {
    kind: variant === 'booked' ? 'stay_booked' : 'stay_requested',
    subject: t(`mail.${variant}_subject`, { code }),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      t(`mail.${variant}_text`, { room: roomName, ...stayValues }),
      ...(mustVerify
        ? [
            t('mail.booking_confirm', { until: moment(new Date(booking.expires_at!)), hours }),
            t('mail.booking_not_you'),
          ]
        : [describeNextStep(booking, { language, now })]),
    ],
    about: `booking ${code}`,
    facts: listStayFacts(booking, company, { language, now }, listDueFacts(amounts, booking, { language, now })),
    ...createStayEmailLinks(recipient, mustVerify ? 'mail.booking_confirm_link' : 'mail.booking_link', company),
  }
}

/** The time at which an email is written, and the amounts of the stay at that time. */
export interface StayMoment {
  now: number
  amounts: StayAmounts
}

/** The email to the guest after cancelling: the stay, and how its payments and its fee add up to the refund. */
export function composeCancellationEmail(
  booking: BookedRow,
  recipient: Recipient,
  { now, amounts, hasOthers = false }: StayMoment & { hasOthers?: boolean },
): Email {
  const { language, isVerified } = recipient
  const { t, money, day } = translatorFor(language)
  const feePoisha = booking.cancel_fee_poisha!
  // If other rooms stay booked, the balance of the stay is not the amount due for the cancelled room.
  const shownAmounts = hasOthers ? { ...amounts, duePoisha: 0 } : amounts
  return {
    kind: 'stay_cancelled',
    subject: t('mail.cancelled_subject', { code: booking.code }),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      t('mail.cancelled_text', {
        room: getRoomName(booking, language),
        from: isoDay(booking.check_in),
        to: isoDay(booking.check_out),
      }),
      feePoisha === 0 ? t('cancel.done_free') : t('cancel.done_costs', { fee: money(poishaToBdt(feePoisha)) }),
      ...listBalanceTexts(booking, recipient, { now, amounts: shownAmounts }),
    ],
    about: `booking ${booking.code}`,
    facts: [
      [t('booking.success_reference'), booking.code],
      [t('search.check_in'), day(isoDay(booking.check_in), 'weekday')],
      [t('search.check_out'), day(isoDay(booking.check_out), 'weekday')],
      ...(hasOthers ? [] : listSettlementFacts(booking, amounts, { language, now })),
    ],
    ...createStayEmailLinks({ ...recipient, calendar: null }, 'mail.booking_link'),
  }
}

/** The email to the guest after the company has cancelled, with the company's message. */
export function composeCancelledByCompanyEmail(
  booking: BookedRow,
  recipient: Recipient,
  { message, ...moment }: StayMoment & { message: string; hasOthers?: boolean },
): Email {
  const { language, isVerified } = recipient
  const { t } = translatorFor(language)
  const email = composeCancellationEmail(booking, recipient, moment)
  const bodyText = t('mail.cancelled_by_us_text', {
    room: getRoomName(booking, language),
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
  })
  const [, , ...feeParagraphs] = email.paragraphs
  const greetingLine = composeGreeting(language, isVerified ? booking.name : null)
  return {
    ...email,
    kind: 'stay_cancelled_by_us',
    paragraphs: [greetingLine, bodyText, ...(message ? [message] : []), ...feeParagraphs],
  }
}

/** The email to a guest who did not arrive: the room, the fee and the refund, and whether other rooms stay booked. */
export function composeNoShowEmail(
  booking: BookedRow,
  recipient: Recipient,
  moment: StayMoment & { hasOthers: boolean },
): Email {
  const { t } = translatorFor(recipient.language)
  const email = composeCancellationEmail(booking, recipient, moment)
  const [greetingLine, , ...feeParagraphs] = email.paragraphs
  const bodyText = t('mail.no_show_text', {
    room: getRoomName(booking, recipient.language),
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
      ...(moment.hasOthers ? [t('mail.no_show_others')] : []),
      t('mail.no_show_mistake'),
    ],
  }
}

/** The email with a message that staff typed for the guest. It may go to an unverified address. */
export function composeStaffMessageEmail(
  booking: BookedRow,
  { language, isVerified }: Pick<Recipient, 'language' | 'isVerified'>,
  { subject, text }: { subject: string; text: string },
): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'stay_message',
    subject,
    paragraphs: [composeGreeting(language, isVerified ? booking.name : null), ...text.split(/\n{2,}/)],
    about: `booking ${booking.code}`,
    facts: [[t('booking.success_reference'), booking.code]],
  }
}

/** The email to the guest whose hold expired: the reason, and a link for a new request. */
export function composeExpiredEmail(booking: BookedRow, language: Language, publicUrl: string): Email {
  const { t } = translatorFor(language)
  const stayValues = { from: isoDay(booking.check_in), to: isoDay(booking.check_out) }
  const search = {
    [searchDayFields.checkIn]: stayValues.from,
    [searchDayFields.checkOut]: stayValues.to,
    adult: booking.adults,
    child: booking.children,
  }
  return {
    kind: 'stay_ended',
    subject: t('mail.ended_subject', { code: booking.code }),
    paragraphs: [
      composeGreeting(language, isGuestVerified(booking) ? booking.name : null),
      t(`mail.ended_${getExpiryReason(booking)}`, { room: getRoomName(booking, language), ...stayValues }),
      t('mail.ended_again'),
    ],
    about: `booking ${booking.code}`,
    links: [{ label: t('mail.ended_link'), url: publicUrl + inLanguage(href('rooms', null, search), language) }],
  }
}

/** The email to the guest who sent a request: the company's answer and message. */
export function composeAnswerEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  { now, amounts, context }: StayMoment & Pick<RequestContext, 'context'>,
): Email {
  const { language, isVerified } = recipient
  const { t } = translatorFor(language)
  const { code, answer, check_in, check_out } = booking
  const isConfirmed = booking.status === 'confirmed'
  const roomValues = { room: getRoomName(booking, language), from: isoDay(check_in), to: isoDay(check_out) }
  const bodyText = isConfirmed ? describeNextStep(booking, { language, now }) : t('mail.declined_text', roomValues)
  const commonFields = {
    kind: isConfirmed ? ('stay_confirmed' as const) : ('stay_declined' as const),
    subject: t(isConfirmed ? 'mail.confirmed_subject' : 'mail.declined_subject', { code }),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      bodyText,
      ...(answer ? [answer] : []),
      ...(isConfirmed ? [] : [t('mail.declined_over')]),
    ],
    about: `booking ${code}`,
  }
  if (isConfirmed)
    return {
      ...commonFields,
      facts: listStayFacts(booking, company, { language, now }, listDueFacts(amounts, booking, { language, now })),
      ...createStayEmailLinks(recipient, 'mail.booking_link', company),
    }
  const roomsUrl = context.publicUrl + inLanguage(href('rooms'), language)
  return {
    ...commonFields,
    facts: [[t('booking.success_reference'), code]],
    links: [{ label: t('mail.rooms_link'), url: roomsUrl }],
  }
}

export interface ChangedStay extends StayMoment {
  /** The stay before the change. Each changed line also shows its previous value. */
  before: StayWithRooms
  /** Whether an overpaid amount stays on the bill. Otherwise it is refunded. */
  isCredit?: boolean
}

/** The email to the guest after a change of the stay: the current stay, and the amount due or the refund. */
export function composeChangeEmail(
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  { before, now, amounts, isCredit = false }: ChangedStay,
): Email {
  const { language, isVerified } = recipient
  const { t, money } = translatorFor(language)
  const { code, total_poisha } = booking
  const differencePoisha = total_poisha - before.total_poisha
  const values = { total: money(poishaToBdt(total_poisha)), amount: money(poishaToBdt(Math.abs(differencePoisha))) }
  return {
    kind: 'stay_changed',
    subject: t('mail.changed_subject', { code }),
    paragraphs: [
      composeGreeting(language, isVerified ? booking.name : null),
      t('mail.changed_text'),
      t(
        differencePoisha > 0 ? 'mail.total_more' : differencePoisha < 0 ? 'mail.total_less' : 'mail.total_same',
        values,
      ),
      ...(isCredit && amounts.refundPoisha > 0
        ? [t('mail.overpaid_text', { amount: money(poishaToBdt(amounts.refundPoisha)) })]
        : listBalanceTexts(booking, recipient, { now, amounts })),
    ],
    about: `booking ${code}`,
    facts: listStayFacts(
      booking,
      company,
      { language, now },
      [
        ...(differencePoisha === 0 ? [] : [toAmountFact('mail.total_before', before.total_poisha, language)]),
        ...listBalanceFacts(amounts, booking, { language, now }, isCredit ? 'mail.bill_credit' : 'mail.refund'),
      ],
      before,
    ),
    ...createStayEmailLinks(recipient, 'mail.booking_link', company),
  }
}

/** Asks for the amount due, or announces the refund. */
function listBalanceTexts(booking: BookedRow, { language }: Recipient, { now, amounts }: StayMoment): string[] {
  const { t, money } = translatorFor(language)
  const { duePoisha, refundPoisha } = amounts
  const dueText = formatPaymentDue(booking, { language, now })
  return [
    ...(duePoisha > 0 ? [[t('mail.open_amount', { amount: money(poishaToBdt(duePoisha)) }), dueText]] : []),
    ...(refundPoisha > 0
      ? [
          [
            t('cancel.refund', { refund: money(poishaToBdt(refundPoisha)) }),
            t('mail.refund_days'),
            t('mail.refund_parts'),
          ],
        ]
      : []),
  ].map((sentences) => sentences.filter(Boolean).join(' '))
}

/** The email to a guest whose stay was cancelled or marked as a no-show by mistake: the stay is valid again. */
export function composeReinstatedEmail(
  kind: 'stay_reinstated' | 'stay_no_show_undone',
  booking: StayWithRooms,
  company: Company,
  recipient: Recipient,
  moment: StayMoment,
): Email {
  const { language, isVerified } = recipient
  const { t } = translatorFor(language)
  const bodyTextKey = kind === 'stay_reinstated' ? 'mail.reinstated_text' : 'mail.no_show_reversed_text'
  return {
    ...composeChangeEmail(booking, company, recipient, { ...moment, before: booking }),
    kind,
    subject: t('mail.reinstated_subject', { code: booking.code }),
    paragraphs: [composeGreeting(language, isVerified ? booking.name : null), t(bodyTextKey)],
  }
}

/** The facts of an email: the booked stay with its total and further amounts, its terms and the address. */
export function listStayFacts(
  booking: StayWithRooms,
  company: Company,
  { language, now }: Pick<RequestContext, 'language' | 'now'>,
  amounts: readonly Fact[] = [],
  before = booking,
): readonly Fact[] {
  const translator = translatorFor(language)
  const { t, money, day } = translator
  const facts: readonly StayFact[] = [
    ['booking.success_room', (stay) => formatRoomsText(stay, translator)],
    [
      'search.check_in',
      ({ check_in }) => `${day(isoDay(check_in), 'weekday')}, ${t('room.arrive_from', { time: company.checkInFrom })}`,
    ],
    [
      'search.check_out',
      ({ check_out }) =>
        `${day(isoDay(check_out), 'weekday')}, ${t('room.leave_until', { time: company.checkOutUntil })}`,
    ],
    ['mail.guests', ({ adults, children }) => formatGuests({ adult: adults, child: children }, translator)],
  ]
  return [
    [t('booking.success_reference'), booking.code],
    ...formatFacts(facts, { booking, before }, translator),
    ...listPreferenceLines(toStayPreferencesView(booking, language), translator),
    [t('mail.total'), t('mail.amount_with_vat', { total: money(poishaToBdt(booking.total_poisha)) })],
    ...amounts,
    ...(getStatusTraits(getStatus(booking, now)).mayBeCancelled
      ? [[t('room.cancelling'), formatTerms(toAgreedTermsView(booking, { language, now }), translator)] as const]
      : []),
    [t('mail.where'), pickTranslation(company.address, language)],
  ]
}

/** A fact about a stay: its label, and how its value is formatted. */
export type StayFact = readonly [label: MessageKey, format: (stay: StayWithRooms) => string]

/** Formats facts about a stay. After a change, a changed fact also shows its previous value. */
export const formatFacts = (
  facts: readonly StayFact[],
  { booking, before }: { booking: StayWithRooms; before: StayWithRooms },
  { t }: ServerTranslator,
): Fact[] =>
  facts.map(([label, format]) => {
    const currentValue = format(booking)
    // Formatting dates is most of the work of an email.
    const previousValue = before === booking ? currentValue : format(before)
    return [
      t(label),
      currentValue === previousValue
        ? currentValue
        : `${currentValue}\n${t('mail.previously', { value: previousValue })}`,
    ]
  })

/** The payments for a cancelled stay, its fee, and the refund or the amount due. Empty without payments and costs. */
function listSettlementFacts(
  booking: BookedRow,
  amounts: StayAmounts,
  ctx: Pick<RequestContext, 'language' | 'now'>,
): Fact[] {
  const { paidPoisha, refundedPoisha, extrasPoisha, refundPoisha, billedPoisha } = amounts
  const feePoisha = booking.cancel_fee_poisha!
  if (paidPoisha + refundedPoisha + extrasPoisha === 0) return []
  const createFact = (label: MessageKey, poisha: number) => toAmountFact(label, poisha, ctx.language)
  return [
    createFact('mail.paid', paidPoisha + refundedPoisha),
    ...(refundedPoisha > 0 ? [createFact('mail.refunded_before', refundedPoisha)] : []),
    createFact(booking.status === 'no_show' ? 'mail.no_show_fee' : 'mail.fee', feePoisha),
    ...(extrasPoisha > feePoisha ? [createFact('mail.extras', extrasPoisha - feePoisha)] : []),
    ...(billedPoisha > 0 ? [createFact('mail.billed', billedPoisha)] : []),
    ...(refundPoisha > 0 ? [createFact('mail.refund', refundPoisha)] : []),
    ...listDueFacts(amounts, booking, ctx),
  ]
}

/** The links of an email: to the payment if it asks for one, to the stay, and others. */
export function createStayEmailLinks(
  { link, pay, calendar, token, language }: StayLinks & Pick<Recipient, 'language'>,
  label: 'mail.booking_link' | 'mail.booking_confirm_link',
  company?: Company,
) {
  const { t } = translatorFor(language)
  const otherLinks = [
    ...(calendar ? [{ label: t('summary.calendar'), url: calendar }] : []),
    ...(company?.mapLinkUrl ? [{ label: t('home.map_open'), url: company.mapLinkUrl }] : []),
  ]
  const links = [
    ...(pay ? [{ label: t('mail.pay_link'), url: pay }] : []),
    { label: t(label), url: link },
    ...otherLinks,
  ]
  return { links, ...(token !== null && { secret: true as const }) }
}
