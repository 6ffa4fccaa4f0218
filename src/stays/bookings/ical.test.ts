import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { calendarLines } from './ical.ts'

const octets = (line: string) => Buffer.byteLength(line)
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

describe('BOOK-7 the lines of a calendar file', () => {
  test('end as they must, and a short one stands as it is', () => {
    assert.equal(
      calendarLines([
        ['BEGIN', 'VEVENT'],
        ['UID', 'A2@selvage.example'],
      ]),
      'BEGIN:VEVENT\r\nUID:A2@selvage.example\r\n',
    )
  })

  test('go on after 75 octets, not letters: Bangla has three to a letter', () => {
    const lines = calendarLines([['SUMMARY', 'বনানীর সেলভেজ হাউসে ডিলাক্স ডাবল রুম']]).split('\r\n')
    assert.deepEqual(lines.slice(0, -1).map(octets), [74, 33])
    assert.equal(calendarLines([['SUMMARY', 'x'.repeat(67)]]).split('\r\n').length, 2)
    assert.equal(calendarLines([['SUMMARY', 'x'.repeat(68)]]).split('\r\n').length, 3)
  })

  test('of any text are none too long, cut no letter in two, and can be put together again', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', 'ক', '্', 'ষ', '৳', '🧵', '\\n'), maxLength: 200 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (values) => {
        const folded = calendarLines(values.map((value) => ['DESCRIPTION', value] as const))
        assert.ok(folded.split('\r\n').every((line) => octets(line) <= 75 && line.isWellFormed()))
        assert.equal(unfolded(folded), values.map((value) => `DESCRIPTION:${value}\r\n`).join(''))
      }),
    )
  })
})
