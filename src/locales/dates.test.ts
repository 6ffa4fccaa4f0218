import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { translatorFor } from './both.ts'
import { formatInclusiveDates, formatListedStay, formatShortDay, formatStay, formatStayDates } from './dates.ts'

const toPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ')

describe('formatStay', () => {
  const format = (language: 'en' | 'bn', checkin: string, checkout: string) =>
    toPlainSpaces(formatStay(translatorFor(language), checkin, checkout))

  test('writes both months, the year once, and the nights', () => {
    assert.equal(format('en', '2026-11-26', '2026-11-29'), '26 Nov – 29 Nov 2026, 3 nights')
    assert.equal(format('en', '2026-09-29', '2026-10-02'), '29 Sep – 2 Oct 2026, 3 nights')
    assert.equal(format('bn', '2026-11-26', '2026-11-29'), '২৬ নভেম্বর – ২৯ নভেম্বর ২০২৬, ৩ রাত')
    assert.equal(format('bn', '2026-09-29', '2026-10-02'), '২৯ সেপ্টেম্বর – ২ অক্টোবর ২০২৬, ৩ রাত')
  })

  test('writes both years of a stay over New Year, and one night in the singular', () => {
    assert.equal(format('en', '2026-12-31', '2027-01-01'), '31 Dec 2026 – 1 Jan 2027, 1 night')
    assert.equal(format('en', '2026-12-04', '2026-12-05'), '4 Dec – 5 Dec 2026, 1 night')
    assert.equal(format('bn', '2026-12-31', '2027-01-01'), '৩১ ডিসেম্বর ২০২৬ – ১ জানুয়ারি ২০২৭, ১ রাত')
    assert.equal(format('bn', '2026-12-04', '2026-12-05'), '৪ ডিসেম্বর – ৫ ডিসেম্বর ২০২৬, ১ রাত')
  })

  test('allows a line break after the dash and after the dates only', () => {
    assert.deepEqual(formatStay(translatorFor('en'), '2026-12-30', '2027-01-02').split(' ').map(toPlainSpaces), [
      '30 Dec 2026 –',
      '2 Jan 2027,',
      '3 nights',
    ])
  })
})

describe('formatStayDates', () => {
  test('leaves out the nights', () => {
    assert.equal(
      toPlainSpaces(formatStayDates(translatorFor('en'), '2026-11-26', '2026-11-29')),
      '26 Nov – 29 Nov 2026',
    )
    assert.equal(
      toPlainSpaces(formatStayDates(translatorFor('bn'), '2026-12-30', '2027-01-02')),
      '৩০ ডিসেম্বর ২০২৬ – ২ জানুয়ারি ২০২৭',
    )
  })
})

describe('formatListedStay', () => {
  test('writes a shared month once, and leaves out the current year', () => {
    const format = (checkin: string, checkout: string) =>
      formatListedStay(translatorFor('en'), checkin, checkout, '2026').replace('\u2060', '').replaceAll('\u00a0', ' ')
    assert.equal(format('2026-11-26', '2026-11-29'), '26–29 Nov')
    assert.equal(format('2026-11-30', '2026-12-02'), '30 Nov – 2 Dec')
    assert.equal(format('2026-12-30', '2027-01-02'), '30 Dec – 2 Jan 2027')
    assert.equal(format('2027-01-02', '2027-01-04'), '2–4 Jan 2027')
  })
})

describe('formatInclusiveDates', () => {
  const format = (language: 'en' | 'bn', from: string, to: string) =>
    toPlainSpaces(formatInclusiveDates(translatorFor(language), from, to))

  test('says that the last day is included, and writes a shared month and year once', () => {
    assert.equal(format('en', '2026-11-26', '2026-11-29'), '26 to 29 November 2026 inclusive')
    assert.equal(format('en', '2026-11-28', '2026-12-04'), '28 November to 4 December 2026 inclusive')
    assert.equal(format('en', '2026-12-30', '2027-01-02'), '30 December 2026 to 2 January 2027 inclusive')
    assert.equal(format('bn', '2026-11-26', '2026-11-29'), '২৬ থেকে ২৯ নভেম্বর ২০২৬ (শেষ দিনসহ)')
    assert.equal(format('bn', '2026-11-28', '2026-12-04'), '২৮ নভেম্বর থেকে ৪ ডিসেম্বর ২০২৬ (শেষ দিনসহ)')
    assert.equal(format('bn', '2026-12-30', '2027-01-02'), '৩০ ডিসেম্বর ২০২৬ থেকে ২ জানুয়ারি ২০২৭ (শেষ দিনসহ)')
  })

  test('leaves out the year in the short style', () => {
    const formatShort = (language: 'en' | 'bn', from: string, to: string) =>
      toPlainSpaces(formatInclusiveDates(translatorFor(language), from, to, 'short'))
    assert.equal(formatShort('en', '2026-11-26', '2026-11-29'), '26 to 29 Nov inclusive')
    assert.equal(formatShort('en', '2026-12-30', '2027-01-02'), '30 Dec to 2 Jan inclusive')
    assert.equal(formatShort('bn', '2026-12-30', '2027-01-02'), '৩০ ডিসেম্বর থেকে ২ জানুয়ারি (শেষ দিনসহ)')
    assert.equal(formatShort('en', '2026-11-26', '2026-11-26'), '26 Nov')
  })

  test('writes a single day as a date', () => {
    assert.equal(format('en', '2026-11-26', '2026-11-26'), '26 November 2026')
    assert.equal(format('bn', '2026-11-26', '2026-11-26'), '২৬ নভেম্বর ২০২৬')
  })
})

describe('formatShortDay (SRCH-1)', () => {
  const formatDay = (language: 'en' | 'bn', isoDay: string) =>
    toPlainSpaces(formatShortDay(translatorFor(language), isoDay, '2026'))

  test('omits the current year and writes another one', () => {
    assert.equal(formatDay('en', '2026-09-04'), '4 Sep')
    assert.equal(formatDay('bn', '2026-09-04'), '৪ সেপ্টেম্বর')
    assert.equal(formatDay('en', '2027-05-30'), '30 May 2027')
    assert.equal(formatDay('bn', '2027-01-01'), '১ জানুয়ারি ২০২৭')
  })
})
