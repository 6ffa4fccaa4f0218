/**
 * The size of the benches. `smallest` only shows that a bench runs: it is the default under the test runner, and
 * `BENCH_SIZE=smallest npm run bench` runs it by hand. `huge` measures 10,000,000 nights and 2,000,000 bookings where a
 * bench has such a size.
 */
const size = readSize(process.env.BENCH_SIZE ?? (process.env.TEST_TIER === undefined ? 'full' : 'smallest'))

/** Picks a number of turns, rows or seconds for the size of this run. */
export const chooseBySize = <T>(sizes: { full: T; smallest: T; huge?: T }): T =>
  size === 'huge' && sizes.huge !== undefined ? sizes.huge : sizes[size === 'smallest' ? 'smallest' : 'full']

function readSize(name: string): 'full' | 'smallest' | 'huge' {
  if (name === 'full' || name === 'smallest' || name === 'huge') return name
  throw new Error(`BENCH_SIZE must be full, smallest or huge, not ${name}`)
}
