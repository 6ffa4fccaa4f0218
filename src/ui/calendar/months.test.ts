import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isoDay, parseDay, weekday } from '#platform/day.ts'
import { dayByKey, firstDayOf, firstWeekdayIn, lastDayOf, monthOf, weeksOf } from './months.ts'

const day = (iso: string) => parseDay(iso)!
const anyDay = fc.integer({ min: day('1970-01-01'), max: day('2199-12-31') })
const anyWeekday = fc.integer({ min: 1, max: 7 })

describe('the months of a calendar', () => {
  test('begin on the first and end before the next month begins', () => {
    const february = monthOf(day('2028-02-29'))
    assert.deepEqual([isoDay(firstDayOf(february)), isoDay(lastDayOf(february))], ['2028-02-01', '2028-02-29'])
    assert.equal(monthOf(day('2027-01-01')), monthOf(day('2026-12-31')) + 1)
    fc.assert(fc.property(anyDay, (each) => firstDayOf(monthOf(each)) <= each && each <= lastDayOf(monthOf(each))))
  })

  test('contain each of their days once, under its weekday', () => {
    fc.assert(
      fc.property(anyDay, anyWeekday, (each, firstWeekday) => {
        const month = monthOf(each)
        const weeks = weeksOf(month, firstWeekday)
        const days = weeks.flat().filter((found) => found !== null)
        assert.equal(days.length, lastDayOf(month) - firstDayOf(month) + 1)
        assert.deepEqual(
          days,
          [...new Set(days)].sort((a, b) => a - b),
        )
        for (const week of weeks) {
          assert.equal(week.length, 7)
          assert.ok(
            week.some((found) => found !== null),
            'no week is empty',
          )
          week.forEach((found, column) => {
            if (found !== null) assert.equal(weekday(found), ((firstWeekday - 1 + column) % 7) + 1)
          })
        }
      }),
    )
  })

  test("begin their weeks by the visitor's locale", () => {
    assert.equal(firstWeekdayIn('en-GB'), 1)
    assert.equal(firstWeekdayIn('bn-BD'), 7)
  })
})

describe('the keys of a calendar', () => {
  const to = (key: string, from: string, isShifted = false) => {
    const there = dayByKey(key, day(from), 1, isShifted)
    return there && isoDay(there)
  }

  test('move by days, weeks and months, also across the ends of months and years', () => {
    assert.equal(to('ArrowRight', '2026-12-31'), '2027-01-01')
    assert.equal(to('ArrowLeft', '2027-01-01'), '2026-12-31')
    assert.equal(to('ArrowDown', '2027-01-28'), '2027-02-04')
    assert.equal(to('ArrowUp', '2027-02-04'), '2027-01-28')
    assert.equal(to('PageDown', '2027-01-31'), '2027-02-28')
    assert.equal(to('PageUp', '2027-03-30'), '2027-02-28')
    assert.equal(to('PageDown', '2028-02-29', true), '2029-02-28')
    assert.equal(to('PageUp', '2027-01-04', true), '2026-01-04')
  })

  test("move to the ends of the week in the visitor's locale", () => {
    assert.equal(to('Home', '2027-01-07'), '2027-01-04')
    assert.equal(to('End', '2027-01-07'), '2027-01-10')
    assert.equal(isoDay(dayByKey('Home', day('2027-01-07'), 7)!), '2027-01-03')
    fc.assert(
      fc.property(anyDay, anyWeekday, (each, firstWeekday) => {
        const [start, end] = [dayByKey('Home', each, firstWeekday)!, dayByKey('End', each, firstWeekday)!]
        assert.deepEqual([weekday(start), end - start], [firstWeekday, 6])
        assert.ok(start <= each && each <= end)
      }),
    )
  })

  test('leave all other keys to the browser', () => {
    for (const key of ['Tab', 'Enter', ' ', 'Escape', 'a']) assert.equal(to(key, '2027-01-07'), null)
  })
})
