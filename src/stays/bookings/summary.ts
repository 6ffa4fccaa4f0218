import type { BookingStatus } from '#schema/bookings.ts'
import type { Translator } from '#locales/translator.ts'
import type { BookingDetails, Cancelling, StayPreferencesView } from './contract.ts'
import { formatGuests } from '../availability/format-guests.ts'
import { formatVat } from '../availability/format-vat.ts'
import { formatTerms } from '../policies/format-terms.ts'
import { getStatusTraits } from './status.ts'

type Line = readonly [name: string, value: string]

/** The lines of a summary, shared by the page, the printout and the PDF. */
export function createSummary({ roomParticular: stay, cancelling }: BookingDetails, translator: Translator) {
  const { t, number, money, day } = translator
  const priceText = `${money(stay.roomPrice)} ${t('rooms.per_night')}`
  const hasSinglePrice = new Set(stay.nights.map((night) => night.price)).size === 1
  const bookingLines: Line[] = [
    [t('booking.success_reference'), stay.id],
    [t('summary.booked_by'), stay.name],
    [t('room.guests'), formatGuests(stay, translator)],
    [t('summary.status'), t(getStatusKey(stay.status))],
    [t('booking.paymenttype'), formatPaymentText(stay, cancelling.cost, translator)],
    [t('summary.due'), stay.due > 0 ? [money(stay.due), stay.due_text].filter(Boolean).join('. ') : ''],
  ]
  const roomLines: Line[] = [
    [t('summary.room'), stay.room_name],
    [t('summary.bed'), stay.bed_name],
    [t('summary.check_in'), `${day(stay.checkin, 'weekday')}, ${t('room.arrive_from', { time: stay.check_in_from })}`],
    [
      t('summary.check_out'),
      `${day(stay.checkout, 'weekday')}, ${t('room.leave_until', { time: stay.check_out_until })}`,
    ],
    [t('summary.days'), number(stay.total_booking_days)],
    [t(hasSinglePrice ? 'summary.price' : 'summary.price_average'), priceText],
    [t('summary.total'), money(stay.total) + formatVat(stay.vat, translator)],
    ...(stay.service > 0 ? [[t('summary.service'), money(stay.service)] as const] : []),
    ...listPreferenceLines(stay, translator),
  ]
  const nightLines: Line[] = hasSinglePrice
    ? []
    : stay.nights.map(({ night, price: nightPrice }) => [day(night), money(nightPrice)])
  return {
    booking: bookingLines.filter(([, value]) => value !== ''),
    room: roomLines,
    nights: nightLines,
    terms: describeCancellationTerms(cancelling, translator),
    cancelled: formatCancellationCost(cancelling, translator),
  }
}

/** The package, the arrival time and the beds that the guest has chosen. */
export const listPreferenceLines = ({ arrival, beds, package: name }: StayPreferencesView, { t }: Translator): Line[] =>
  (
    [
      [t('booking.package'), name],
      [t('booking.arrival_time'), arrival],
      [t('booking.beds'), beds],
    ] as const
  ).filter(([, value]) => value !== '')

/** The cancellation terms in one or more lines. Null if the guest can no longer cancel the stay online. */
function describeCancellationTerms(
  { terms, no_show, ...otherTerms }: Cancelling,
  translator: Translator,
): string | null {
  if (terms === null || no_show === null) return null
  const text = formatTerms({ ...otherTerms, terms, no_show }, translator)
  return `${translator.t('room.cancelling')}:${text.includes('\n') ? '\n' : ' '}${text}`
}

/** The fee of a cancelled stay. Null if it is not cancelled. */
export function formatCancellationCost({ cost }: Pick<Cancelling, 'cost'>, { t, money }: Translator): string | null {
  if (cost === null) return null
  return cost === 0 ? t('summary.cancelled_free') : t('summary.cancelled_cost', { fee: money(cost) })
}

export const getStatusKey = (status: BookingStatus) => `dashboard.status_${status}` as const

/** The payment status with the amount. */
export function formatPaymentText(
  stay: Parameters<typeof getPaymentKey>[0] & { paid: number; refunded: number },
  cost: number | null,
  { t, money }: Translator,
): string {
  const text = t(getPaymentKey(stay, cost))
  const amount = stay.payment_status.includes('refund') ? stay.refunded : stay.paid
  return amount > 0 ? `${text}: ${money(amount)}` : text
}

/** The message key of the payment status: "none" for an unpaid stay that released its nights without a fee. */
export function getPaymentKey(
  { status, payment_status }: { status: BookingStatus; payment_status: string },
  cost: number | null,
) {
  const statusKey =
    getStatusTraits(status).releasedNights && payment_status === 'unpaid' && !cost ? 'none' : payment_status
  return `summary.payment_${statusKey}` as 'summary.payment_paid'
}
