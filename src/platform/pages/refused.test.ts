import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from '../../words/both.ts'
import { ApiError } from '../http/client.ts'
import { conflict, invalid } from '../errors.ts'
import { refusedFields } from './refused.ts'

test('a 422 says the same of its fields in the browser and in the middle of a rendering', () => {
  const words = wordsIn('en')
  const sentence = words.count('error.stay_too_long', 30)
  const there = invalid({ check_out: { key: 'error.stay_too_long', count: 30 } })
  const here = new ApiError(422, { message: '', errors: { check_out: [sentence] } })
  assert.match(sentence, /30/)
  assert.deepEqual(refusedFields(there, words), { check_out: [sentence] })
  assert.deepEqual(refusedFields(here, words), { check_out: [sentence] })
})

test('anything else is not a matter of fields', () => {
  for (const error of [conflict('booking.sold_out'), new ApiError(500, null), new TypeError('Failed to fetch')]) {
    assert.equal(refusedFields(error, wordsIn('en')), null)
  }
})
