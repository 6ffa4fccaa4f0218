import { systemClock } from '#platform/clock.ts'
import type { Translator } from '#locales/translator.ts'
import { MINUTE_MS } from '#platform/durations.ts'

/** A time in the company's time zone, as short as possible: today at 14:05; 3 Jan, 09:00. */
export function formatWhen({ t, day, digits, clock }: Translator, at: string, now = systemClock()): string {
  const [date, time] = clock(Date.parse(at))
  return date === clock(now)[0] ? t('office.today_at', { time }) : `${day(date, 'short')}, ${digits(time)}`
}

/** Returns the remaining time until a deadline as text, and whether the deadline is today or has passed. */
export function formatTimeLeft(
  { t, count, clock }: Translator,
  until: string,
  now = systemClock(),
): { timeLeftText: string; isToday: boolean } {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS)
  const isToday = clock(Date.parse(until))[0] === clock(now)[0] || minutes <= 0
  if (minutes <= 0) return { timeLeftText: t('office.expired'), isToday }
  if (minutes < 60) return { timeLeftText: count('office.minutes_left', minutes), isToday }
  const hours = Math.floor(minutes / 60)
  return {
    timeLeftText: hours < 48 ? count('office.hours_left', hours) : count('office.days_left', Math.floor(hours / 24)),
    isToday,
  }
}
