/** A fee: none, a number of nights from the first, or a percentage of the whole stay. */
export interface Fee {
  kind: 'none' | 'nights' | 'percent'
  amount: number
}

/**
 * A cancellation fee. It applies from `hours` hours before the check-in time, or from the booking if `hours` is null.
 */
export interface Tier extends Fee {
  hours: number | null
}

/**
 * The rules of a policy: the cancellation steps until arrival, the no-show fee, and the deposit for online payments.
 */
export interface Rules {
  /** Sorted by start, earliest first. Before the first step, cancelling is free. */
  tiers: readonly Tier[]
  noShow: Fee
  deposit: Fee
}

/** Returns the amount of a fee for a stay with these night prices, at most their sum. Half a poisha is rounded up. */
export function calculateFee({ kind, amount }: Fee, nightsPoisha: readonly number[]): number {
  const sum = (nights: readonly number[]) => nights.reduce((total, night) => total + night, 0)
  if (kind === 'nights') return sum(nightsPoisha.slice(0, amount))
  return kind === 'none' ? 0 : Math.floor((sum(nightsPoisha) * amount + 50) / 100)
}

/** Returns whether fee `a` is at least fee `b` for every stay. */
export function isNeverLowerFee(a: Fee, b: Fee): boolean {
  if (b.kind === 'none') return true
  if (a.kind === 'percent' && a.amount === 100) return true
  return a.kind === b.kind && a.amount >= b.amount
}

/** Returns whether a fee is never higher than the other, and lower for at least one stay. */
export const isLowerFee = (a: Fee, b: Fee): boolean => isNeverLowerFee(b, a) && !isNeverLowerFee(a, b)

/** Sorts steps by start, earliest first. */
export const sortTiers = (tiers: readonly Tier[]): Tier[] =>
  tiers.toSorted((a, b) => (b.hours ?? Infinity) - (a.hours ?? Infinity) || 0)
