import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDomainPauses } from './domain-pauses.ts'

describe('DomainPauses', () => {
  const START = 1_800_000_000_000

  test('doubles the pause after each refusal, up to half an hour, and resets it after a delivery (LET-22)', () => {
    const pauses = createDomainPauses()
    let time = START
    const waitsSeconds = Array.from({ length: 9 }, () => {
      pauses.refused('anna@Slow.example', time)
      const waitMs = pauses.until('rafiq@slow.example', time)! - time
      assert.equal(pauses.until('rafiq@slow.example', time + waitMs), null)
      time += waitMs
      return waitMs / 1_000
    })
    assert.deepEqual(waitsSeconds, [30, 60, 120, 240, 480, 960, 1_800, 1_800, 1_800])
    assert.equal(pauses.until('anna@quick.example', START), null, 'other domains do not wait')
    pauses.answered('mina@slow.example')
    pauses.refused('anna@slow.example', time)
    assert.equal(pauses.until('anna@slow.example', time), time + 30_000)
  })

  test('counts refusals of emails that were already under way as one pause (LET-22)', () => {
    const pauses = createDomainPauses()
    for (let index = 0; index < 4; index++) pauses.refused('anna@slow.example', START + index)
    assert.equal(pauses.until('anna@slow.example', START), START + 30_000)
  })

  test('limits the number of domains in memory, even for made-up domains (LET-22)', () => {
    const pauses = createDomainPauses(100)
    for (let index = 0; index < 10_000; index++) pauses.refused(`a@made-up-${index}.example`, START)
    const pauseEnds = Array.from({ length: 10_000 }, (_, index) => pauses.until(`a@made-up-${index}.example`, START))
    assert.equal(pauseEnds.filter((until) => until !== null).length, 100)
    assert.notEqual(pauseEnds.at(-1), null)
  })
})
