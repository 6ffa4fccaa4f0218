import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { translatorFor } from './both.ts'
import { formatShortDates, formatShortDay } from './dates.ts'

const format = (language: 'en' | 'bn', from: string, to: string) =>
  formatShortDates(translatorFor(language), from, to, '2026').replaceAll('\u00a0', ' ')

describe('formatShortDates', () => {
  test('omits the current year, and writes a shared month once', () => {
    assert.equal(format('en', '2026-12-01', '2026-12-04'), '1 – 4 Dec')
    assert.equal(format('en', '2026-09-29', '2026-10-02'), '29 Sep – 2 Oct')
    assert.equal(format('bn', '2026-12-01', '2026-12-04'), '১ – ৪ ডিসেম্বর')
    assert.equal(format('bn', '2026-09-29', '2026-10-02'), '২৯ সেপ্টেম্বর – ২ অক্টোবর')
  })

  test('shows a year other than the current one once, or both years if the range crosses a year', () => {
    assert.equal(format('en', '2027-05-01', '2027-05-04'), '1 – 4 May 2027')
    assert.equal(format('en', '2027-05-30', '2027-06-02'), '30 May – 2 Jun 2027')
    assert.equal(format('en', '2026-12-30', '2027-01-02'), '30 Dec 2026 – 2 Jan 2027')
    assert.equal(format('bn', '2027-01-01', '2027-01-04'), '১ – ৪ জানুয়ারি ২০২৭')
    assert.equal(format('bn', '2026-12-30', '2027-01-02'), '৩০ ডিসেম্বর ২০২৬ – ২ জানুয়ারি ২০২৭')
  })

  test('allows a line break only after the dash, never inside a date', () => {
    assert.equal(formatShortDates(translatorFor('en'), '2026-12-30', '2027-01-02', '2026').split(' ').length, 2)
    assert.equal(formatShortDates(translatorFor('en'), '2026-12-01', '2026-12-04', '2026').split(' ').length, 1)
  })
})

describe('formatShortDay (SRCH-1)', () => {
  const formatDay = (language: 'en' | 'bn', isoDay: string) =>
    formatShortDay(translatorFor(language), isoDay, '2026').replaceAll('\u00a0', ' ')

  test('omits the current year and writes another one', () => {
    assert.equal(formatDay('en', '2026-09-04'), '4 Sep')
    assert.equal(formatDay('bn', '2026-09-04'), '৪ সেপ্টেম্বর')
    assert.equal(formatDay('en', '2027-05-30'), '30 May 2027')
    assert.equal(formatDay('bn', '2027-01-01'), '১ জানুয়ারি ২০২৭')
  })
})
