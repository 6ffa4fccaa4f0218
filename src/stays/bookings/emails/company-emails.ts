import type { Company } from '#content/company.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { formatStayDates } from '#locales/dates.ts'
import type { ServerTranslator, MessageKey } from '#locales/translator.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { contactFields, guestFields, lineFields, paragraphFields } from '../guest-fields.ts'
import { createSample, type StayEmailInput } from './samples.ts'
import { formatFacts, type StayFact } from './guest-emails.ts'
import { getExpiryReason } from '../status.ts'
import { getPayment, type BookedRow } from '../store.ts'
import { getRoomName } from '../stay-views.ts'
import { formatRoomsText, type StayWithRooms } from '../stay-with-rooms.ts'
import { listPreferenceLines } from '../summary.ts'
import { toStayPreferencesView } from '../preferences/preference-views.ts'

/*
 * Emails to the company in its own language: about new bookings, cancellations, changes, unanswered requests and
 * expiries.
 */

export function composeCompanyBookingEmail(booking: StayWithRooms, company: Company, publicUrl: string): Email {
  const isRequest = booking.status !== 'confirmed'
  const translator = translatorFor(company.language)
  const { t, money, day } = translator
  return {
    kind: isRequest ? 'company_stay_requested' : 'company_stay_booked',
    subject: t(
      isRequest ? 'mail.company_request_subject' : 'mail.company_booking_subject',
      getSubjectValues(booking, translator),
    ),
    paragraphs: [
      t(isRequest ? 'mail.company_request_text' : 'mail.company_booking_text', getTextValues(booking, translator)),
      ...describeHoldDeadline(booking, company),
      ...paragraphFields.map((name) => booking[name]).filter(Boolean),
    ],
    facts: [
      ...[...contactFields, ...lineFields.filter((name) => booking[name])].map(
        (name) => [t(guestFields[name].label), booking[name]] as const,
      ),
      [t('booking.success_room'), formatRoomsText(booking, translator)],
      [t('search.check_in'), day(isoDay(booking.check_in), 'weekday')],
      [t('search.check_out'), day(isoDay(booking.check_out), 'weekday')],
      [t('mail.guests'), formatGuests({ adult: booking.adults, child: booking.children }, translator)],
      ...listPreferenceLines(toStayPreferencesView(booking, company.language), translator),
      [t('booking.success_amount'), t('mail.amount_with_vat', { total: money(poishaToBdt(booking.total_poisha)) })],
      [t('booking.paymenttype'), t(getPayment(booking) === 'online' ? 'booking.payment_1' : 'booking.payment_2')],
      [t('mail.language'), translatorFor(booking.language as Language).t('language.name')],
      [t('booking.success_reference'), booking.code],
    ],
    links: [createOfficeLink(booking, publicUrl, translator, isRequest ? 'mail.company_answer' : 'mail.company_view')],
  }
}

export function composeCompanyCancellationEmail(
  booking: BookedRow & { refund: number },
  { language }: Company,
  publicUrl: string,
): Email {
  const translator = translatorFor(language)
  const { t, money } = translator
  const feePoisha = booking.cancel_fee_poisha!
  return {
    kind: 'company_stay_cancelled',
    subject: t('mail.company_cancelled_subject', getSubjectValues(booking, translator)),
    paragraphs: [
      t('mail.company_cancelled_text', getTextValues(booking, translator)),
      feePoisha === 0
        ? t('mail.company_cancelled_free')
        : t('mail.company_cancelled_fee', { fee: money(poishaToBdt(feePoisha)) }),
      ...(booking.refund > 0 ? [t('mail.company_refund', { refund: money(poishaToBdt(booking.refund)) })] : []),
    ],
    links: [createOfficeLink(booking, publicUrl, translator, 'mail.company_view')],
  }
}

/**
 * The email about a stay that its guest has changed online: the new and the previous stay, and the price difference.
 */
export function composeCompanyChangedStayEmail(
  booking: StayWithRooms,
  { before, refund }: { before: StayWithRooms; refund: number },
  { language }: Company,
  publicUrl: string,
): Email {
  const translator = translatorFor(language)
  const { t, money, day } = translator
  const differencePoisha = booking.total_poisha - before.total_poisha
  const facts: readonly StayFact[] = [
    ['booking.success_room', (stay) => formatRoomsText(stay, translator)],
    ['search.check_in', ({ check_in }) => day(isoDay(check_in), 'weekday')],
    ['search.check_out', ({ check_out }) => day(isoDay(check_out), 'weekday')],
    ['mail.guests', ({ adults, children }) => formatGuests({ adult: adults, child: children }, translator)],
  ]
  return {
    kind: 'company_stay_changed',
    subject: t('mail.company_changed_subject', getSubjectValues(booking, translator)),
    paragraphs: [
      t('mail.company_changed_text', getSubjectValues(booking, translator)),
      t(
        differencePoisha === 0
          ? 'mail.company_changed_same'
          : differencePoisha > 0
            ? 'mail.company_changed_more'
            : 'mail.company_changed_less',
        {
          total: money(poishaToBdt(booking.total_poisha)),
          difference: money(poishaToBdt(Math.abs(differencePoisha))),
        },
      ),
      ...(refund > 0 ? [t('mail.company_refund', { refund: money(poishaToBdt(refund)) })] : []),
    ],
    facts: formatFacts(facts, { booking, before }, translator),
    links: [createOfficeLink(booking, publicUrl, translator, 'mail.company_view')],
  }
}

