import { valueForTier } from './tier.ts'
import { DAY_MS } from '#platform/durations.ts'

const { SEED, SEEDS } = process.env

/** The only seed of this run, or null. `SEED` sets it to repeat a failure. */
export const onlySeed = SEED ? Number(SEED) : null

/**
 * Returns the seeds of a random test. `SEEDS` sets their number. The gate and the full run take the same seeds each
 * time. The soak takes the next ones each day, so that it tests something new.
 */
export function selectSeeds(counts: { gate: number; all: number; soak: number }): number[] {
  if (onlySeed !== null) return [onlySeed]
  const count = Number(SEEDS ?? valueForTier(counts))
  const firstSeed = valueForTier({ gate: 1, all: 1, soak: Math.floor(Date.now() / DAY_MS) * count })
  return Array.from({ length: count }, (_, index) => firstSeed + index)
}
