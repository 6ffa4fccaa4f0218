import assert from 'node:assert/strict'
import { measureThreadMs } from './thread-time.ts'

const TRY_COUNT = 5
/** The maximum factor for twice the input. Linear work takes twice the time, quadratic work four times. */
const MAX_FACTOR = 3
/** The minimum time of a meaningful run. In a shorter one, a single garbage collection would take longer. */
const SHORTEST_MS = 5

/**
 * Asserts that `work` on twice the input takes about twice the CPU time of this thread. For soak files only: the ratio
 * depends less on the machine than milliseconds do, but it is still measured.
 */
export async function assertLinear(label: string, size: number, work: (size: number) => unknown): Promise<void> {
  const [singleMs, doubleMs] = [[] as number[], [] as number[]]
  for (let attempt = 0; attempt < TRY_COUNT; attempt++) {
    singleMs.push(await measureThreadMs(() => work(size)))
    doubleMs.push(await measureThreadMs(() => work(2 * size)))
  }
  const [bestSingleMs, bestDoubleMs] = [Math.min(...singleMs), Math.min(...doubleMs)]
  assert.ok(
    bestDoubleMs <= MAX_FACTOR * Math.max(bestSingleMs, SHORTEST_MS),
    `${label}: ${bestSingleMs} ms, then ${bestDoubleMs} ms for twice the input`,
  )
}
