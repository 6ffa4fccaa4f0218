import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addDays, saveSearch, readLastSearch, countRequestedNights, parseSearch } from './last-search.ts'

const parse = (query: string) => parseSearch(new URLSearchParams(query))

describe('the search in the query string (SRCH-4)', () => {
  test('is null without dates', () => {
    assert.equal(parse(''), null)
    assert.equal(parse('adult=2&child=1'), null)
  })

  test('is parsed from the query string', () => {
    assert.deepEqual(parse('check_in=2027-02-26&check_out=2027-03-01&adult=2&child=1'), {
      checkIn: '2027-02-26',
      checkOut: '2027-03-01',
      adult: 2,
      child: 1,
    })
  })

  test('keeps missing and invalid dates for the server to validate', () => {
    assert.deepEqual(parse('check_in=&check_out=tomorrow'), { checkIn: '', checkOut: 'tomorrow', adult: 1, child: 0 })
    assert.equal(parse('check_in=2027-02-26')?.checkOut, '')
  })

  test('needs only the first date if the number of nights is given', () => {
    assert.equal(parse('nights=3'), null)
    assert.equal(parse('check_in=2027-02-26&check_out=&nights=3')?.checkOut, '2027-03-01')
    assert.equal(parse('check_in=2027-02-26&check_out=2027-02-27&nights=3')?.checkOut, '2027-02-27')
    assert.equal(parse('check_in=tomorrow&check_out=&nights=3')?.checkOut, '')
    assert.equal(parse('check_in=2027-02-26&nights=many')?.checkOut, '')
    const countNights = (query: string) => countRequestedNights(new URLSearchParams(query))
    assert.deepEqual(['', 'nights=5', 'nights=x', 'nights=5&check_in=2027-02-26'].map(countNights), [0, 5, 0, 0])
  })

  test('has one adult and no children if the counts are invalid, but keeps counts out of range', () => {
    const { adult, child } = parse('check_in=&check_out=&adult=two&child=1e3')!
    assert.deepEqual({ adult, child }, { adult: 1, child: 0 })
    assert.equal(parse('check_in=&adult=-1')?.adult, -1)
    assert.equal(parse('check_in=&adult=100')?.adult, 100)
  })
})

describe('the last search (APP-6)', () => {
  test('is stored under four names, and returned without past dates', (context) => {
    const storage = replaceStorage(context)
    saveSearch({ checkIn: '2999-01-01', checkOut: '2999-01-03', adult: 2, child: 1 })
    assert.deepEqual(Object.fromEntries(storage), {
      checkIn: '2999-01-01',
      checkOut: '2999-01-03',
      adult: '2',
      child: '1',
    })
    assert.deepEqual(readLastSearch('2027-01-01'), {
      checkIn: '2999-01-01',
      checkOut: '2999-01-03',
      adult: 2,
      child: 1,
    })
    assert.equal(readLastSearch('2999-01-01').checkIn, '2999-01-01', 'today')
    assert.deepEqual(readLastSearch('2999-01-02'), { adult: 2, child: 1 })
  })

  test('is empty without storage', () => {
    saveSearch({ checkIn: '2999-01-01', checkOut: '2999-01-03', adult: 2, child: 1 })
    assert.deepEqual(readLastSearch('2027-01-01'), { adult: 1, child: 0 })
  })
})

test('addDays counts across months and leap years, and returns undefined for an invalid date', () => {
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
  assert.equal(addDays('2027-01-01', -1), '2026-12-31')
  assert.equal(addDays('2027-02-30', 1), undefined)
  assert.equal(addDays('', 1), undefined)
})

function replaceStorage(context: { after(undo: () => void): void }): Map<string, string> {
  const storedItems = new Map<string, string>()
  const localStorage = {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => storedItems.set(name, value),
  }
  Object.assign(globalThis, { window: { localStorage } })
  context.after(() => Reflect.deleteProperty(globalThis, 'window'))
  return storedItems
}
