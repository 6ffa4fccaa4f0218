import type { MessageRef } from '#locales/translator.ts'
import { dayIn } from '#platform/clock.ts'
import { isoDay, parseDay } from '#platform/day.ts'

/** The nights from check-in until the day before check-out. Another stay can begin on the check-out day. */
export interface Stay {
  checkIn: number
  checkOut: number
}

export interface StayRules {
  timeZone: string
  maxNights: number
  horizonDays: number
}

export const countNights = ({ checkIn, checkOut }: Stay): number => checkOut - checkIn

export const computeToday = (rules: StayRules, now: number): number => dayIn(rules.timeZone, now)

/** The last possible departure day. */
export const getLastSellableDay = (rules: StayRules, now: number): number =>
  computeToday(rules, now) + rules.horizonDays

/** Checks the dates of a stay regardless of the room. Returns the wrong date and its message, or null. */
export function validateStay(
  stay: Stay,
  rules: StayRules,
  now: number,
): { date: keyof Stay; message: MessageRef } | null {
  const lastSellableDay = getLastSellableDay(rules, now)
  if (stay.checkIn < computeToday(rules, now)) return { date: 'checkIn', message: { key: 'error.check_in_past' } }
  if (stay.checkOut <= stay.checkIn) return { date: 'checkOut', message: { key: 'error.check_out_order' } }
  if (stay.checkOut > lastSellableDay)
    return { date: 'checkOut', message: { key: 'error.stay_too_far_ahead', values: { day: isoDay(lastSellableDay) } } }
  if (countNights(stay) > rules.maxNights)
    return { date: 'checkOut', message: { key: 'error.stay_too_long', count: rules.maxNights } }
  return null
}

/** Creates a stay from dates that the contract has already validated. */
export const parseStay = (checkIn: string, checkOut: string): Stay => ({
  checkIn: parseDay(checkIn)!,
  checkOut: parseDay(checkOut)!,
})
