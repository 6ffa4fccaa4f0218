import type { Words } from './words.ts'

/**
 * Days from one to another, in one piece: 1–4 December 2026. A line ends between two dates, never within one.
 */
export function dates({ day, number }: Words, from: string, to: string): string {
  const ofMonth = (isoDay: string) => number(Number(isoDay.slice(8)))
  const ofYear = (isoDay: string) => `${ofMonth(isoDay)}\u00a0${day(isoDay, 'month')}`
  const whole = (isoDay: string) => day(isoDay).replaceAll(' ', '\u00a0')
  const isSame = (length: 4 | 7) => from.slice(0, length) === to.slice(0, length)
  if (isSame(7)) return `${ofMonth(from)}–\u2060${whole(to)}`
  return `${isSame(4) ? ofYear(from) : whole(from)}\u00a0– ${whole(to)}`
}
