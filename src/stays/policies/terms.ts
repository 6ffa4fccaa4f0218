import { isoDay } from '#platform/day.ts'
import { calculateFee, type Fee, type Rules, type Tier } from './policy.ts'
import { HOUR_MS } from '#platform/durations.ts'

/*
 * The cancellation terms of one stay: times and amounts. They are copied onto the booking, so that later changes of the
 * policy, the rates or the check-in time do not alter them.
 */

/** A fee for cancelling at or after the time `at`. */
interface Step {
  at: number
  poisha: number
}

export interface Terms {
  /** The check-in time, until which the guest can cancel online. Null for stays booked before this field existed. */
  arrivalAt: number | null
  /** Sorted by time, with fees that never fall. Before the first step, cancelling is free. */
  steps: readonly Step[]
  noShowPoisha: number
  depositPoisha: number
}

/** The terms of one room, with their rules. The rules still apply when the nights change. */
export interface AgreedTerms extends Terms {
  policy: Rules
}

/**
 * Creates the terms of a stay. `now` is the time of the booking. `nightsPoisha` are the prices of the nights in order.
 */
export function createTerms(
  policy: Rules,
  nightsPoisha: readonly number[],
  { arrivalAt, now }: { arrivalAt: number; now: number },
): AgreedTerms {
  const { poisha: stepFees, ...amounts } = calculateAmounts(policy, nightsPoisha)
  const steps = policy.tiers.map(({ hours }, index) => ({
    at: hours === null ? now : arrivalAt - hours * HOUR_MS,
    poisha: stepFees[index]!,
  }))
  return { arrivalAt, steps, ...amounts, policy }
}

/** The serialized terms of a new booking. */
export const createStoredTerms = (
  policy: Rules,
  nights: readonly { night: number; pricePoisha: number }[],
  company: CheckInRules,
  now: number,
): { terms: string } => ({
  terms: serializeTerms(
    createTerms(
      policy,
      nights.map(({ pricePoisha }) => pricePoisha),
      { arrivalAt: getArrivalTime(nights[0]!.night, company), now },
    ),
  ),
})

interface StayChange {
  /** The new check-in time. Null if the first night stays the same. */
  arrivalAt: number | null
  now: number
  /** The policies of the added nights. */
  addedPolicies?: readonly Rules[]
  /** Whether the booking is confirmed. Before that, cancelling is free regardless of the terms. */
  isPromised?: boolean
}

/**
 * Creates the terms of a stay whose nights change. The agreed policy and those of the added nights all apply, so the
 * highest fee at each time counts. Hours count from the new arrival, but a step that has begun keeps its time.
 *
 * While cancelling costs a fee, no change lowers it or the no-show fee, except to the new total. Otherwise a guest
 * could add a cheap night or move to a cheap day and cancel for less than agreed. While cancelling is free, a guest
 * could also cancel and book again, so fees may fall.
 */
export function recalculateTerms(
  agreedTerms: AgreedTerms,
  nightsPoisha: readonly number[],
  { arrivalAt, now, addedPolicies = [], isPromised = true }: StayChange,
): AgreedTerms {
  const arrival = arrivalAt ?? agreedTerms.arrivalAt
  const getStart = ({ hours }: Tier) => (hours === null || arrival === null ? now : arrival - hours * HOUR_MS)
  const agreedTiers = agreedTerms.policy.tiers.map((tier, index) => {
    const oldStep = agreedTerms.steps[index]
    const isFixed = oldStep && (arrivalAt === null || tier.hours === null || oldStep.at <= now)
    return { tier, at: isFixed ? oldStep.at : getStart(tier) }
  })
  const knownTiers = new Set(agreedTerms.policy.tiers.map(getTierKey))
  const addedTiers = addedPolicies
    .flatMap(({ tiers }) => tiers)
    .filter((tier) => !knownTiers.has(getTierKey(tier)) && knownTiers.add(getTierKey(tier)))
  const sortedTiers = [...agreedTiers, ...addedTiers.map((tier) => ({ tier, at: getStart(tier) }))].toSorted(
    (a, b) => a.at - b.at,
  )
  const policy: Rules = {
    tiers: sortedTiers.map(({ tier }) => tier),
    noShow: findHighestFee(
      [agreedTerms.policy, ...addedPolicies].map(({ noShow }) => noShow),
      nightsPoisha,
    ),
    deposit: findHighestFee(
      [agreedTerms.policy, ...addedPolicies].map(({ deposit }) => deposit),
      nightsPoisha,
    ),
  }
  const totalPoisha = nightsPoisha.reduce((sum, night) => sum + night, 0)
  const currentFee = isPromised ? Math.min(getFeeAt(agreedTerms, now), totalPoisha) : 0
  const { poisha: stepFees, noShowPoisha, depositPoisha } = calculateAmounts(policy, nightsPoisha, currentFee)
  return {
    arrivalAt: arrival,
    steps: sortedTiers.map(({ at }, index) => ({ at, poisha: stepFees[index]! })),
    noShowPoisha:
      currentFee > 0 ? Math.max(noShowPoisha, Math.min(agreedTerms.noShowPoisha, totalPoisha)) : noShowPoisha,
    depositPoisha,
    policy,
  }
}