/** The email about a request that expires soon and that the company has not answered. */
export function composeCompanyUnansweredEmail(booking: BookedRow, company: Company, publicUrl: string): Email {
  const translator = translatorFor(company.language)
  const { t } = translator
  return {
    kind: 'company_stay_unanswered',
    subject: t('mail.company_unanswered_subject', getSubjectValues(booking, translator)),
    paragraphs: [
      t('mail.company_unanswered_text', getTextValues(booking, translator)),
      ...describeHoldDeadline(booking, company),
    ],
    links: [createOfficeLink(booking, publicUrl, translator, 'mail.company_answer')],
  }
}

export function composeCompanyExpiredEmail(booking: BookedRow, { language }: Company, publicUrl: string): Email {
  const translator = translatorFor(language)
  const { t } = translator
  return {
    kind: 'company_stay_ended',
    subject: t('mail.company_ended_subject', getSubjectValues(booking, translator)),
    paragraphs: [
      t(`mail.company_ended_${getExpiryReason(booking)}`, getTextValues(booking, translator)),
      t('mail.company_ended_text', getSubjectValues(booking, translator)),
    ],
    links: [createOfficeLink(booking, publicUrl, translator, 'mail.company_view')],
  }
}

/** The time until which the nights are held, if there is a limit. */
function describeHoldDeadline(
  { status, expires_at, email_verified_at, email }: BookedRow,
  { answerHours: hours, language }: Company,
): string[] {
  const { t, moment } = translatorFor(language)
  if (expires_at === null) return []
  const untilText = moment(new Date(expires_at))
  if (status === 'pending_payment') return [t('mail.company_pay_until', { until: untilText })]
  return [
    email_verified_at === null
      ? t('mail.company_confirm_until', { until: untilText, hours, email })
      : t('mail.company_until', { until: untilText }),
  ]
}

const getSubjectValues = (booking: BookedRow, translator: ServerTranslator) => ({
  code: booking.code,
  room: getRoomName(booking, translator.language),
  name: booking.name,
  dates: formatStayDates(translator, isoDay(booking.check_in), isoDay(booking.check_out)),
})

const getTextValues = (booking: BookedRow, translator: ServerTranslator) => ({
  ...getSubjectValues(booking, translator),
  nights: translator.count('rooms.nights', booking.check_out - booking.check_in),
})

const createOfficeLink = ({ code }: BookedRow, publicUrl: string, { t }: ServerTranslator, label: MessageKey) => ({
  label: t(label),
  url: publicUrl + officeHref('booking', code),
})

export const companyStayEmails = {
  company_stay_requested: {
    texts: [
      'mail.company_request_subject',
      'mail.company_request_text',
      'mail.company_confirm_until',
      'mail.company_until',
      'mail.company_answer',
    ],
    sample: createSample('pending_approval', makeCompanyBookingEmail),
  },
  company_stay_booked: {
    texts: ['mail.company_booking_subject', 'mail.company_booking_text', 'mail.company_pay_until', 'mail.company_view'],
    sample: createSample('confirmed', makeCompanyBookingEmail),
  },
  company_stay_cancelled: {
    texts: [
      'mail.company_cancelled_subject',
      'mail.company_cancelled_text',
      'mail.company_cancelled_free',
      'mail.company_cancelled_fee',
      'mail.company_refund',
      'mail.company_view',
    ],
    sample: createSample('cancelled', ({ stay, company, amounts: { overpaidPoisha }, ctx: { context } }) =>
      composeCompanyCancellationEmail({ ...stay, refund: overpaidPoisha }, company, context.publicUrl),
    ),
  },
  company_stay_unanswered: {
    texts: [
      'mail.company_unanswered_subject',
      'mail.company_unanswered_text',
      'mail.company_until',
      'mail.company_answer',
    ],
    sample: createSample('pending_approval', ({ stay, company, ctx: { now, context } }) =>
      composeCompanyUnansweredEmail({ ...stay, email_verified_at: now }, company, context.publicUrl),
    ),
  },
  company_stay_ended: {
    texts: [
      'mail.company_ended_subject',
      'mail.company_ended_unpaid',
      'mail.company_ended_unproven',
      'mail.company_ended_unanswered',
      'mail.company_ended_text',
      'mail.company_view',
    ],
    sample: createSample('expired', ({ stay, company, ctx: { context } }) =>
      composeCompanyExpiredEmail(stay, company, context.publicUrl),
    ),
  },
} satisfies Partial<EmailDefinitions>

function makeCompanyBookingEmail({ stay, company, ctx: { context } }: StayEmailInput): Email {
  return composeCompanyBookingEmail(stay, company, context.publicUrl)
}
