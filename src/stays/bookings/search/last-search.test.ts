import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { daysLater, keepSearch, lastSearch, lengthAsked, searchIn } from './last-search.ts'

const asked = (query: string) => searchIn(new URLSearchParams(query))

describe('SRCH-4 the search in the address bar', () => {
  test('no dates, no search', () => {
    assert.equal(asked(''), null)
    assert.equal(asked('adult=2&child=1'), null)
  })

  test('is read as it was sent', () => {
    assert.deepEqual(asked('check_in=2027-02-26&check_out=2027-03-01&adult=2&child=1'), {
      checkIn: '2027-02-26',
      checkOut: '2027-03-01',
      adult: 2,
      child: 1,
    })
  })

  test('a date left out or wrong stays for the server to judge', () => {
    assert.deepEqual(asked('check_in=&check_out=tomorrow'), { checkIn: '', checkOut: 'tomorrow', adult: 1, child: 0 })
    assert.equal(asked('check_in=2027-02-26')?.checkOut, '')
  })

  test('of a stay whose length was asked for needs its first day alone', () => {
    assert.equal(asked('nights=3'), null)
    assert.equal(asked('check_in=2027-02-26&check_out=&nights=3')?.checkOut, '2027-03-01')
    assert.equal(asked('check_in=2027-02-26&check_out=2027-02-27&nights=3')?.checkOut, '2027-02-27')
    assert.equal(asked('check_in=tomorrow&check_out=&nights=3')?.checkOut, '')
    assert.equal(asked('check_in=2027-02-26&nights=many')?.checkOut, '')
    const length = (query: string) => lengthAsked(new URLSearchParams(query))
    assert.deepEqual(['', 'nights=5', 'nights=x', 'nights=5&check_in=2027-02-26'].map(length), [0, 5, 0, 0])
  })

  test('a count that is no number is one adult, no child; one that is too small or too large stays', () => {
    const { adult, child } = asked('check_in=&check_out=&adult=two&child=1e3')!
    assert.deepEqual({ adult, child }, { adult: 1, child: 0 })
    assert.equal(asked('check_in=&adult=-1')?.adult, -1)
    assert.equal(asked('check_in=&adult=100')?.adult, 100)
  })
})

describe('APP-6 the last search', () => {
  test('is kept under its four names, and dates that have passed are not offered again', (context) => {
    const kept = withStorage(context)
    keepSearch({ checkIn: '2999-01-01', checkOut: '2999-01-03', adult: 2, child: 1 })
    assert.deepEqual(Object.fromEntries(kept), {
      checkIn: '2999-01-01',
      checkOut: '2999-01-03',
      adult: '2',
      child: '1',
    })
    assert.deepEqual(lastSearch('2027-01-01'), { checkIn: '2999-01-01', checkOut: '2999-01-03', adult: 2, child: 1 })
    assert.equal(lastSearch('2999-01-01').checkIn, '2999-01-01', 'today')
    assert.deepEqual(lastSearch('2999-01-02'), { adult: 2, child: 1 })
  })

  test('where nothing may be kept, there is none', () => {
    keepSearch({ checkIn: '2999-01-01', checkOut: '2999-01-03', adult: 2, child: 1 })
    assert.deepEqual(lastSearch('2027-01-01'), { adult: 1, child: 0 })
  })
})

test('days are counted over months and leap years, and only from days', () => {
  assert.equal(daysLater('2028-02-28', 1), '2028-02-29')
  assert.equal(daysLater('2027-01-01', -1), '2026-12-31')
  assert.equal(daysLater('2027-02-30', 1), undefined)
  assert.equal(daysLater('', 1), undefined)
})

function withStorage(context: { after(undo: () => void): void }): Map<string, string> {
  const kept = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  }
  Object.assign(globalThis, { window: { localStorage } })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  return kept
}
