import type { Translator } from './translator.ts'

/** Formats a date range, for example 1–4 December 2026. A line can break between the two dates, but not inside one. */
export function formatDateList(translator: Translator, from: string, to: string): string {
  const { day } = translator
  const [start, end] = [makeUnbreakable(day(from)), makeUnbreakable(day(to))]
  if (isSameMonth(from, to)) return `${formatDayNumber(translator, from)}–\u2060${end}`
  return `${isSameYear(from, to) ? start.slice(0, -5) : start}\u00a0– ${end}`
}

/**
 * Formats the arrival and departure of a stay with its nights, for example 26 Nov – 29 Nov 2026, 3 nights. A line can
 * break between the parts, but not inside one.
 */
export function formatStay(translator: Translator, checkin: string, checkout: string): string {
  const nights = (Date.parse(checkout) - Date.parse(checkin)) / DAY_MS
  return `${formatStayDates(translator, checkin, checkout)}, ${makeUnbreakable(translator.count('rooms.nights', nights))}`
}

/** Formats the arrival and departure of a stay where its nights are shown beside them: 26 Nov – 29 Nov 2026. */
export function formatStayDates(translator: Translator, checkin: string, checkout: string): string {
  const formatDate = (isoDay: string) => formatShortDate(translator, isoDay)
  const formatDateAndYear = (isoDay: string) => `${formatDate(isoDay)}\u00a0${translator.digits(isoDay.slice(0, 4))}`
  return `${(isSameYear(checkin, checkout) ? formatDate : formatDateAndYear)(checkin)}\u00a0– ${formatDateAndYear(checkout)}`
}

/** Formats a stay in a list, without the current year: 26–29 Nov; 30 Dec – 2 Jan 2027. */
export function formatListedStay(
  translator: Translator,
  checkin: string,
  checkout: string,
  currentYear: string,
): string {
  const year = checkout.slice(0, 4)
  const end = formatShortDate(translator, checkout) + (year === currentYear ? '' : `\u00a0${translator.digits(year)}`)
  return isSameMonth(checkin, checkout)
    ? `${formatDayNumber(translator, checkin)}–\u2060${end}`
    : `${formatShortDate(translator, checkin)}\u00a0– ${end}`
}

/**
 * Formats days of which the last one is included, for example 26 to 29 November 2026 inclusive. The short style is for
 * the rows of a table whose title names the year: 26 to 29 Nov inclusive.
 */
export function formatInclusiveDates(
  translator: Translator,
  from: string,
  to: string,
  style: 'long' | 'short' = 'long',
): string {
  const { day, t } = translator
  if (from === to) return style === 'short' ? formatShortDate(translator, from) : day(from)
  if (style === 'short') {
    const start = isSameMonth(from, to) ? formatDayNumber(translator, from) : formatShortDate(translator, from)
    return t('office.dates_inclusive', { from: start, to: formatShortDate(translator, to) })
  }
  const start = isSameMonth(from, to)
    ? formatDayNumber(translator, from)
    : isSameYear(from, to)
      ? `${formatDayNumber(translator, from)}\u00a0${day(from, 'month')}`
      : makeUnbreakable(day(from))
  return t('office.dates_inclusive', { from: start, to: makeUnbreakable(day(to)) })
}

const DAY_MS = 86_400_000
const isSameYear = (a: string, b: string) => a.slice(0, 4) === b.slice(0, 4)
const isSameMonth = (a: string, b: string) => a.slice(0, 7) === b.slice(0, 7)
const formatShortDate = (translator: Translator, isoDay: string) =>
  `${formatDayNumber(translator, isoDay)}\u00a0${formatShortMonth(translator, isoDay)}`
const formatDayNumber = ({ number }: Translator, isoDay: string) => number(Number(isoDay.slice(8)))
const makeUnbreakable = (text: string) => text.replaceAll(' ', '\u00a0')

/**
 * Formats a date for a field, for example 4 Dec, with the year if it is not the current one. A line can break before
 * the year.
 */
export function formatShortDay(translator: Translator, isoDay: string, thisYear: string): string {
  const { digits } = translator
  const year = isoDay.startsWith(thisYear) ? '' : ` ${digits(isoDay.slice(0, 4))}`
  return formatShortDate(translator, isoDay) + year
}

/** Browsers differ in how they shorten September, and Bangla has no month abbreviations in common use. */
const formatShortMonth = ({ language, day }: Translator, isoDay: string) =>
  day(isoDay, 'month').slice(0, language === 'bn' ? undefined : 3)
