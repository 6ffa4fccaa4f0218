import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugOf, slugPattern } from './slug.ts'

test('an address is taken from a title (OFF-76)', () => {
  assert.equal(slugOf('  Lab dips & colour-matching: “what’s new”? '), 'lab-dips-colour-matching-whats-new')
  assert.equal(slugOf('Crème de la crème'), 'creme-de-la-creme')
  assert.equal(slugOf('ল্যাব ডিপ'), '')
  assert.ok(slugPattern.test(slugOf(`${'x'.repeat(79)} yes`)))
})
