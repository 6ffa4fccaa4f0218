import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isoDay, parseDay, getWeekday } from '#platform/day.ts'
import { findDayByKey, getFirstDayOfMonth, getFirstWeekday, getLastDayOfMonth, toMonth, listWeeks } from './months.ts'

const toDay = (iso: string) => parseDay(iso)!
const anyDay = fc.integer({ min: toDay('1970-01-01'), max: toDay('2199-12-31') })
const anyWeekday = fc.integer({ min: 1, max: 7 })

describe('the months of a calendar', () => {
  test('start on the first day and end before the next month starts', () => {
    const february = toMonth(toDay('2028-02-29'))
    assert.deepEqual(
      [isoDay(getFirstDayOfMonth(february)), isoDay(getLastDayOfMonth(february))],
      ['2028-02-01', '2028-02-29'],
    )
    assert.equal(toMonth(toDay('2027-01-01')), toMonth(toDay('2026-12-31')) + 1)
    fc.assert(
      fc.property(
        anyDay,
        (someDay) => getFirstDayOfMonth(toMonth(someDay)) <= someDay && someDay <= getLastDayOfMonth(toMonth(someDay)),
      ),
    )
  })

  test('contain each of their days once, under its weekday', () => {
    fc.assert(
      fc.property(anyDay, anyWeekday, (someDay, firstWeekday) => {
        const month = toMonth(someDay)
        const weeks = listWeeks(month, firstWeekday)
        const days = weeks.flat().filter((dayOrNull) => dayOrNull !== null)
        assert.equal(days.length, getLastDayOfMonth(month) - getFirstDayOfMonth(month) + 1)
        assert.deepEqual(
          days,
          [...new Set(days)].sort((a, b) => a - b),
        )
        for (const week of weeks) {
          assert.equal(week.length, 7)
          assert.ok(
            week.some((dayOrNull) => dayOrNull !== null),
            'no week is empty',
          )
          week.forEach((dayOrNull, column) => {
            if (dayOrNull !== null) assert.equal(getWeekday(dayOrNull), ((firstWeekday - 1 + column) % 7) + 1)
          })
        }
      }),
    )
  })

  test("have weeks that start on the first weekday of the visitor's locale", () => {
    assert.equal(getFirstWeekday('en-GB'), 1)
    assert.equal(getFirstWeekday('bn-BD'), 7)
  })
})

describe('the keys of a calendar', () => {
  const pressKey = (key: string, from: string, isShiftPressed = false) => {
    const targetDay = findDayByKey(key, toDay(from), 1, isShiftPressed)
    return targetDay && isoDay(targetDay)
  }

  test('move by days, weeks and months, also across the ends of months and years', () => {
    assert.equal(pressKey('ArrowRight', '2026-12-31'), '2027-01-01')
    assert.equal(pressKey('ArrowLeft', '2027-01-01'), '2026-12-31')
    assert.equal(pressKey('ArrowDown', '2027-01-28'), '2027-02-04')
    assert.equal(pressKey('ArrowUp', '2027-02-04'), '2027-01-28')
    assert.equal(pressKey('PageDown', '2027-01-31'), '2027-02-28')
    assert.equal(pressKey('PageUp', '2027-03-30'), '2027-02-28')
    assert.equal(pressKey('PageDown', '2028-02-29', true), '2029-02-28')
    assert.equal(pressKey('PageUp', '2027-01-04', true), '2026-01-04')
  })

  test("move to the ends of the week in the visitor's locale", () => {
    assert.equal(pressKey('Home', '2027-01-07'), '2027-01-04')
    assert.equal(pressKey('End', '2027-01-07'), '2027-01-10')
    assert.equal(isoDay(findDayByKey('Home', toDay('2027-01-07'), 7)!), '2027-01-03')
    fc.assert(
      fc.property(anyDay, anyWeekday, (someDay, firstWeekday) => {
        const [start, end] = [findDayByKey('Home', someDay, firstWeekday)!, findDayByKey('End', someDay, firstWeekday)!]
        assert.deepEqual([getWeekday(start), end - start], [firstWeekday, 6])
        assert.ok(start <= someDay && someDay <= end)
      }),
    )
  })

  test('leave other keys to the browser', () => {
    for (const key of ['Tab', 'Enter', ' ', 'Escape', 'a']) assert.equal(pressKey(key, '2027-01-07'), null)
  })
})
