import { systemClock } from '../../platform/clock.ts'
import type { Words } from '../../words/words.ts'

/** A moment as the clocks of Dhaka show it, as short as can be: today at 14:05; 3 Jan, 09:00. */
export function when({ t, day, digits }: Words, at: string, now = systemClock()): string {
  const [date, time] = inDhaka(Date.parse(at))
  return date === inDhaka(now)[0] ? t('office.today_at', { time }) : `${day(date, 'short')}, ${digits(time)}`
}

/** How long is left until then, and whether that is today. */
export function timeLeft({ t, count }: Words, until: string, now = systemClock()): { said: string; isToday: boolean } {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  const isToday = inDhaka(Date.parse(until))[0] === inDhaka(now)[0] || minutes <= 0
  if (minutes <= 0) return { said: t('office.over'), isToday }
  if (minutes < 60) return { said: count('office.minutes_left', minutes), isToday }
  const hours = Math.floor(minutes / 60)
  return {
    said: hours < 48 ? count('office.hours_left', hours) : count('office.days_left', Math.floor(hours / 24)),
    isToday,
  }
}

function inDhaka(ms: number): [date: string, time: string] {
  const [date, time] = clock.format(ms).split(' ')
  return [date!, time!]
}

/** Swedes write a moment as machines do. */
const clock = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' })
