import type { Translator } from '#locales/translator.ts'

const FIRST_HOUR = 6
const formatFullHour = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`

/**
 * The arrival times that guests can choose, in the time zone of the property: the beginning of an hour on the check-in
 * day, or the night after it. Empty: the guest does not know yet.
 */
export const listArrivalTimes = (): string[] => [
  '',
  ...Array.from({ length: 24 - FIRST_HOUR }, (_, index) => formatFullHour(FIRST_HOUR + index)),
  'after_midnight',
]

/** Formats an arrival time, for example 14:00 – 15:00. Empty if the guest has not stated one. */
export function formatArrivalTime(value: string, { t }: Translator): string {
  if (value === '') return ''
  if (value === 'after_midnight') return t('booking.arrival_after_midnight')
  return t('booking.arrival_range', { arrival: value, departure: formatFullHour(Number(value.slice(0, 2)) + 1) })
}
