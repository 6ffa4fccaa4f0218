import { isoDay } from '#platform/day.ts'
import { feePoisha, type Fee, type Rules, type Tier } from './policy.ts'

/*
 * The cancellation terms of one stay: times and amounts. They are copied onto the booking, so that later changes of the
 * policy, the rates or the check-in time do not alter them.
 */

/** The fee for cancelling from this time on, to the millisecond. */
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
export function termsFor(
  policy: Rules,
  nightsPoisha: readonly number[],
  { arrivalAt, now }: { arrivalAt: number; now: number },
): AgreedTerms {
  const { poisha, ...amounts } = amountsOf(policy, nightsPoisha)
  const steps = policy.tiers.map(({ hours }, at) => ({
    at: hours === null ? now : arrivalAt - hours * MS_PER_HOUR,
    poisha: poisha[at]!,
  }))
  return { arrivalAt, steps, ...amounts, policy }
}

/** The serialized terms of a new booking. */
export const termsAgreed = (
  policy: Rules,
  nights: readonly { night: number; pricePoisha: number }[],
  house: House,
  now: number,
): { terms: string } => ({
  terms: keptTerms(
    termsFor(
      policy,
      nights.map(({ pricePoisha }) => pricePoisha),
      { arrivalAt: arrivalAt(nights[0]!.night, house), now },
    ),
  ),
})

/** A change of the nights of a stay. */
interface Change {
  /** The new check-in time. Null if the first night stays the same. */
  arrivalAt: number | null
  now: number
  /** The policies of the added nights. */
  added?: readonly Rules[]
  /** Whether the booking is confirmed. Before that, cancelling is free regardless of the terms. */
  isPromised?: boolean
}

/**
 * Creates the terms of a stay whose nights change. The agreed policy and those of the added nights all apply, so at
 * every time the strictest one counts. Hours count from the new arrival, but a step that has begun keeps its time.
 *
 * While cancelling costs a fee, no change lowers it or the no-show fee. Otherwise a guest could add a cheap night or
 * move to a cheap day and cancel for less than agreed. While cancelling is free, a guest could also cancel and book
 * again, so fees may fall.
 */
export function termsAfter(
  before: AgreedTerms,
  nightsPoisha: readonly number[],
  { arrivalAt, now, added = [], isPromised = true }: Change,
): AgreedTerms {
  const arrival = arrivalAt ?? before.arrivalAt
  const startOf = ({ hours }: Tier) => (hours === null || arrival === null ? now : arrival - hours * MS_PER_HOUR)
  const agreed = before.policy.tiers.map((tier, index) => {
    const was = before.steps[index]
    const stays = was && (arrivalAt === null || tier.hours === null || was.at <= now)
    return { tier, at: stays ? was.at : startOf(tier) }
  })
  const known = new Set(before.policy.tiers.map(nameOfTier))
  const others = added
    .flatMap(({ tiers }) => tiers)
    .filter((tier) => !known.has(nameOfTier(tier)) && known.add(nameOfTier(tier)))
  const inTime = [...agreed, ...others.map((tier) => ({ tier, at: startOf(tier) }))].toSorted(
    (a, b) => a.at - b.at,
  )
  const policy: Rules = {
    tiers: inTime.map(({ tier }) => tier),
    noShow: dearest(
      [before.policy, ...added].map(({ noShow }) => noShow),
      nightsPoisha,
    ),
    deposit: dearest(
      [before.policy, ...added].map(({ deposit }) => deposit),
      nightsPoisha,
    ),
  }
  const total = nightsPoisha.reduce((sum, night) => sum + night, 0)
  const costsNow = isPromised ? Math.min(costAt(before, now), total) : 0
  const { poisha, noShowPoisha, depositPoisha } = amountsOf(policy, nightsPoisha, costsNow)
  return {
    arrivalAt: arrival,
    steps: inTime.map(({ at }, index) => ({ at, poisha: poisha[index]! })),
    noShowPoisha: costsNow > 0 ? Math.max(noShowPoisha, Math.min(before.noShowPoisha, total)) : noShowPoisha,
    depositPoisha,
    policy,
  }
}

const nameOfTier = ({ hours, kind, amount }: Tier): string => `${hours} ${kind} ${amount}`

const dearest = (fees: readonly Fee[], nightsPoisha: readonly number[]): Fee =>
  fees.reduce((highest, fee) => (feePoisha(fee, nightsPoisha) > feePoisha(highest, nightsPoisha) ? fee : highest))

/**
 * A later step never costs less than an earlier one, and no-show never less than the last step, even with mixed kinds
 * of fees.
 */
function amountsOf({ tiers, noShow, deposit }: Rules, nightsPoisha: readonly number[], atLeast = 0) {
  let least = atLeast
  const poisha = tiers.map((tier) => (least = Math.max(least, feePoisha(tier, nightsPoisha))))
  return {
    poisha,
    noShowPoisha: Math.max(least, feePoisha(noShow, nightsPoisha)),
    depositPoisha: feePoisha(deposit, nightsPoisha),
  }
}

/** The fee for cancelling at a given time. */
export const costAt = ({ steps }: Pick<Terms, 'steps'>, now: number): number =>
  steps.findLast(({ at }) => at <= now)?.poisha ?? 0

/** Combines the terms of all rooms of a stay. */
export function together(all: readonly Terms[]): Terms {
  const sum = (toPoisha: (terms: Terms) => number) => all.reduce((sofar, terms) => sofar + toPoisha(terms), 0)
  const moments = new Set(all.flatMap(({ steps }) => steps.map(({ at }) => at)))
  const arrivals = all.map(({ arrivalAt }) => arrivalAt)
  return {
    arrivalAt: arrivals.some((arrival) => arrival === null) ? null : Math.min(...(arrivals as number[])),
    steps: [...moments]
      .toSorted((a, b) => a - b)
      .map((at) => ({ at, poisha: sum((terms) => costAt(terms, at)) })),
    noShowPoisha: sum(({ noShowPoisha }) => noShowPoisha),
    depositPoisha: sum(({ depositPoisha }) => depositPoisha),
  }
}

/** Serializes terms for a booking. */
export const keptTerms = (terms: Terms | AgreedTerms): string => JSON.stringify(terms)
export const readTerms = (kept: string): Terms => JSON.parse(kept) as Terms
/** Parses the terms of one room. */
export const readAgreed = (kept: string): AgreedTerms => JSON.parse(kept) as AgreedTerms

const MS_PER_HOUR = 3_600_000

interface House {
  timeZone: string
  checkInFrom: string
}

/** The check-in time on a day, in the company's time zone. */
export const arrivalAt = (day: number, { timeZone, checkInFrom }: House): number =>
  Temporal.PlainDateTime.from(`${isoDay(day)}T${checkInFrom}`).toZonedDateTime(timeZone).epochMilliseconds
