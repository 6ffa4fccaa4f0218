import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translatorFor } from '#locales/both.ts'
import { describeChange, isWorse } from './change.ts'

const english = translatorFor('en')

test('a figure changes in per cent, a share in percentage points, each with its sign (OFF-352)', () => {
  assert.equal(describeChange(english, 213, 136), '+57%')
  assert.equal(describeChange(english, 2_044_522, 2_083_652), '−1.9%')
  assert.equal(describeChange(english, 0.684, 0.711, true), '−2.7 points')
  assert.equal(describeChange(english, 0.1, 0, true), '+10 points')
  assert.equal(describeChange(english, 50, 50), '0%')
  assert.equal(describeChange(translatorFor('bn'), 4171, 3478), '+২০ %')
})

test('a change of a small number is the difference, because its per cent says little (OFF-370)', () => {
  assert.equal(describeChange(english, 16, 2), '+14')
  assert.equal(describeChange(english, 6, 13), '−7')
  assert.equal(describeChange(english, 5, 5), '0')
  assert.equal(describeChange(english, 16, 0), '+16')
  assert.equal(describeChange(english, 30, 20), '+50%')
  assert.equal(describeChange(translatorFor('bn'), 16, 2), '+১৪')
  assert.equal(
    describeChange(english, 5_000, 0, false, (bdt) => english.money(bdt)),
    `+${english.money(5_000)}`,
  )
})

test('a change of a missing figure is not described (OFF-352)', () => {
  assert.equal(describeChange(english, null, 5), '')
  assert.equal(describeChange(english, 5, null), '')
})

test('fewer nights sold and more cancellations are worse; an unchanged or a missing figure is not (OFF-358)', () => {
  assert.ok(isWorse(308, 320))
  assert.ok(!isWorse(320, 308))
  assert.ok(isWorse(16, 2, true))
  assert.ok(!isWorse(2, 16, true))
  assert.ok(!isWorse(5, 5, true))
  assert.ok(!isWorse(null, 5))
  assert.ok(!isWorse(5, null))
})
