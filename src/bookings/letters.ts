import type { Company } from '../content/company.ts'
import type { Letter } from '../messages/letter.ts'
import { isoDay } from '../platform/day.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import type { BookedRow } from './store.ts'

/** To whoever booked, at once. */
export function confirmationLetter(booking: BookedRow, company: Company, language: Language): Letter {
  const { t, count, money, day } = wordsIn(language)
  const room = (language === 'bn' && booking.room_name_bn) || booking.room_name_en
  const stay = { from: isoDay(booking.check_in), to: isoDay(booking.check_out), nights: count('rooms.nights', booking.check_out - booking.check_in) }
  return {
    subject: t('mail.booking_subject', { code: booking.code }),
    paragraphs: [
      t('mail.greeting', { name: booking.name }),
      t('mail.booking_text', { room, ...stay }),
      booking.status === 'confirmed' ? t('mail.booking_confirmed') : t('mail.booking_pending'),
      ...(booking.payment_type === 1 ? [t('mail.booking_online')] : []),
    ],
    facts: [
      [t('booking.success_reference'), booking.code],
      [t('booking.success_room'), room],
      [t('search.check_in'), `${day(stay.from, 'long')}, ${company.checkInFrom}`],
      [t('search.check_out'), `${day(stay.to, 'long')}, ${company.checkOutUntil}`],
      [t('booking.success_amount'), t('mail.amount_with_vat', { total: money(booking.total_poisha / 100) })],
    ],
  }
}
