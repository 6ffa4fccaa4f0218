import { percentToBasisPoints, bdtToPoisha } from '#platform/money.ts'
/** The differences from a room's own price and rules on one day. Used by the server and the browser. */
export interface OwnRate {
  pricePoisha: number | null
  minNights: number | null
  maxNights: number | null
  closed: boolean
  noArrival: boolean
  noDeparture: boolean
  /** The policy for stays that arrive on this day. Null: the policy of the room. */
  policyId: number | null
}

/** The changes to a rate. Omitted fields stay unchanged. */
export interface RateEdit {
  /** Sets the price, changes it by a percentage or an amount, or returns to the room's own price. */
  price?: 'set' | 'percent' | 'add' | 'own' | undefined
  amount?: number | null | undefined
  closed?: boolean | undefined
  no_arrival?: boolean | undefined
  no_departure?: boolean | undefined
  /** Null: no limit. */
  min_nights?: number | null | undefined
  max_nights?: number | null | undefined
  /** Null: the policy of the room. */
  policy?: number | null | undefined
}

export const noOwnRate: OwnRate = {
  pricePoisha: null,
  minNights: null,
  maxNights: null,
  closed: false,
  noArrival: false,
  noDeparture: false,
  policyId: null,
}

export function computeRateAfter(rate: OwnRate, roomPricePoisha: number, edit: RateEdit): OwnRate {
  const { price, closed, no_arrival, no_departure, min_nights, max_nights, policy } = edit
  return {
    pricePoisha: price === undefined ? rate.pricePoisha : computePriceAfter(rate.pricePoisha ?? roomPricePoisha, edit),
    minNights: min_nights === undefined ? rate.minNights : min_nights,
    maxNights: max_nights === undefined ? rate.maxNights : max_nights,
    closed: closed ?? rate.closed,
    noArrival: no_arrival ?? rate.noArrival,
    noDeparture: no_departure ?? rate.noDeparture,
    policyId: policy === undefined ? rate.policyId : policy,
  }
}

/** Returns the new price. A percentage change is rounded to the whole taka, to avoid prices such as 4,986.67. */
function computePriceAfter(poisha: number, { price, amount }: RateEdit): number | null {
  if (price === 'own') return null
  const amountOrZero = amount ?? 0
  if (price === 'set') return bdtToPoisha(amountOrZero)
  if (price === 'add') return poisha + bdtToPoisha(amountOrZero)
  // Uses hundredths of a percent, so that floating-point errors cannot change how a half is rounded.
  return Math.round((poisha * (10_000 + percentToBasisPoints(amountOrZero))) / 1_000_000) * 100
}

export const isSameRate = (a: OwnRate, b: OwnRate): boolean =>
  (Object.keys(noOwnRate) as (keyof OwnRate)[]).every((field) => a[field] === b[field])

export const hasNoOwnRate = (rate: OwnRate): boolean => isSameRate(rate, noOwnRate)

/** Returns whether a price changes by at least half, so that the user should check it. */
export const isLargeChange = (before: number, after: number): boolean => Math.abs(after - before) * 2 >= before

/** Returns whether a weekday is selected. Without weekdays, every day is. Monday is 1, Sunday is 7. */
export const includesWeekday = (weekdays: readonly number[] | undefined, weekday: number): boolean =>
  weekdays === undefined || weekdays.includes(weekday)
