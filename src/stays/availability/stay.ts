import type { MessageRef } from '#locales/translator.ts'
import { dayIn } from '#platform/clock.ts'
import { isoDay, parseDay } from '#platform/day.ts'

/** The nights from check-in up to, not including, check-out. The day of leaving can be another's day of arrival. */
export interface Stay {
  checkIn: number
  checkOut: number
}

export interface StayRules {
  timeZone: string
  maxNights: number
  horizonDays: number
}

export const nightsOf = ({ checkIn, checkOut }: Stay): number => checkOut - checkIn

export const today = (rules: StayRules, now: number): number => dayIn(rules.timeZone, now)

/** The last day on which one can leave. */
export const lastDay = (rules: StayRules, now: number): number => today(rules, now) + rules.horizonDays

/** What is wrong with a stay, whatever the room: by which of its two dates is wrong. Null: nothing. */
export function errorOfStay(
  stay: Stay,
  rules: StayRules,
  now: number,
): { date: keyof Stay; sentence: MessageRef } | null {
  const last = lastDay(rules, now)
  if (stay.checkIn < today(rules, now)) return { date: 'checkIn', sentence: { key: 'error.check_in_past' } }
  if (stay.checkOut <= stay.checkIn) return { date: 'checkOut', sentence: { key: 'error.check_out_order' } }
  if (stay.checkOut > last)
    return { date: 'checkOut', sentence: { key: 'error.stay_too_far', values: { day: isoDay(last) } } }
  if (nightsOf(stay) > rules.maxNights)
    return { date: 'checkOut', sentence: { key: 'error.stay_too_long', count: rules.maxNights } }
  return null
}

/** A stay from dates that the contract has already found to be real days. */
export const stayOf = (checkIn: string, checkOut: string): Stay => ({
  checkIn: parseDay(checkIn)!,
  checkOut: parseDay(checkOut)!,
})
