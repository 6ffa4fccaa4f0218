import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  basisPointsToPercent,
  formatDecimal,
  hasWholePoisha,
  parsePoisha,
  percentToBasisPoints,
  poishaToBdt,
  roundToTwoDecimals,
  bdtToPoisha,
} from './money.ts'

test('amounts and tax rates are converted to whole units and back without loss (API-22)', () => {
  assert.deepEqual(
    [poishaToBdt(1_200_50), bdtToPoisha(1200.5), bdtToPoisha(0.29), bdtToPoisha(-1.15)],
    [1200.5, 120_050, 29, -115],
  )
  assert.deepEqual(
    [basisPointsToPercent(750), percentToBasisPoints(7.5), percentToBasisPoints(16.15)],
    [7.5, 750, 1_615],
  )
  assert.deepEqual([roundToTwoDecimals(0.1 + 0.2), roundToTwoDecimals(1.006)], [0.3, 1.01])
  assert.deepEqual([0.29, 1.15, 4_999_999.99, 0.005, 1.001].map(hasWholePoisha), [true, true, true, false, false])
})

test('formatDecimal and parsePoisha convert every amount to text and back without loss (PAY-45)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (poisha) => {
      assert.match(formatDecimal(poisha), /^\d+\.\d\d$/)
      assert.equal(parsePoisha(formatDecimal(poisha)), poisha)
    }),
  )
})

for (const [decimal, poisha] of [
  ['1200.50', 1_200_50],
  ['1200.5', 1_200_50],
  ['1200', 1_200_00],
  ['0.01', 1],
  ['0', 0],
  ['0.29', 29],
  ['1.15', 115],
  ['500000.00', 500_000_00],
  ['9999999999.99', 999_999_999_999],
] as const)
  test(`parsePoisha converts ${decimal} taka to ${poisha} poisha (PAY-45)`, () =>
    assert.equal(parsePoisha(decimal), poisha))

test('parsePoisha rejects other texts (PAY-45)', () => {
  const invalidTexts = '|.5|5.|1.001|-1|+1|01|1e3|0x10| 1|1 |1,200.50|১২|Infinity|NaN|1..2|1.2.3|12345678901|1.2e1|null'
  for (const text of invalidTexts.split('|')) assert.equal(parsePoisha(text), undefined, text)
  fc.assert(
    fc.property(fc.string(), (text) => {
      const poisha = parsePoisha(text)
      assert.ok(poisha === undefined || (Number.isSafeInteger(poisha) && poisha >= 0))
    }),
  )
})