const getTierKey = ({ hours, kind, amount }: Tier): string => `${hours} ${kind} ${amount}`

const findHighestFee = (fees: readonly Fee[], nightsPoisha: readonly number[]): Fee =>
  fees.reduce((highest, fee) => (calculateFee(fee, nightsPoisha) > calculateFee(highest, nightsPoisha) ? fee : highest))

/**
 * Calculates the fees. A later step never costs less than an earlier one, and a no-show never less than the last step,
 * even if the fees are of different kinds.
 */
function calculateAmounts({ tiers, noShow, deposit }: Rules, nightsPoisha: readonly number[], minPoisha = 0) {
  let runningMin = minPoisha
  const stepFees = tiers.map((tier) => (runningMin = Math.max(runningMin, calculateFee(tier, nightsPoisha))))
  return {
    poisha: stepFees,
    noShowPoisha: Math.max(runningMin, calculateFee(noShow, nightsPoisha)),
    depositPoisha: calculateFee(deposit, nightsPoisha),
  }
}

/** The fee for cancelling at a given time. */
export const getFeeAt = ({ steps }: Pick<Terms, 'steps'>, now: number): number =>
  steps.findLast(({ at }) => at <= now)?.poisha ?? 0

/**
 * The end of free cancellation: the first step with a fee, at the latest the check-in time. Null if cancelling costs a
 * fee now, or if the end is unknown or past.
 */
export function getFreeUntil(terms: Pick<Terms, 'arrivalAt' | 'steps'>, now: number): number | null {
  if (getFeeAt(terms, now) > 0) return null
  const freeUntil = terms.steps.find(({ poisha }) => poisha > 0)?.at ?? terms.arrivalAt
  return freeUntil !== null && freeUntil > now ? freeUntil : null
}

/**
 * Combines the terms of all rooms of a stay. If any room has a deposit, the deposit includes the full price of the rooms
 * without one.
 */
export function combineTerms(rooms: readonly { terms: Terms; totalPoisha: number }[]): Terms {
  const termsByRoom = rooms.map(({ terms }) => terms)
  const hasDeposit = termsByRoom.some(({ depositPoisha }) => depositPoisha > 0)
  const sum = (bdtToPoisha: (terms: Terms) => number) =>
    termsByRoom.reduce((subtotal, terms) => subtotal + bdtToPoisha(terms), 0)
  const changeTimes = new Set(termsByRoom.flatMap(({ steps }) => steps.map(({ at }) => at)))
  const arrivals = termsByRoom.map(({ arrivalAt }) => arrivalAt)
  return {
    arrivalAt: arrivals.some((arrival) => arrival === null) ? null : Math.min(...(arrivals as number[])),
    steps: [...changeTimes]
      .toSorted((a, b) => a - b)
      .map((at) => ({ at, poisha: sum((terms) => getFeeAt(terms, at)) })),
    noShowPoisha: sum(({ noShowPoisha }) => noShowPoisha),
    depositPoisha: hasDeposit
      ? rooms.reduce((subtotal, { terms, totalPoisha }) => subtotal + (terms.depositPoisha || totalPoisha), 0)
      : 0,
  }
}

export const serializeTerms = (terms: Terms | AgreedTerms): string => JSON.stringify(terms)
export const parseTerms = (serialized: string): Terms => JSON.parse(serialized) as Terms
export const parseAgreedTerms = (serialized: string): AgreedTerms => JSON.parse(serialized) as AgreedTerms

interface CheckInRules {
  timeZone: string
  checkInFrom: string
}

/** The check-in time on a day, in the company's time zone. */
export const getArrivalTime = (day: number, { timeZone, checkInFrom }: CheckInRules): number =>
  Temporal.PlainDateTime.from(`${isoDay(day)}T${checkInFrom}`).toZonedDateTime(timeZone).epochMilliseconds
