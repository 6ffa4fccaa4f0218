/**
 * The size of the benches. `smallest` only shows that a bench runs: it is the default under the test runner, and
 * `BENCH_SIZE=smallest npm run bench` runs it by hand.
 */
const size = readSize(process.env.BENCH_SIZE ?? (process.env.TEST_TIER === undefined ? 'full' : 'smallest'))

/** Picks a number of turns, rows or seconds for the size of this run. */
export const bySize = <T>(sizes: { full: T; smallest: T }): T => sizes[size]

function readSize(name: string): 'full' | 'smallest' {
  if (name === 'full' || name === 'smallest') return name
  throw new Error(`BENCH_SIZE must be full or smallest, not ${name}`)
}
