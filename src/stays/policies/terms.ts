import { isoDay } from '#platform/day.ts'
import { feePoisha, type Fee, type Rules, type Tier } from './policy.ts'

/*
 * What a policy comes to for one stay: moments and amounts. It is copied onto the stay when it is booked, so that no later
 * change of the policy, of the rates or of the hours of the house alters what was agreed.
 */

/** From this moment on, to the millisecond, cancelling costs so much. */
interface Step {
  at: number
  poisha: number
}

export interface Terms {
  /** From when on the house awaits them: until then whoever booked cancels by themselves. Null for stays of before this was kept. */
  arrivalAt: number | null
  /** In the order in which they begin, each costing as much as the one before it or more. Before the first, nothing. */
  steps: readonly Step[]
  noShowPoisha: number
  depositPoisha: number
}

/** Of one room, with the rules by which they were reckoned: those hold on when its nights become others. */
export interface AgreedTerms extends Terms {
  policy: Rules
}

/** `now`: when it is booked, or would be. `nightsPoisha`: what each night costs, from the first. */
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

/** The same as a booking keeps it. */
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

/** What changes when a stay gets other nights. */
interface Change {
  /** When the guest is expected now. Null where the first night stays the same. */
  arrivalAt: number | null
  now: number
  /** The policies of nights that the stay did not have before. */
  added?: readonly Rules[]
  /** Whether the company has promised the stay. Before that, cancelling is free whatever the terms say. */
  isPromised?: boolean
}

/**
 * Terms for a stay with other nights. The agreed policy and those of the added nights all apply, so at every moment the
 * strictest counts. Hours count from the new arrival, but a step that has begun stays begun.
 *
 * While cancelling costs something, no change makes it cheaper, and the same holds for not coming: otherwise a guest
 * could add a cheap night or move to a cheap day and cancel for less than agreed. While cancelling is free, a guest could
 * just as well cancel and book again, so nothing is held back.
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
    (one, other) => one.at - other.at,
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
  fees.reduce((one, other) => (feePoisha(other, nightsPoisha) > feePoisha(one, nightsPoisha) ? other : one))

/** Cancelling later never costs less, nor does not coming, whatever the kinds of fee come to. */
function amountsOf({ tiers, noShow, deposit }: Rules, nightsPoisha: readonly number[], atLeast = 0) {
  let least = atLeast
  const poisha = tiers.map((tier) => (least = Math.max(least, feePoisha(tier, nightsPoisha))))
  return {
    poisha,
    noShowPoisha: Math.max(least, feePoisha(noShow, nightsPoisha)),
    depositPoisha: feePoisha(deposit, nightsPoisha),
  }
}

/** What it costs to cancel at a moment. */
export const costAt = ({ steps }: Pick<Terms, 'steps'>, now: number): number =>
  steps.findLast(({ at }) => at <= now)?.poisha ?? 0

/** Of the rooms of a stay, as if they were one. */
export function together(all: readonly Terms[]): Terms {
  const sum = (of: (terms: Terms) => number) => all.reduce((sofar, each) => sofar + of(each), 0)
  const moments = new Set(all.flatMap(({ steps }) => steps.map(({ at }) => at)))
  const arrivals = all.map(({ arrivalAt }) => arrivalAt)
  return {
    arrivalAt: arrivals.some((each) => each === null) ? null : Math.min(...(arrivals as number[])),
    steps: [...moments]
      .toSorted((one, other) => one - other)
      .map((at) => ({ at, poisha: sum((terms) => costAt(terms, at)) })),
    noShowPoisha: sum(({ noShowPoisha }) => noShowPoisha),
    depositPoisha: sum(({ depositPoisha }) => depositPoisha),
  }
}

/** As a booking keeps them. */
export const keptTerms = (terms: Terms | AgreedTerms): string => JSON.stringify(terms)
export const readTerms = (kept: string): Terms => JSON.parse(kept) as Terms
/** Of one room. */
export const readAgreed = (kept: string): AgreedTerms => JSON.parse(kept) as AgreedTerms

const MS_PER_HOUR = 3_600_000

interface House {
  timeZone: string
  checkInFrom: string
}

/** The moment from which the house awaits its guest, by its own clocks. */
export const arrivalAt = (day: number, { timeZone, checkInFrom }: House): number =>
  Temporal.PlainDateTime.from(`${isoDay(day)}T${checkInFrom}`).toZonedDateTime(timeZone).epochMilliseconds
