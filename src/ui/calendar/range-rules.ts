/** The terms of a day: for the night that begins on it, and for stays that begin or end on it. */
export interface Terms {
  free: boolean
  /** The reason why the night is not free, unless it is sold out. */
  why?: string | undefined
  price?: number | null
  arrival: boolean
  departure: boolean
  minNights?: number | null
  maxNights?: number | null
}

export interface Rules {
  today: number
  /** The last possible day of departure. */
  lastDay: number
  maxNights: number
  /** A day without terms counts as free. */
  terms: ReadonlyMap<number, Terms>
}

/** From the day of arrival to the day of departure, which may be the arrival of another guest. */
export interface Range {
  from: number | null
  to: number | null
}

/** Why a day cannot be chosen. */
export type Obstacle =
  | { kind: 'past' | 'beyond' | 'no_arrival' | 'no_departure' }
  | { kind: 'taken'; night: number }
  | { kind: 'min' | 'max'; nights: number; from: number }
  | { kind: 'no_stay'; nights: number }

/**
 * Returns why a day cannot be chosen next: as departure if an earlier arrival is chosen, otherwise as a new arrival.
 */
export function against(day: number, { from, to }: Range, rules: Rules): Obstacle | null {
  return from !== null && to === null && day > from ? againstDeparture(day, from, rules) : againstArrival(day, rules)
}

export function againstRange({ from, to }: Range, rules: Rules): Obstacle | null {
  if (from === null) return null
  return againstArrival(from, rules) ?? (to === null ? null : againstDeparture(to, from, rules))
}

/** An arrival without any possible departure cannot be chosen. */
function againstArrival(day: number, rules: Rules): Obstacle | null {
  const { today, lastDay, terms } = rules
  if (day < today) return { kind: 'past' }
  if (day >= lastDay) return { kind: 'beyond' }
  if (!isFree(day, rules)) return { kind: 'taken', night: day }
  if (terms.get(day)?.arrival === false) return { kind: 'no_arrival' }
  const { least, most } = lengthsFrom(day, rules)
  for (let leaving = day + 1; leaving <= Math.min(day + most, lastDay); leaving++) {
    if (leaving - day >= least && mayLeave(leaving, rules)) return null
    if (!isFree(leaving, rules)) break
  }
  return { kind: 'no_stay', nights: least }
}

function againstDeparture(day: number, from: number, rules: Rules): Obstacle | null {
  if (day > rules.lastDay) return { kind: 'beyond' }
  const nights = day - from
  const { least, most } = lengthsFrom(from, rules)
  if (nights < least) return { kind: 'min', nights: least, from }
  for (let night = from; night < from + Math.min(nights, most); night++) {
    if (!isFree(night, rules)) return { kind: 'taken', night }
  }
  if (nights > most) return { kind: 'max', nights: most, from }
  return mayLeave(day, rules) ? null : { kind: 'no_departure' }
}

function lengthsFrom(day: number, { maxNights, terms }: Rules): { least: number; most: number } {
  const known = terms.get(day)
  return { least: known?.minNights ?? 1, most: Math.min(maxNights, known?.maxNights ?? maxNights) }
}

const isFree = (night: number, { terms }: Rules): boolean => terms.get(night)?.free !== false

const mayLeave = (day: number, { terms }: Rules): boolean => terms.get(day)?.departure !== false

/** Returns null if the price of a night is unknown. */
export function priceOf(from: number, to: number, terms: Rules['terms']): number | null {
  let sum = 0
  for (let night = from; night < to; night++) {
    const price = terms.get(night)?.price
    if (price == null) return null
    sum += price
  }
  return sum
}
