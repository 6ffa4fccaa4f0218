import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatCalendar } from './ical.ts'

const countOctets = (line: string) => Buffer.byteLength(line)
const unfold = (text: string) => text.replaceAll('\r\n ', '')

describe('the lines of a calendar file (BOOK-7)', () => {
  test('end with CRLF, and short lines stay as they are', () => {
    assert.equal(
      formatCalendar([
        ['BEGIN', 'VEVENT'],
        ['UID', 'A2@selvage.example'],
      ]),
      'BEGIN:VEVENT\r\nUID:A2@selvage.example\r\n',
    )
  })

  test('are folded after 75 octets, not after 75 characters, also in Bangla', () => {
    const lines = formatCalendar([['SUMMARY', 'বনানীর সেলভেজ হাউসে ডিলাক্স ডাবল রুম']]).split('\r\n')
    assert.deepEqual(lines.slice(0, -1).map(countOctets), [74, 33])
    assert.equal(formatCalendar([['SUMMARY', 'x'.repeat(67)]]).split('\r\n').length, 2)
    assert.equal(formatCalendar([['SUMMARY', 'x'.repeat(68)]]).split('\r\n').length, 3)
  })

  test('never exceed the limit or split a character, and unfold to the original text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', 'é', 'ক', '্', 'ষ', '৳', '🧵', '\\n'), maxLength: 200 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (values) => {
        const foldedCalendar = formatCalendar(values.map((value) => ['DESCRIPTION', value] as const))
        assert.ok(foldedCalendar.split('\r\n').every((line) => countOctets(line) <= 75 && line.isWellFormed()))
        assert.equal(unfold(foldedCalendar), values.map((value) => `DESCRIPTION:${value}\r\n`).join(''))
      }),
    )
  })
})
