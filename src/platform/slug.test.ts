import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposedSlug, slugOf, slugPattern } from './slug.ts'

test('toSlug derives a slug from a title (OFF-76)', () => {
  assert.equal(slugOf('  Lab dips & colour-matching: “what’s new”? '), 'lab-dips-colour-matching-whats-new')
  assert.equal(slugOf('Crème de la crème'), 'creme-de-la-creme')
  assert.equal(slugOf('ল্যাব ডিপ'), '')
  assert.ok(slugPattern.test(slugOf(`${'x'.repeat(79)} yes`)))
})

test('proposeSlug follows the title until the slug is edited (OFF-76)', () => {
  assert.equal(proposedSlug('', '', 'Lab dips'), 'lab-dips')
  assert.equal(proposedSlug('lab-dips', 'Lab dips', 'Lab dips and more'), 'lab-dips-and-more')
  assert.equal(proposedSlug('dips', 'Lab dips', 'Lab dips and more'), 'dips')
  assert.equal(proposedSlug('', 'Lab dips', 'Lab dips and more'), 'lab-dips-and-more')
  assert.equal(proposedSlug('lab-dips', 'Lab dips', 'ল্যাব ডিপ'), '')
})
