import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNumberOrText, parseTypedNumber } from './number-input.ts'

test('a number field accepts common notations in the digits of either language (OFF-51)', () => {
  const expectedNumbers = {
    '5500': 5500,
    '5,500': 5500,
    '৫,৫০০': 5500,
    '1,20,000': 120_000,
    ' 1 200 ': 1200,
    '12.50': 12.5,
    '': null,
  }
  for (const [typedText, number] of Object.entries(expectedNumbers))
    assert.equal(toNumberOrText(parseTypedNumber(typedText)), number, typedText)
})

test('a number field rejects ambiguous input', () => {
  for (const typedText of ['9999,50', '99,5', '1,2,3', ',500', '12abc', '1.2.3', '--1'])
    assert.equal(typeof toNumberOrText(parseTypedNumber(typedText)), 'string', typedText)
})
