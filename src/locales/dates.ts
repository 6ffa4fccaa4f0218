import type { Translator } from './translator.ts'

/** Formats a date range, for example 1–4 December 2026. A line can break between the two dates, but not inside one. */
export function dates({ day, number }: Translator, from: string, to: string): string {
  const ofMonth = (isoDay: string) => number(Number(isoDay.slice(8)))
  const ofYear = (isoDay: string) => `${ofMonth(isoDay)}\u00a0${day(isoDay, 'month')}`
  const whole = (isoDay: string) => day(isoDay).replaceAll(' ', '\u00a0')
  const isSame = (length: 4 | 7) => from.slice(0, length) === to.slice(0, length)
  if (isSame(7)) return `${ofMonth(from)}–\u2060${whole(to)}`
  return `${isSame(4) ? ofYear(from) : whole(from)}\u00a0– ${whole(to)}`
}

/**
 * Formats a short date range for a field, for example 1 – 4 Dec. Years appear if they differ or are not the current
 * one.
 */
export function datesInShort(
  { language, day, digits, number }: Translator,
  from: string,
  to: string,
  thisYear: string,
) {
  const isSame = (length: 4 | 7) => from.slice(0, length) === to.slice(0, length)
  const date = (isoDay: string) => number(Number(isoDay.slice(8)))
  // Browsers differ in how they shorten September, and Bangla has no month abbreviations in common use.
  const month = (isoDay: string) => `\u00a0${day(isoDay, 'month').slice(0, language === 'bn' ? undefined : 3)}`
  const year = (isoDay: string) => `\u00a0${digits(isoDay.slice(0, 4))}`
  const yearAtEnd = isSame(4) && to.startsWith(thisYear) ? '' : year(to)
  const start = isSame(7) ? '' : month(from) + (isSame(4) ? '' : year(from))
  return `${date(from)}${start}\u00a0–${isSame(7) ? '\u00a0' : ' '}${date(to)}${month(to)}${yearAtEnd}`
}
