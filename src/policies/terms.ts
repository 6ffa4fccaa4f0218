import { isoDay } from '../platform/day.ts'
import { feePoisha, type Rules } from './policy.ts'

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

/**
 * The same once its nights are others: the rules that were agreed, for what it costs now. Who comes on another day may cancel
 * as long before it as was agreed; but what has begun to cost goes on costing. `arrivalAt` is null where they come on the same.
 */
export function termsAfter(
  before: AgreedTerms,
  nightsPoisha: readonly number[],
  { arrivalAt, now }: { arrivalAt: number | null; now: number },
): AgreedTerms {
  const { policy } = before
  const { poisha, ...amounts } = amountsOf(policy, nightsPoisha)
  const steps = policy.tiers.map(({ hours }, at) => {
    const was = before.steps[at]
    const stays = was && (arrivalAt === null || hours === null || was.at <= now)
    return { at: stays ? was.at : (arrivalAt ?? now) - (hours ?? 0) * MS_PER_HOUR, poisha: poisha[at]! }
  })
  return { arrivalAt: arrivalAt ?? before.arrivalAt, steps, ...amounts, policy }
}

/** Who cancels later never pays less, nor who does not come, whatever the kinds of fee would come to. */
function amountsOf({ tiers, noShow, deposit }: Rules, nightsPoisha: readonly number[]) {
  let least = 0
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
