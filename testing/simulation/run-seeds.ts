import { Worker } from 'node:worker_threads'
import type { Outcome } from './simulation.ts'

export interface Run {
  seed: number
  /** Whether the outcome contains the lines of the trace. */
  isRecorded: boolean
}

/**
 * Runs seeds one after the other in a thread of their own. Node's test runner tracks every promise of the main thread,
 * which would double the cost. A thread shares no state with other tests.
 */
export async function runSeeds(runs: readonly Run[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: runs })
  worker.on('message', (outcome: Outcome) => outcomes.push(outcome))
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => resolve())
  })
  if (outcomes.length < runs.length) throw new Error(`the simulation ended after ${outcomes.length} runs`)
  return outcomes
}
