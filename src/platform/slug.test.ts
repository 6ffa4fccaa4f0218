import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeSlug, toSlug, slugPattern } from './slug.ts'

test('toSlug derives a slug from a title (OFF-76)', () => {
  assert.equal(toSlug('  Lab dips & colour-matching: “what’s new”? '), 'lab-dips-colour-matching-whats-new')
  assert.equal(toSlug('Crème de la crème'), 'creme-de-la-creme')
  assert.equal(toSlug('ল্যাব ডিপ'), '')
  assert.ok(slugPattern.test(toSlug(`${'x'.repeat(79)} yes`)))
})

test('proposeSlug follows the title until the slug is edited (OFF-76)', () => {
  assert.equal(proposeSlug('', '', 'Lab dips'), 'lab-dips')
  assert.equal(proposeSlug('lab-dips', 'Lab dips', 'Lab dips and more'), 'lab-dips-and-more')
  assert.equal(proposeSlug('dips', 'Lab dips', 'Lab dips and more'), 'dips')
  assert.equal(proposeSlug('', 'Lab dips', 'Lab dips and more'), 'lab-dips-and-more')
  assert.equal(proposeSlug('lab-dips', 'Lab dips', 'ল্যাব ডিপ'), '')
})
