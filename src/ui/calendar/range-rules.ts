/** The terms of a day: those of the night that begins on it, and those of stays that begin or end on it. */
export interface Terms {
  free: boolean
  /** The reason why the night is not free, unless it is sold out. */
  closedReason?: string | undefined
  price?: number | null
  arrival: boolean
  departure: boolean
  minNights?: number | null
  maxNights?: number | null
}

export interface RangeRules {
  today: number
  /** The last possible day of departure. */
  lastDay: number
  maxNights: number
  /** A day that is not in the map counts as free. */
  terms: ReadonlyMap<number, Terms>
}

/** From the day of arrival to the day of departure, which may be the arrival of another guest. */
export interface Range {
  from: number | null
  to: number | null
}

/** Why a day cannot be chosen. */
export type DayConflict =
  | { kind: 'past' | 'beyond' | 'no_arrival' | 'no_departure' }
  | { kind: 'taken'; night: number }
  | { kind: 'min' | 'max'; nights: number; from: number }
  | { kind: 'no_stay'; nights: number }

/**
 * Returns why a day cannot be chosen next: as departure if an earlier arrival is chosen, otherwise as a new arrival.
 */
export function findDayConflict(day: number, { from, to }: Range, rules: RangeRules): DayConflict | null {
  return from !== null && to === null && day > from
    ? findDepartureConflict(day, from, rules)
    : findArrivalConflict(day, rules)
}

export function findRangeConflict({ from, to }: Range, rules: RangeRules): DayConflict | null {
  if (from === null) return null
  return findArrivalConflict(from, rules) ?? (to === null ? null : findDepartureConflict(to, from, rules))
}

/** Returns why a day cannot be the arrival, for example because it has no possible departure. */
function findArrivalConflict(day: number, rules: RangeRules): DayConflict | null {
  const { today, lastDay, terms } = rules
  if (day < today) return { kind: 'past' }
  if (day >= lastDay) return { kind: 'beyond' }
  if (!isFree(day, rules)) return { kind: 'taken', night: day }
  if (terms.get(day)?.arrival === false) return { kind: 'no_arrival' }
  const { min, max } = getStayLengthLimits(day, rules)
  for (let departure = day + 1; departure <= Math.min(day + max, lastDay); departure++) {
    if (departure - day >= min && allowsDeparture(departure, rules)) return null
    if (!isFree(departure, rules)) break
  }
  return { kind: 'no_stay', nights: min }
}

function findDepartureConflict(day: number, from: number, rules: RangeRules): DayConflict | null {
  if (day > rules.lastDay) return { kind: 'beyond' }
  const nights = day - from
  const { min, max } = getStayLengthLimits(from, rules)
  if (nights < min) return { kind: 'min', nights: min, from }
  for (let night = from; night < from + Math.min(nights, max); night++) {
    if (!isFree(night, rules)) return { kind: 'taken', night }
  }
  if (nights > max) return { kind: 'max', nights: max, from }
  return allowsDeparture(day, rules) ? null : { kind: 'no_departure' }
}

function getStayLengthLimits(day: number, { maxNights, terms }: RangeRules): { min: number; max: number } {
  const dayTerms = terms.get(day)
  return { min: dayTerms?.minNights ?? 1, max: Math.min(maxNights, dayTerms?.maxNights ?? maxNights) }
}

const isFree = (night: number, { terms }: RangeRules): boolean => terms.get(night)?.free !== false

const allowsDeparture = (day: number, { terms }: RangeRules): boolean => terms.get(day)?.departure !== false

/** Returns null if the price of a night is unknown. */
export function sumPrices(from: number, to: number, terms: RangeRules['terms']): number | null {
  let sum = 0
  for (let night = from; night < to; night++) {
    const price = terms.get(night)?.price
    if (price == null) return null
    sum += price
  }
  return sum
}
