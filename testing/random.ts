/** Creates a reproducible random generator: the same seed gives the same numbers (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedBits = Math.imul(state ^ (state >>> 15), state | 1)
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61)
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    /** Includes both ends. */
    between: (min: number, max: number) => min + below(max - min + 1),
    oneOf: <Item>(items: readonly Item[]): Item => items[below(items.length)]!,
    isTrue: (share: number) => next() < share,
  }
}
export type Random = ReturnType<typeof createRandom>
