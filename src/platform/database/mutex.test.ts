import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMutex } from './mutex.ts'

describe('createMutex', () => {
  test('admits one caller at a time, in order of arrival', async () => {
    const mutex = createMutex(1000)
    const order: number[] = []
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        await mutex.acquire()
        order.push(n)
        await new Promise(setImmediate)
        order.push(n)
        mutex.release()
      }),
    )
    assert.deepEqual(order, [1, 1, 2, 2, 3, 3])
    assert.ok(mutex.isFree())
  })

  test('rejects a caller that waits too long, and admits the others', async () => {
    const mutex = createMutex(20)
    await mutex.acquire()
    await assert.rejects(mutex.acquire(), { infrastructureCause: 'database busy', message: /^Waited 0.02 s for/ })
    const nextTurn = mutex.acquire()
    mutex.release()
    await nextTurn
    assert.ok(!mutex.isFree())
    mutex.release()
    assert.ok(mutex.isFree())
  })
})
