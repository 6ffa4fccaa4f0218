/** The sums over the nights of a period. `net` excludes tax and is null if the user may not see money. */
export interface Sums {
  units: number
  closed: number
  sold: number
  paid: number
  net: number | null
}

/** Returns null if the whole is zero. */
const divide = (part: number | null, total: number): number | null =>
  part === null || total === 0 ? null : part / total

/** Calculates the ratios of any set of nights, such as those of the property, a week or a room type. */
export const calculateRatios = ({ units, closed, sold, paid, net }: Sums) => ({
  /** Sold nights as a share of all units. */
  occupancy: divide(sold, units),
  /** Sold nights as a share of the units that were not closed. */
  occupancyOpen: divide(sold, units - closed),
  /** The average price of a paid night. */
  averageRate: divide(net, paid),
  /** The average revenue per unit. */
  perUnit: divide(net, units),
})
