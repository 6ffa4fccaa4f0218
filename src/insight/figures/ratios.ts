/** What was there to be sold, what of it was, and what it brought without its tax. Null: not to be seen. */
export interface Sums {
  units: number
  closed: number
  sold: number
  paid: number
  net: number | null
}

/** Of nothing there is no share, and no average: null. */
const share = (part: number | null, whole: number): number | null =>
  part === null || whole === 0 ? null : part / whole

/** The definitions, for whatever nights are added up: the house, a week of it, a kind of room. */
export const ratiosOf = ({ units, closed, sold, paid, net }: Sums) => ({
  /** Of all units that there were. */
  occupancy: share(sold, units),
  /** Of those that were not closed. */
  occupancyOpen: share(sold, units - closed),
  /** What a night that was paid for cost on average. */
  averageRate: share(net, paid),
  /** What each unit that there was brought on average. */
  perUnit: share(net, units),
})
