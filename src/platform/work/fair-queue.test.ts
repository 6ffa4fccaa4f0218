import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

const turnAway = () => new Error('too many wait')

describe('createFairQueue', () => {
  test('serves waiting callers in turns, however many calls each has', async () => {
    const queue = createFairQueue({ places: 1, mostWaitingOfOne: 100, turnAway })
    const served: string[] = []
    const visits = ['many', 'many', 'many', 'many', 'one', 'other'].map((who) => visit(queue, who, served))
    await Promise.all(visits)
    assert.deepEqual(served, ['many', 'one', 'other', 'many', 'many', 'many'])
  })

  test('limits the slots of one caller, and gives free ones to others at once', async () => {
    const queue = createFairQueue({ places: 3, placesOfOne: 2, mostWaitingOfOne: 100, turnAway })
    const leave = [await queue.take('many'), await queue.take('many')]
    let third = false
    const waiting = queue.take('many').then((out) => ((third = true), out))
    const other = await queue.take('other')
    await turn()
    assert.equal(third, false)
    leave[0]!()
    ;(await waiting)()
    leave[1]!()
    other()
  })

  test('rejects a caller with too many waiting calls, but no other', async () => {
    const queue = createFairQueue({ places: 1, mostWaitingOfOne: 2, turnAway })
    const served: string[] = []
    const inside = await queue.take('many')
    const waiting = [visit(queue, 'many', served), visit(queue, 'many', served)]
    await assert.rejects(queue.take('many'), /too many wait/)
    waiting.push(visit(queue, 'other', served))
    inside()
    await Promise.all(waiting)
    assert.equal(served.length, 3)
  })

  test('serves the topics of a caller in turns, and limits the waiting calls per topic', async () => {
    const queue = createFairQueue({ places: 1, mostWaitingOfOne: 100, mostWaitingOnOne: 2, turnAway })
    const served: string[] = []
    const inside = await queue.take('office')
    const visits = ['one', 'one', 'two', 'three'].map((on) => visit(queue, 'office', served, on))
    await assert.rejects(queue.take('office', 'one'), /too many wait/)
    visits.push(visit(queue, 'other', served, 'one'))
    inside()
    await Promise.all(visits)
    assert.deepEqual(served, ['office one', 'other one', 'office two', 'office three', 'office one'])
  })

  test('replaces the last call of the caller with the most waiting calls when it is full', async () => {
    const queue = createFairQueue({ places: 1, mostWaitingOfOne: 100, mostWaiting: 4, turnAway })
    const served: string[] = []
    const inside = await queue.take('many')
    const many = ['a', 'a', 'b', 'c'].map((on) =>
      visit(queue, 'many', served, on).catch(({ message }: Error) => message),
    )
    const others = [visit(queue, 'other', served), visit(queue, 'third', served)]
    await assert.rejects(queue.take('many', 'd'), /too many wait/, 'the caller has its share already')
    const second = visit(queue, 'other', served).catch(({ message }: Error) => message)
    inside()
    await Promise.all([...many, ...others])
    assert.deepEqual(await Promise.all(many), [undefined, 'too many wait', undefined, 'too many wait'])
    assert.equal(await second, 'too many wait')
    assert.deepEqual(served.toSorted(), ['many a', 'many b', 'other', 'third'])
    ;(await queue.take('many'))()
  })

  test('ignores repeated releases', async () => {
    const queue = createFairQueue({ places: 1, mostWaitingOfOne: 2, turnAway })
    const out = await queue.take('one')
    out()
    out()
    const inside = await queue.take('two')
    let isIn = false
    const waiting = queue.take('three').then((leave) => ((isIn = true), leave))
    await turn()
    assert.equal(isIn, false)
    inside()
    ;(await waiting)()
  })
})

async function visit(queue: FairQueue, who: string, served: string[], on?: string): Promise<void> {
  const leave = await queue.take(who, on)
  served.push(on === undefined ? who : `${who} ${on}`)
  await turn()
  leave()
}
