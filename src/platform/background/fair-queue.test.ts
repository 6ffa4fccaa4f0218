import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

const createRejection = () => new Error('too many wait')

describe('createFairQueue', () => {
  test('serves waiting callers round-robin, even if one caller has more calls', async () => {
    const queue = createFairQueue({ slots: 1, maxWaitingPerCaller: 100, createError: createRejection })
    const servedCallers: string[] = []
    const calls = ['many', 'many', 'many', 'many', 'one', 'other'].map((caller) => call(queue, caller, servedCallers))
    await Promise.all(calls)
    assert.deepEqual(servedCallers, ['many', 'one', 'other', 'many', 'many', 'many'])
  })

  test('limits the slots of one caller, and gives free slots to others immediately', async () => {
    const queue = createFairQueue({
      slots: 3,
      slotsPerCaller: 2,
      maxWaitingPerCaller: 100,
      createError: createRejection,
    })
    const releases = [await queue.take('many'), await queue.take('many')]
    let isThirdAdmitted = false
    const waitingCall = queue.take('many').then((releaseThird) => ((isThirdAdmitted = true), releaseThird))
    const releaseOther = await queue.take('other')
    await turn()
    assert.equal(isThirdAdmitted, false)
    releases[0]!()
    ;(await waitingCall)()
    releases[1]!()
    releaseOther()
  })

  test('rejects a caller with too many waiting calls, but no other', async () => {
    const queue = createFairQueue({ slots: 1, maxWaitingPerCaller: 2, createError: createRejection })
    const servedCallers: string[] = []
    const releaseFirst = await queue.take('many')
    const waitingCalls = [call(queue, 'many', servedCallers), call(queue, 'many', servedCallers)]
    await assert.rejects(queue.take('many'), /too many wait/)
    waitingCalls.push(call(queue, 'other', servedCallers))
    releaseFirst()
    await Promise.all(waitingCalls)
    assert.equal(servedCallers.length, 3)
  })

  test('serves the topics of a caller round-robin, and limits the waiting calls per topic', async () => {
    const queue = createFairQueue({
      slots: 1,
      maxWaitingPerCaller: 100,
      maxWaitingPerTopic: 2,
      createError: createRejection,
    })
    const servedCallers: string[] = []
    const releaseFirst = await queue.take('office')
    const calls = ['one', 'one', 'two', 'three'].map((topic) => call(queue, 'office', servedCallers, topic))
    await assert.rejects(queue.take('office', 'one'), /too many wait/)
    calls.push(call(queue, 'other', servedCallers, 'one'))
    releaseFirst()
    await Promise.all(calls)
    assert.deepEqual(servedCallers, ['office one', 'other one', 'office two', 'office three', 'office one'])
  })

  test('displaces the last call of the caller with the most waiting calls when it is full', async () => {
    const queue = createFairQueue({ slots: 1, maxWaitingPerCaller: 100, maxWaiting: 4, createError: createRejection })
    const servedCallers: string[] = []
    const releaseFirst = await queue.take('many')
    const manyCalls = ['a', 'a', 'b', 'c'].map((topic) =>
      call(queue, 'many', servedCallers, topic).catch(({ message }: Error) => message),
    )
    const otherCalls = [call(queue, 'other', servedCallers), call(queue, 'third', servedCallers)]
    await assert.rejects(queue.take('many', 'd'), /too many wait/, 'the caller has its share already')
    const secondCall = call(queue, 'other', servedCallers).catch(({ message }: Error) => message)
    releaseFirst()
    await Promise.all([...manyCalls, ...otherCalls])
    assert.deepEqual(await Promise.all(manyCalls), [undefined, 'too many wait', undefined, 'too many wait'])
    assert.equal(await secondCall, 'too many wait')
    assert.deepEqual(servedCallers.toSorted(), ['many a', 'many b', 'other', 'third'])
    ;(await queue.take('many'))()
  })

  test('ignores repeated releases', async () => {
    const queue = createFairQueue({ slots: 1, maxWaitingPerCaller: 2, createError: createRejection })
    const releaseSlot = await queue.take('one')
    releaseSlot()
    releaseSlot()
    const releaseFirst = await queue.take('two')
    let isAdmitted = false
    const waitingCall = queue.take('three').then((release) => ((isAdmitted = true), release))
    await turn()
    assert.equal(isAdmitted, false)
    releaseFirst()
    ;(await waitingCall)()
  })
})

async function call(queue: FairQueue, caller: string, servedCallers: string[], topic?: string): Promise<void> {
  const release = await queue.take(caller, topic)
  servedCallers.push(topic === undefined ? caller : `${caller} ${topic}`)
  await turn()
  release()
}
