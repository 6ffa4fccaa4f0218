import type { Company } from '#content/company.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { dates } from '#locales/dates.ts'
import type { ServerTranslator, MessageKey } from '#locales/translator.ts'
import { guestsSaid } from '../availability/guests-said.ts'
import { whyItEnded } from './status.ts'
import { paymentOf, type BookedRow } from './store.ts'
import { roomNameOf } from './presenter.ts'
import { roomsSaid, type WholeStay } from './whole-stay.ts'

/* Emails to the company in its own language: each booking, and each stay that is cancelled or expires. */

export function bookedToCompany(booking: WholeStay, company: Company, publicUrl: string): Email {
  const isRequest = booking.status !== 'confirmed'
  const words = translatorFor(company.language)
  const { t, money, day } = words
  return {
    kind: isRequest ? 'company_stay_requested' : 'company_stay_booked',
    subject: t(isRequest ? 'mail.company_request_subject' : 'mail.company_booking_subject', inShort(booking, words)),
    paragraphs: [
      t(isRequest ? 'mail.company_request_text' : 'mail.company_booking_text', inFull(booking, words)),
      ...untilWhen(booking, company),
      ...(booking.message ? [booking.message] : []),
    ],
    facts: [
      [t('booking.name'), booking.name],
      [t('booking.email'), booking.email],
      [t('booking.phone'), booking.phone],
      [t('booking.success_room'), roomsSaid(booking, words)],
      [t('search.check_in'), day(isoDay(booking.check_in), 'weekday')],
      [t('search.check_out'), day(isoDay(booking.check_out), 'weekday')],
      [t('mail.guests'), guestsSaid({ adult: booking.adults, child: booking.children }, words)],
      [t('booking.success_amount'), t('mail.amount_with_vat', { total: money(bdtOf(booking.total_poisha)) })],
      [t('booking.paymenttype'), t(paymentOf(booking) === 'online' ? 'booking.payment_1' : 'booking.payment_2')],
      [t('mail.language'), translatorFor(booking.language as Language).t('language.name')],
      [t('booking.success_reference'), booking.code],
    ],
    links: [linkTo(booking, publicUrl, words, isRequest ? 'mail.company_answer' : 'mail.company_see')],
  }
}

export function cancelledToCompany(
  booking: BookedRow & { refund: number },
  { language }: Company,
  publicUrl: string,
): Email {
  const words = translatorFor(language)
  const { t, money } = words
  const fee = booking.cancel_fee_poisha!
  return {
    kind: 'company_stay_cancelled',
    subject: t('mail.company_cancelled_subject', inShort(booking, words)),
    paragraphs: [
      t('mail.company_cancelled_text', inFull(booking, words)),
      fee === 0 ? t('mail.company_cancelled_free') : t('mail.company_cancelled_fee', { fee: money(bdtOf(fee)) }),
      ...(booking.refund > 0 ? [t('mail.company_refund', { refund: money(bdtOf(booking.refund)) })] : []),
    ],
    links: [linkTo(booking, publicUrl, words, 'mail.company_see')],
  }
}

/** A guest has changed the dates: the old and new dates, and the price difference. */
export function movedToCompany(
  booking: BookedRow & { before: BookedRow; refund: number },
  { language }: Company,
  publicUrl: string,
): Email {
  const words = translatorFor(language)
  const { t, money } = words
  const { before, refund } = booking
  const difference = booking.total_poisha - before.total_poisha
  return {
    kind: 'company_stay_moved',
    subject: t('mail.company_moved_subject', inShort(booking, words)),
    paragraphs: [
      t('mail.company_moved_text', { ...inFull(booking, words), before: inFull(before, words).dates }),
      t(
        difference === 0
          ? 'mail.company_moved_same'
          : difference > 0
            ? 'mail.company_moved_more'
            : 'mail.company_moved_less',
        {
          total: money(bdtOf(booking.total_poisha)),
          difference: money(bdtOf(Math.abs(difference))),
        },
      ),
      ...(refund > 0 ? [t('mail.company_refund', { refund: money(bdtOf(refund)) })] : []),
    ],
    links: [linkTo(booking, publicUrl, words, 'mail.company_see')],
  }
}

/** A request expires soon and the company has not answered it. */
export function unansweredToCompany(booking: BookedRow, company: Company, publicUrl: string): Email {
  const words = translatorFor(company.language)
  const { t } = words
  return {
    kind: 'company_stay_unanswered',
    subject: t('mail.company_unanswered_subject', inShort(booking, words)),
    paragraphs: [t('mail.company_unanswered_text', inFull(booking, words)), ...untilWhen(booking, company)],
    links: [linkTo(booking, publicUrl, words, 'mail.company_answer')],
  }
}

export function endedToCompany(booking: BookedRow, { language }: Company, publicUrl: string): Email {
  const words = translatorFor(language)
  const { t } = words
  return {
    kind: 'company_stay_ended',
    subject: t('mail.company_ended_subject', inShort(booking, words)),
    paragraphs: [
      t(`mail.company_ended_${whyItEnded(booking)}`, inFull(booking, words)),
      t('mail.company_ended_text', inShort(booking, words)),
    ],
    links: [linkTo(booking, publicUrl, words, 'mail.company_see')],
  }
}

/** The time until which the nights are held, if there is a limit. */
function untilWhen(
  { status, expires_at, proven_at, email }: BookedRow,
  { answerHours: hours, language }: Company,
): string[] {
  const { t, moment } = translatorFor(language)
  if (expires_at === null) return []
  const until = moment(new Date(expires_at))
  if (status === 'pending_payment') return [t('mail.company_pay_until', { until })]
  return [
    proven_at === null ? t('mail.company_prove_until', { until, hours, email }) : t('mail.company_until', { until }),
  ]
}

const inShort = (booking: BookedRow, translator: ServerTranslator) => ({
  code: booking.code,
  room: roomNameOf(booking, translator.language),
  name: booking.name,
  dates: dates(translator, isoDay(booking.check_in), isoDay(booking.check_out)),
})

const inFull = (booking: BookedRow, translator: ServerTranslator) => ({
  ...inShort(booking, translator),
  nights: translator.count('rooms.nights', booking.check_out - booking.check_in),
})

const linkTo = ({ code }: BookedRow, publicUrl: string, { t }: ServerTranslator, label: MessageKey) => ({
  label: t(label),
  url: publicUrl + officeHref('booking', code),
})
