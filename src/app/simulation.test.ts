import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { scaleTimeout } from '#testing/patience.ts'
import { selectSeeds } from '#testing/seeds.ts'
import { runSeeds } from '#testing/simulation/run-seeds.ts'
import type { Outcome } from '#testing/simulation/simulation.ts'
import { valueForTier } from '#testing/tier.ts'

/**
 * Random interleavings of operations on bookings and money, with a simulated clock, gateway, mail server and crashes.
 * A failing run prints the command that repeats it, and the repeated run prints the end of its trace.
 */
const seeds = selectSeeds({ gate: 200, all: 1_000, soak: 1_000 })
/** The seeds that run a second time. */
const repeatedSeeds = seeds.slice(0, valueForTier({ gate: 5, all: 20, soak: 100 }))
const MAX_SHOWN_LINES = 200

const timeoutMs = scaleTimeout(600_000 + seeds.length * 5_000)

describe('a simulation of the whole product', { timeout: timeoutMs }, () => {
  let outcomes: Outcome[]
  before(
    async () => {
      const allRuns = [...seeds, ...repeatedSeeds].map((seed) => ({ seed, isRecorded: seeds.length === 1 }))
      outcomes = await runSeeds(allRuns)
    },
    { timeout: timeoutMs },
  )

  test('keeps every invariant under operations, crashes and payments in random order (OPS-10)', () => {
    const failedOutcomes = outcomes.slice(0, seeds.length).filter(({ failure }) => failure !== null)
    assert.equal(failedOutcomes.length, 0, failedOutcomes.map(describeFailure).join('\n\n'))
  })

  test('does the same again for the same seed, to the last statement (OPS-11)', () => {
    const traces = outcomes.map(({ trace }) => trace)
    assert.deepEqual(traces.slice(seeds.length), traces.slice(0, repeatedSeeds.length))
    assert.equal(new Set(traces).size, seeds.length, 'each seed has its own trace')
  })

  test('has operations, crashes and payments to interleave (OPS-10)', { skip: seeds.length === 1 }, () => {
    const calculateAverage = (getNumber: (outcome: Outcome) => number) =>
      outcomes.reduce((sum, outcome) => sum + getNumber(outcome), 0) / outcomes.length
    assert.ok(calculateAverage(({ operations }) => operations) > 5)
    assert.ok(calculateAverage(({ crashes }) => crashes) > 0.3)
    assert.ok(calculateAverage(({ payments }) => payments) > 0.1)
  })
})

function describeFailure({ seed, failure, lines }: Outcome): string {
  const hint = `SEED=${seed} npm test -- src/app/simulation.test.ts repeats this run and prints its trace.`
  return [`seed ${seed}: ${failure}`, ...(lines.length > 0 ? lines.slice(-MAX_SHOWN_LINES) : [hint])].join('\n')
}
