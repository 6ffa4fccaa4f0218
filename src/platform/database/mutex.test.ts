import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTurnstile } from './mutex.ts'

describe('a turnstile', () => {
  test('lets one through at a time, in the order of arrival', async () => {
    const turn = createTurnstile(1000)
    const order: number[] = []
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        await turn.take()
        order.push(n)
        await new Promise(setImmediate)
        order.push(n)
        turn.pass()
      }),
    )
    assert.deepEqual(order, [1, 1, 2, 2, 3, 3])
    assert.ok(turn.isFree())
  })

  test('turns away who waits too long, and lets the others go on', async () => {
    const turn = createTurnstile(20)
    await turn.take()
    await assert.rejects(turn.take(), /^Error: Waited 0.02 s for a transaction to end/)
    const next = turn.take()
    turn.pass()
    await next
    assert.ok(!turn.isFree())
    turn.pass()
    assert.ok(turn.isFree())
  })
})
