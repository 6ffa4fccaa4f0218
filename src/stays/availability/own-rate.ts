/** What differs from a room's own price and rules on one day. Browsers reckon with it as the server does. */
export interface OwnRate {
  pricePoisha: number | null
  minNights: number | null
  maxNights: number | null
  closed: boolean
  noArrival: boolean
  noDeparture: boolean
  /** For who arrives on it. Null: that of the room. */
  policyId: number | null
}

/** What is asked of a rate. What is not named stays as it is. */
export interface RateEdit {
  /** To an amount, by so many per cent, by so much, or back to the room's own. */
  price?: 'set' | 'percent' | 'add' | 'own' | undefined
  amount?: number | null | undefined
  closed?: boolean | undefined
  no_arrival?: boolean | undefined
  no_departure?: boolean | undefined
  /** Null: no bound. */
  min_nights?: number | null | undefined
  max_nights?: number | null | undefined
  /** Null: that of the room. */
  policy?: number | null | undefined
}

export const nothingOwn: OwnRate = {
  pricePoisha: null,
  minNights: null,
  maxNights: null,
  closed: false,
  noArrival: false,
  noDeparture: false,
  policyId: null,
}

/** The rate of a day after an edit. */
export function rateAfter(rate: OwnRate, roomPricePoisha: number, edit: RateEdit): OwnRate {
  const { price, closed, no_arrival, no_departure, min_nights, max_nights, policy } = edit
  return {
    pricePoisha: price === undefined ? rate.pricePoisha : priceAfter(rate.pricePoisha ?? roomPricePoisha, edit),
    minNights: min_nights === undefined ? rate.minNights : min_nights,
    maxNights: max_nights === undefined ? rate.maxNights : max_nights,
    closed: closed ?? rate.closed,
    noArrival: no_arrival ?? rate.noArrival,
    noDeparture: no_departure ?? rate.noDeparture,
    policyId: policy === undefined ? rate.policyId : policy,
  }
}

/** By per cent to the whole taka: nobody is asked for 4,986.67. */
function priceAfter(poisha: number, { price, amount }: RateEdit): number | null {
  if (price === 'own') return null
  const given = amount ?? 0
  if (price === 'set') return Math.round(given * 100)
  if (price === 'add') return poisha + Math.round(given * 100)
  // In hundredths of a per cent, so that no float decides which way a half is rounded.
  return Math.round((poisha * (10_000 + Math.round(given * 100))) / 1_000_000) * 100
}

export const isSameRate = (one: OwnRate, other: OwnRate): boolean =>
  (Object.keys(nothingOwn) as (keyof OwnRate)[]).every((field) => one[field] === other[field])

export const isPlain = (rate: OwnRate): boolean => isSameRate(rate, nothingOwn)

/** From here on a price is so far from the one before that somebody should look twice. */
export const isFar = (before: number, after: number): boolean => Math.abs(after - before) * 2 >= before

/** Which nights of a range are meant: all, or those of some days of the week. Monday is 1, Sunday is 7. */
export const isAmong = (weekdays: readonly number[] | undefined, weekday: number): boolean =>
  weekdays === undefined || weekdays.includes(weekday)
