/** What something costs: nothing, so many nights of the stay from its first, or so many per cent of all of it. */
export interface Fee {
  kind: 'none' | 'nights' | 'percent'
  amount: number
}

/** From so many hours before arrival on it costs this to cancel; from the booking on where hours are null. */
export interface Tier extends Fee {
  hours: number | null
}

/** What cancelling costs from when on, until arrival; what not coming costs; what is asked for ahead where somebody pays online. */
export interface Rules {
  /** The one that begins first stands first. Before it, cancelling is free. */
  tiers: readonly Tier[]
  noShow: Fee
  deposit: Fee
}

export const nothing: Fee = { kind: 'none', amount: 0 }

/** What it comes to for a stay whose nights cost this: never more than all of them. A half poisha is rounded up. */
export function feePoisha({ kind, amount }: Fee, nightsPoisha: readonly number[]): number {
  const sum = (nights: readonly number[]) => nights.reduce((all, night) => all + night, 0)
  if (kind === 'nights') return sum(nightsPoisha.slice(0, amount))
  return kind === 'none' ? 0 : Math.floor((sum(nightsPoisha) * amount + 50) / 100)
}

/** Whether one is as much as the other, or more, for every stay; false where that depends on the stay. */
export function isNeverLess(one: Fee, other: Fee): boolean {
  if (other.kind === 'none') return true
  if (one.kind === 'percent' && one.amount === 100) return true
  return one.kind === other.kind && one.amount >= other.amount
}

/** Whether it is less for some stay, and more for none. */
export const isLess = (one: Fee, other: Fee): boolean => isNeverLess(other, one) && !isNeverLess(one, other)

/** The one that begins first stands first. */
export const inOrder = (tiers: readonly Tier[]): Tier[] =>
  tiers.toSorted((one, other) => (other.hours ?? Infinity) - (one.hours ?? Infinity) || 0)
