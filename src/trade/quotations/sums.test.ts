import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance } from '#testing/random.ts'
import { translatorFor } from '#locales/both.ts'
import { priceSaid, sumSaid } from './amounts.ts'
import { most } from './limits.ts'
import { microsOf, priceFor, priceOf, totalOf, totalOfLine, type Line } from './sums.ts'

const line = (more: Partial<Line>): Line => ({
  item: 'Zip',
  specification: '',
  colour: '',
  size: '',
  quantity: 1,
  unit: 'piece',
  price_micros: 0,
  breaks: [],
  minimum: null,
  hs: '',
  ...more,
})

test('rounds each line once, half a cent up, and sums the rounded lines (OFF-210)', () => {
  assert.equal(totalOfLine(line({ quantity: 12_345, price_micros: microsOf(0.045125) })), 55_707)
  assert.equal(totalOfLine(line({ quantity: 1, price_micros: 5_000 })), 1)
  assert.equal(totalOfLine(line({ quantity: 1, price_micros: 4_999 })), 0)
  const thirds = [line({ quantity: 1, price_micros: 333_333 }), line({ quantity: 2, price_micros: 333_333 })]
  assert.equal(totalOf({ lines: thirds, charges: [{ name: 'Mould', amount_minor: 12_000 }] }), 33 + 67 + 12_000)
})

test('applies price breaks in any order (OFF-210)', () => {
  const breaks = [
    { from: 10_000, price_micros: 30_000 },
    { from: 1_000, price_micros: 40_000 },
  ]
  const of = (quantity: number) => priceFor({ quantity, price_micros: 50_000, breaks })
  assert.deepEqual([of(999), of(1_000), of(9_999), of(10_000)], [50_000, 40_000, 40_000, 30_000])
})

test('computes exact integer sums within the limits (OFF-210)', () => {
  const by = chance(20_261_123)
  for (let turn = 0; turn < 2_000; turn++) {
    const price = by.between(0, 999_999) / 10 ** by.below(7)
    const micros = microsOf(price)
    assert.equal(microsOf(priceOf(micros)), micros)
    const quantity = by.between(0, most.quantity)
    const exact = (BigInt(quantity) * BigInt(micros) * 2n + 10_000n) / 20_000n
    assert.equal(BigInt(totalOfLine(line({ quantity, price_micros: micros }))), exact)
  }
  const dearest = line({ quantity: most.quantity, price_micros: microsOf(most.price) })
  const all = { lines: Array.from({ length: most.lines }, () => dearest), charges: [] }
  assert.ok(Number.isSafeInteger(totalOf(all)), String(totalOf(all)))
})

test('formats amounts with their decimals in the digits of the language (OFF-210)', () => {
  const [en, bn] = [translatorFor('en'), translatorFor('bn')]
  assert.equal(priceSaid(en, 'USD', 45_125), 'USD\u00a00.045125')
  assert.equal(priceSaid(en, 'USD', 1_234_500_000), 'USD\u00a01,234.50')
  assert.equal(priceSaid(bn, 'USD', 45_000), 'USD\u00a0০.০৪৫')
  assert.equal(priceSaid(en, 'BDT', 4_500_000), en.money(4.5))
  assert.equal(priceSaid(bn, 'BDT', 1_234_560_000), bn.money(1234.56))
  assert.equal(sumSaid(en, 'USD', 100), 'USD\u00a01.00')
  assert.equal(sumSaid(en, 'BDT', 123_450), en.money(1234.5))
})
