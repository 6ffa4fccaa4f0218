/** A source of choices that look random. The same seed gives the same choices. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Returns true with this probability, in percent. */
  chance(percent: number): boolean
}

/** Creates the generator "mulberry32". */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const drawFraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const drawBelow = (limit: number) => Math.floor(drawFraction() * limit)
  return {
    below: drawBelow,
    pick: (items) => items[drawBelow(items.length)]!,
    chance: (percent) => drawBelow(100) < percent,
  }
}
