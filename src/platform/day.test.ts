import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { dayIn } from './clock.ts'
import { getDayAtOffset, isoDay, parseDay, getWeekday } from './day.ts'

const anyDay = fc.integer({ min: parseDay('0000-01-01')!, max: parseDay('9999-12-31')! })

describe('day numbers (API-22)', () => {
  test('count from 1970-01-01', () => {
    assert.equal(parseDay('1970-01-01'), 0)
    assert.equal(parseDay('1970-01-02'), 1)
    assert.equal(parseDay('1969-12-31'), -1)
    assert.equal(parseDay('2027-02-28'), 20_877)
    assert.equal(parseDay('9999-12-31'), 2_932_896)
  })

  test('respect month lengths and leap years', () => {
    const lastDays = ['2027-01-31', '2027-02-28', '2028-02-29', '2000-02-29', '2027-04-30', '2027-12-31']
    for (const iso of lastDays) assert.equal(isoDay(parseDay(iso)!), iso)
    const invalidDays = [
      '2027-02-29',
      '2027-02-30',
      '1900-02-29',
      '2100-02-29',
      '2027-04-31',
      '2027-06-31',
      '2027-01-32',
      '2027-01-00',
      '2027-00-10',
      '2027-13-01',
    ]
    for (const iso of invalidDays) assert.equal(parseDay(iso), undefined, iso)
  })

  test('are parsed from one format only', () => {
    const otherFormats = [
      '',
      '2027-2-3',
      '27-02-03',
      ' 2027-02-03',
      '2027-02-03 ',
      '2027-02-03\n',
      '2027/02/03',
      '20270203',
      '+002027-02-03',
      '-2027-02-03',
      '12027-02-03',
      '2027-02-03T00:00:00Z',
      '২০২৭-০২-০৩',
      '2027‑02‑03',
      '2027-W05-3',
      '2027-034',
    ]
    for (const text of otherFormats) assert.equal(parseDay(text), undefined, JSON.stringify(text))
  })

  test('survive a round trip for every day', () => {
    fc.assert(fc.property(anyDay, (day) => parseDay(isoDay(day)) === day))
  })

  test('throw a RangeError when formatted if invalid', () => {
    for (const day of [0.5, NaN, Infinity, 2_932_897]) assert.throws(() => isoDay(day), RangeError)
  })

  test('have a weekday, from Monday as 1 to Sunday as 7', () => {
    assert.equal(getWeekday(parseDay('2027-01-04')!), 1)
    assert.equal(getWeekday(parseDay('2027-01-10')!), 7)
    fc.assert(fc.property(anyDay, (day) => getWeekday(day) === (new Date(day * 86_400_000).getUTCDay() || 7)))
  })

  test('depend on the given time zone, not on that of the server', () => {
    const timeBeforeMidnight = Date.parse('2027-03-09T17:59:59Z')
    assert.equal(isoDay(dayIn('Asia/Dhaka', timeBeforeMidnight)), '2027-03-09')
    assert.equal(isoDay(dayIn('Asia/Dhaka', timeBeforeMidnight + 1_000)), '2027-03-10')
    assert.equal(isoDay(dayIn('America/New_York', timeBeforeMidnight)), '2027-03-09')
    assert.equal(isoDay(dayIn('Pacific/Kiritimati', timeBeforeMidnight)), '2027-03-10')
    assert.equal(isoDay(dayIn('America/St_Johns', Date.parse('2027-07-01T02:29:59Z'))), '2027-06-30', 'summer time')
    assert.equal(isoDay(dayIn('America/St_Johns', Date.parse('2027-07-01T02:30:00Z'))), '2027-07-01')
  })

  test('are computed in browsers from a UTC offset in minutes', () => {
    const timeBeforeMidnight = Date.parse('2027-03-09T17:59:59Z')
    assert.equal(isoDay(getDayAtOffset(360, timeBeforeMidnight)), '2027-03-09')
    assert.equal(isoDay(getDayAtOffset(360, timeBeforeMidnight + 1_000)), '2027-03-10')
    assert.equal(isoDay(getDayAtOffset(-300, timeBeforeMidnight)), '2027-03-09')
  })
})
