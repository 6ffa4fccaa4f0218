import type { Asker } from '../platform/contract.ts'
import { isoDay } from '../platform/day.ts'
import { bdtOf } from '../platform/money.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import type { WordKey } from '../words/words.ts'
import type { Confirmation } from './contract.ts'
import { statusOf } from './status.ts'
import { paymentOf, type BookedRow } from './store.ts'

/** To whom, and when. */
type Asking = Pick<Asker, 'language' | 'now'>

/** What whoever booked is told, then and whenever they come back. */
export const confirmationOf = (booking: BookedRow, { language, now }: Asking): Confirmation => ({
  booking_id: booking.code,
  room_name: roomNameOf(booking, language),
  checkin: isoDay(booking.check_in),
  checkout: isoDay(booking.check_out),
  nights: booking.check_out - booking.check_in,
  total: bdtOf(booking.total_poisha),
  status: statusOf(booking, now),
  payment_status: booking.payment_status,
  pay_until: statusOf(booking, now) === 'pending_payment' ? new Date(booking.expires_at!).toISOString() : null,
  next: whatIsNext(booking, { language, now }),
})

export const roomNameOf = ({ room_name_en, room_name_bn }: BookedRow, language: Language): string =>
  (language === 'bn' && room_name_bn) || room_name_en

/** What happens next, in a sentence. Who chose to pay online, where no gateway takes it, is sent a link. */
export function whatIsNext(booking: BookedRow, { language, now }: Asking): string {
  const { t, moment } = wordsIn(language)
  const status = statusOf(booking, now)
  const awaitsLink = paymentOf(booking) === 'online' && booking.payment_status === 'unpaid'
  if (status === 'pending_payment')
    return t('stay.next_pending_payment', { until: moment(new Date(booking.expires_at!)) })
  if (awaitsLink && (status === 'pending_approval' || status === 'confirmed')) return t(`stay.next_${status}_link`)
  return t(`stay.next_${status}` satisfies WordKey)
}
