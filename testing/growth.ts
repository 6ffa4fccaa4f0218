import assert from 'node:assert/strict'
import { threadMs } from './thread.ts'

const TRIES = 5
/** Twice the input takes twice the time if the work is linear, and four times if it is quadratic. */
const MAX_TIMES = 3
/** Shorter runs are not meaningful, because one garbage collection takes longer. */
const SHORTEST_MS = 5

/**
 * Asserts that `work` on twice the input takes about twice the CPU time of this thread. For soak files only: the ratio
 * depends less on the machine than milliseconds do, but it is still measured.
 */
export async function assertLinear(what: string, size: number, work: (size: number) => unknown): Promise<void> {
  const [once, twice] = [[] as number[], [] as number[]]
  for (let at = 0; at < TRIES; at++) {
    once.push(await threadMs(() => work(size)))
    twice.push(await threadMs(() => work(2 * size)))
  }
  const [one, two] = [Math.min(...once), Math.min(...twice)]
  assert.ok(two <= MAX_TIMES * Math.max(one, SHORTEST_MS), `${what}: ${one} ms, then ${two} ms for twice the input`)
}
