import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  findDayConflict,
  findRangeConflict,
  sumPrices,
  type Range,
  type RangeRules,
  type Terms,
} from './range-rules.ts'

const openDay: Terms = { free: true, arrival: true, departure: true }
const noRange: Range = { from: null, to: null }
const createRules = (days: Record<number, Partial<Terms>>, rules: Partial<RangeRules> = {}): RangeRules => ({
  today: 0,
  lastDay: 40,
  maxNights: 10,
  terms: new Map(Object.entries(days).map(([day, terms]) => [Number(day), { ...openDay, ...terms }])),
  ...rules,
})

describe('the days that a calendar offers (SRCH-1)', () => {
  test('start today and end with the last departure day', () => {
    const rules = createRules({})
    assert.deepEqual(findDayConflict(-1, noRange, rules), { kind: 'past' })
    assert.equal(findDayConflict(0, noRange, rules), null)
    assert.equal(findDayConflict(39, noRange, rules), null)
    assert.deepEqual(findDayConflict(40, noRange, rules), { kind: 'beyond' })
    assert.equal(findDayConflict(40, { from: 39, to: null }, rules), null)
    assert.deepEqual(findDayConflict(41, { from: 39, to: null }, rules), { kind: 'beyond' })
  })

  test('end with the first sold-out night, because guests can still depart on that day', () => {
    const rules = createRules({ 5: { free: false, arrival: false } })
    assert.deepEqual(findDayConflict(5, noRange, rules), { kind: 'taken', night: 5 })
    const rangeFrom3 = { from: 3, to: null }
    assert.equal(findDayConflict(4, rangeFrom3, rules), null)
    assert.equal(findDayConflict(5, rangeFrom3, rules), null)
    assert.deepEqual(findDayConflict(6, rangeFrom3, rules), { kind: 'taken', night: 5 })
    assert.deepEqual(findDayConflict(12, rangeFrom3, rules), { kind: 'taken', night: 5 })
  })

  test('respect the minimum and maximum nights, both in general and by day of arrival', () => {
    const rules = createRules({ 2: { minNights: 3, maxNights: 4 } })
    const rangeFrom2 = { from: 2, to: null }
    assert.deepEqual(findDayConflict(4, rangeFrom2, rules), { kind: 'min', nights: 3, from: 2 })
    assert.equal(findDayConflict(5, rangeFrom2, rules), null)
    assert.equal(findDayConflict(6, rangeFrom2, rules), null)
    assert.deepEqual(findDayConflict(7, rangeFrom2, rules), { kind: 'max', nights: 4, from: 2 })
    assert.equal(findDayConflict(13, { from: 3, to: null }, rules), null)
    assert.deepEqual(findDayConflict(14, { from: 3, to: null }, rules), { kind: 'max', nights: 10, from: 3 })
  })

  test('exclude arrival days without a possible departure', () => {
    const rules = createRules({
      2: { minNights: 3 },
      4: { free: false },
      8: { free: false },
      7: {},
      10: { arrival: false },
    })
    assert.deepEqual(findDayConflict(2, noRange, rules), { kind: 'no_stay', nights: 3 })
    assert.equal(findDayConflict(3, noRange, rules), null)
    assert.deepEqual(findDayConflict(10, noRange, rules), { kind: 'no_arrival' })
    const closedRules = createRules({ 8: { departure: false, free: false } })
    assert.deepEqual(findDayConflict(7, noRange, closedRules), { kind: 'no_stay', nights: 1 })
    assert.deepEqual(findDayConflict(8, { from: 7, to: null }, closedRules), { kind: 'no_departure' })
  })

  test('allow arrival days before the chosen arrival, and after both days are chosen', () => {
    const rules = createRules({ 5: { departure: false }, 9: { departure: false } })
    assert.equal(findDayConflict(5, { from: 7, to: null }, rules), null)
    assert.equal(findDayConflict(9, { from: 7, to: 8 }, rules), null)
    assert.deepEqual(findDayConflict(9, { from: 7, to: null }, rules), { kind: 'no_departure' })
  })

  test('are exactly the days of stays that follow all rules, and each conflict names the violated rule', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        for (let from = -3; from <= rules.lastDay + 3; from++) {
          const departures = listDaysAround(rules).filter((to) => isStay(from, to, rules))
          checkConflict(from, noRange, departures.length > 0, rules)
          if (departures.length === 0) continue
          for (const to of listDaysAround(rules).filter((day) => day > from)) {
            checkConflict(to, { from, to: null }, departures.includes(to), rules)
            assert.equal(findRangeConflict({ from, to }, rules) === null, departures.includes(to))
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  function checkConflict(day: number, range: Range, isOffered: boolean, rules: RangeRules) {
    const conflict = findDayConflict(day, range, rules)
    assert.equal(conflict === null, isOffered, `${day} from ${range.from}: ${JSON.stringify(conflict)}`)
    if (conflict) assert.ok(isConflictCorrect(), `${day} from ${range.from}: ${JSON.stringify(conflict)}`)

    function isConflictCorrect(): boolean {
      const { from } = range
      const terms = rules.terms.get(day)
      switch (conflict!.kind) {
        case 'past':
          return day < rules.today
        case 'beyond':
          return from === null ? day >= rules.lastDay : day > rules.lastDay
        case 'taken':
          return rules.terms.get(conflict!.night)!.free === false && conflict!.night >= (from ?? day)
        case 'min':
          return day - from! < conflict!.nights && rules.terms.get(from!)!.minNights === conflict!.nights
        case 'max':
          return day - from! > conflict!.nights
        case 'no_arrival':
          return from === null && terms!.arrival === false
        case 'no_departure':
          return from !== null && terms!.departure === false
        case 'no_stay':
          return from === null && terms?.free !== false
      }
    }
  }
})

describe('the price of a stay in a calendar', () => {
  test('is the sum of its nights without the departure day, and unknown if the price of a night is unknown', () => {
    const { terms } = createRules({ 1: { price: 100 }, 2: { price: 250.5 }, 3: { price: null }, 4: { price: 7 } })
    assert.equal(sumPrices(1, 3, terms), 350.5)
    assert.equal(sumPrices(1, 4, terms), null)
    assert.equal(sumPrices(4, 6, terms), null)
  })
})

/**
 * Checks the rules directly: not in the past, within the minimum and maximum nights, free every night, arrival and
 * departure allowed.
 */
function isStay(from: number, to: number, { today, lastDay, maxNights, terms }: RangeRules): boolean {
  const nights = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  const { arrival, minNights, maxNights: arrivalMaxNights } = { ...openDay, ...terms.get(from) }
  return (
    from >= today &&
    to <= lastDay &&
    nights.length >= (minNights ?? 1) &&
    nights.length <= Math.min(maxNights, arrivalMaxNights ?? maxNights) &&
    nights.every((night) => terms.get(night)?.free ?? true) &&
    arrival &&
    (terms.get(to)?.departure ?? true)
  )
}

const listDaysAround = ({ lastDay }: RangeRules) => Array.from({ length: lastDay + 8 }, (_, index) => index - 3)

const usuallyTrue = fc.integer({ min: 0, max: 5 }).map((value) => value > 0)
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  free: usuallyTrue,
  arrival: usuallyTrue,
  departure: usuallyTrue,
  minNights: fc.option(fc.integer({ min: 1, max: 4 })),
  maxNights: fc.option(fc.integer({ min: 1, max: 6 })),
})
const anyRules: fc.Arbitrary<RangeRules> = fc.record({
  today: fc.integer({ min: -1, max: 2 }),
  lastDay: fc.integer({ min: 6, max: 14 }),
  maxNights: fc.integer({ min: 1, max: 8 }),
  terms: fc.array(fc.tuple(fc.integer({ min: -2, max: 16 }), anyTerms), { maxLength: 18 }).map((days) => new Map(days)),
})
