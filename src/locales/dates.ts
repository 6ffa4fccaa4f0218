import type { Translator } from './translator.ts'

/** Formats a date range, for example 1–4 December 2026. A line can break between the two dates, but not inside one. */
export function formatDateList({ day, number }: Translator, from: string, to: string): string {
  const dayOfMonth = (isoDay: string) => number(Number(isoDay.slice(8)))
  const dayAndMonth = (isoDay: string) => `${dayOfMonth(isoDay)}\u00a0${day(isoDay, 'month')}`
  const fullDate = (isoDay: string) => day(isoDay).replaceAll(' ', '\u00a0')
  const hasSamePrefix = (length: 4 | 7) => from.slice(0, length) === to.slice(0, length)
  if (hasSamePrefix(7)) return `${dayOfMonth(from)}–\u2060${fullDate(to)}`
  return `${hasSamePrefix(4) ? dayAndMonth(from) : fullDate(from)}\u00a0– ${fullDate(to)}`
}

/**
 * Formats a short date range for a field, for example 1 – 4 Dec. Years appear if they differ or are not the current
 * one.
 */
export function formatShortDates(translator: Translator, from: string, to: string, thisYear: string) {
  const { digits, number } = translator
  const hasSamePrefix = (length: 4 | 7) => from.slice(0, length) === to.slice(0, length)
  const date = (isoDay: string) => number(Number(isoDay.slice(8)))
  const month = (isoDay: string) => `\u00a0${shortMonth(translator, isoDay)}`
  const year = (isoDay: string) => `\u00a0${digits(isoDay.slice(0, 4))}`
  const yearAtEnd = hasSamePrefix(4) && to.startsWith(thisYear) ? '' : year(to)
  const start = hasSamePrefix(7) ? '' : month(from) + (hasSamePrefix(4) ? '' : year(from))
  return `${date(from)}${start}\u00a0–${hasSamePrefix(7) ? '\u00a0' : ' '}${date(to)}${month(to)}${yearAtEnd}`
}

/**
 * Formats a date for a field, for example 4 Dec, with the year if it is not the current one. A line can break before
 * the year.
 */
export function formatShortDay(translator: Translator, isoDay: string, thisYear: string): string {
  const { digits, number } = translator
  const year = isoDay.startsWith(thisYear) ? '' : ` ${digits(isoDay.slice(0, 4))}`
  return `${number(Number(isoDay.slice(8)))}\u00a0${shortMonth(translator, isoDay)}${year}`
}

/** Browsers differ in how they shorten September, and Bangla has no month abbreviations in common use. */
const shortMonth = ({ language, day }: Translator, isoDay: string) =>
  day(isoDay, 'month').slice(0, language === 'bn' ? undefined : 3)
