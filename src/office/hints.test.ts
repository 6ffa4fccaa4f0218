import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameOffice as bangla } from '#locales/bn/frame-office.ts'
import { frameOffice as english } from '#locales/en/frame-office.ts'

test('each hint has at most ten words in both languages (OFF-323)', () => {
  const hints = [english, bangla].flatMap((texts) => Object.entries(texts).filter(([key]) => key.startsWith('hint.')))
  assert.ok(hints.length >= 40)
  const tooLongHints = hints.filter(([, text]) => text.split(' ').length > 10)
  assert.deepEqual(tooLongHints, [])
})
