import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '#testing/random.ts'
import { translatorFor } from '#locales/both.ts'
import { formatUnitPrice, formatSum } from './amounts.ts'
import { quotationLimits } from './limits.ts'
import { toMicros, getUnitPriceFor, fromMicros, computeTotal, computeLineTotal, type Line } from './sums.ts'

const createLine = (fields: Partial<Line>): Line => ({
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
  ...fields,
})

test('quotation totals add lines that are each rounded once, half a cent up (OFF-210)', () => {
  assert.equal(computeLineTotal(createLine({ quantity: 12_345, price_micros: toMicros(0.045125) })), 55_707)
  assert.equal(computeLineTotal(createLine({ quantity: 1, price_micros: 5_000 })), 1)
  assert.equal(computeLineTotal(createLine({ quantity: 1, price_micros: 4_999 })), 0)
  const lines = [createLine({ quantity: 1, price_micros: 333_333 }), createLine({ quantity: 2, price_micros: 333_333 })]
  assert.equal(computeTotal({ lines, charges: [{ name: 'Mould', amount_minor: 12_000 }] }), 33 + 67 + 12_000)
})

test('price breaks apply in any order (OFF-210)', () => {
  const breaks = [
    { from: 10_000, price_micros: 30_000 },
    { from: 1_000, price_micros: 40_000 },
  ]
  const getPriceAt = (quantity: number) => getUnitPriceFor({ quantity, price_micros: 50_000, breaks })
  assert.deepEqual(
    [getPriceAt(999), getPriceAt(1_000), getPriceAt(9_999), getPriceAt(10_000)],
    [50_000, 40_000, 40_000, 30_000],
  )
})

test('quotation totals are exact integers up to the maximum amounts (OFF-210)', () => {
  const random = createRandom(20_261_123)
  for (let round = 0; round < 2_000; round++) {
    const price = random.between(0, 999_999) / 10 ** random.below(7)
    const micros = toMicros(price)
    assert.equal(toMicros(fromMicros(micros)), micros)
    const quantity = random.between(0, quotationLimits.quantity)
    const exactSum = (BigInt(quantity) * BigInt(micros) * 2n + 10_000n) / 20_000n
    assert.equal(BigInt(computeLineTotal(createLine({ quantity, price_micros: micros }))), exactSum)
  }
  const mostExpensiveLine = createLine({
    quantity: quotationLimits.quantity,
    price_micros: toMicros(quotationLimits.price),
  })
  const largestQuotation = {
    lines: Array.from({ length: quotationLimits.lines }, () => mostExpensiveLine),
    charges: [],
  }
  assert.ok(Number.isSafeInteger(computeTotal(largestQuotation)), String(computeTotal(largestQuotation)))
})

test('quotation amounts have their own number of decimals, in the digits of the language (OFF-210)', () => {
  const [englishTranslator, banglaTranslator] = [translatorFor('en'), translatorFor('bn')]
  assert.equal(formatUnitPrice(englishTranslator, 'USD', 45_125), 'USD\u00a00.045125')
  assert.equal(formatUnitPrice(englishTranslator, 'USD', 1_234_500_000), 'USD\u00a01,234.50')
  assert.equal(formatUnitPrice(banglaTranslator, 'USD', 45_000), 'USD\u00a0০.০৪৫')
  assert.equal(formatUnitPrice(englishTranslator, 'BDT', 4_500_000), englishTranslator.money(4.5))
  assert.equal(formatUnitPrice(banglaTranslator, 'BDT', 1_234_560_000), banglaTranslator.money(1234.56))
  assert.equal(formatSum(englishTranslator, 'USD', 100), 'USD\u00a01.00')
  assert.equal(formatSum(englishTranslator, 'BDT', 123_450), englishTranslator.money(1234.5))
})
