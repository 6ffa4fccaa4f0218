import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { z } from 'zod'
import { invalidDate } from '#testing/invalid-date.ts'
import { count, day, email, line, paragraphs, phone, requiredLine } from './fields.ts'

/** Parses each value. Undefined: the field rejects it. */
const parseAll = (field: z.ZodType, values: readonly unknown[]) => values.map((value) => field.safeParse(value).data)
const assertRejectsAll = (field: z.ZodType, values: readonly unknown[]) => {
  for (const value of values) assert.equal(field.safeParse(value).success, false, JSON.stringify(value))
}
const assertAcceptsAll = (field: z.ZodType, values: readonly unknown[]) => {
  for (const value of values) assert.equal(field.safeParse(value).success, true, JSON.stringify(value))
}

const nonTextValues = [null, undefined, 7, true, ['x'], { x: 1 }]

describe('form fields', () => {
  test('trim a line and normalize its Unicode', () => {
    assert.deepEqual(parseAll(line(20), ['  Rafiq Islam ', 'Ame\u0301lie', 'য়', '']), [
      'Rafiq Islam',
      'Am\u00e9lie',
      'য়',
      '',
    ])
  })

  test('accept names of every script in a line, including joiners', () => {
    assertAcceptsAll(requiredLine(60), [
      'রফিকুল ইসলাম',
      'র‍্যাব',
      'علی',
      '李小龍',
      "O'Neil-Smith",
      '👩‍👩‍👧‍👦',
      '<b>',
      '1 OR 1=1',
      '=cmd()',
    ])
  })

  test('reject line breaks, invisible characters and direction marks in a line', () => {
    assertRejectsAll(line(60), [
      'a\nb',
      'a\rBcc: x',
      'a\tb',
      'a\u0000b',
      'a\u0007b',
      'a\u001b[2J',
      'a\u007fb',
      'a\u0085b',
      'a\u2028b',
      'a\u202eb',
      'a\u2066b',
    ])
  })

  test('count the length of a line after trimming', () => {
    assertAcceptsAll(line(5), ['12345', '  12345  '])
    assertRejectsAll(line(5), ['123456'])
    assertRejectsAll(requiredLine(5), ['', '   ', '\u00a0', '123456'])
  })

  test('count the length of a line after normalization', () => {
    assert.deepEqual(parseAll(line(4), ['\u03b1\u0313\u0300\u0345'.repeat(4)]), ['\u1f82'.repeat(4)])
    assert.deepEqual(parseAll(line(5), ['\u1100\u1161\u11a8'.repeat(5)]), ['\uac01'.repeat(5)])
  })

  test('report only the length of a text that is too long', () => {
    const tooLongValues = [
      'x'.repeat(61),
      'x'.repeat(64_000),
      'e\u0301'.repeat(61),
      `${'x'.repeat(61)}\u0000\n`,
      '\u0301'.repeat(64_000),
    ]
    for (const field of [line(60), requiredLine(60), paragraphs(60)])
      for (const text of tooLongValues)
        assert.deepEqual(
          field.safeParse(text).error?.issues.map(({ code }) => code),
          ['too_big'],
          text.slice(0, 70),
        )
    assert.deepEqual(
      email()
        .safeParse('@'.repeat(255))
        .error?.issues.map(({ code }) => code),
      ['too_big'],
    )
    assert.deepEqual(
      phone()
        .safeParse('x'.repeat(31))
        .error?.issues.map(({ code }) => code),
      ['too_big'],
    )
  })

  test('accept as many combining marks per letter as scripts need, and reject more', () => {
    assertAcceptsAll(paragraphs(5_000), [
      `a${'\u0301'.repeat(30)}`,
      `a${'\u0301\u0323'.repeat(15)}`.repeat(100),
      'ক্ষ্মী'.repeat(500),
      'T̸̡͔̿h̷͓̀e̶̗̽',
    ])
    assertRejectsAll(paragraphs(5_000), [
      `a${'\u0301'.repeat(31)}`,
      `a${'\u0301\u0323'.repeat(2_000)}`,
      '\u0345'.repeat(40),
    ])
    assertRejectsAll(line(100), [`a${'\u0301'.repeat(31)}`, '\u0301'.repeat(31)])
  })

  test('accept several lines in paragraphs, but no other control characters', () => {
    assert.deepEqual(parseAll(paragraphs(20), [' one\r\n\ttwo ']), ['one\r\n\ttwo'])
    assertRejectsAll(paragraphs(20), ['a\u0000b', 'a\u000bb', 'a\u2029b', 'a\u202db', 'x'.repeat(21)])
  })

  test('accept only strings as text, without conversion', () => {
    for (const field of [line(9), requiredLine(9), paragraphs(9), email(), phone(), day()])
      assertRejectsAll(field, nonTextValues)
  })

  test('accept email addresses only if they are well-formed', () => {
    assertAcceptsAll(email(), [
      'a@b.bd',
      'anna.becker+rooms@buyer.example',
      "o'neil@mail.example.co.uk",
      'মেইল@উদাহরণ.বাংলা',
      'x@xn--54b7fta0cc.example',
      `${'a'.repeat(64)}@buyer.example`,
    ])
    assertRejectsAll(email(), [
      '',
      '@',
      'anna',
      'anna@',
      '@buyer.example',
      'anna@buyer',
      'anna@buyer.',
      'anna@.example',
      'anna@buyer..example',
      'anna@-buyer.example',
      'anna@buyer.example-',
      'anna@buyer.e',
      'anna@127.0.0.1',
      'anna@[127.0.0.1]',
      'a b@buyer.example',
      'anna@@buyer.example',
      'a@b@buyer.example',
      'a,b@buyer.example',
      '"a"@buyer.example',
      'Anna <anna@buyer.example>',
      'anna@buyer.example>',
      'anna@buyer.example,b@c.example',
      'anna@buyer.example\nBcc: x@y.example',
      `${'a'.repeat(65)}@buyer.example`,
      `a@${'b'.repeat(64)}.example`,
      `a@${'b.'.repeat(150)}example`,
    ])
  })

  test('reject invisible characters in email addresses (ACCT-13)', () => {
    assertRejectsAll(email(), [
      'an\u200bna@buyer.example',
      'anna\u00ad@buyer.example',
      'anna\u200e@buyer.example',
      'anna\u2060@buyer.example',
      'anna@buy\u200ber.example',
      '\ud800@buyer.example',
    ])
  })

  test('accept phone numbers in digits of either script, with common separators', () => {
    assertAcceptsAll(phone(), ['+8801700000004', '01700-000004', '+49 (40) 66969123', '+৮৮০১৭০০০০০০০৪'])
    assertRejectsAll(phone(), [
      '',
      '12345',
      'call me',
      '+88017000000x',
      '++8801700000',
      '(',
      '1'.repeat(31),
      '-------',
      '+1\n700000004',
    ])
  })

  test('accept a count only as an integer within its bounds', () => {
    assertAcceptsAll(count(1, 18), [1, 18, 2.0, 1])
    assertRejectsAll(count(1, 18), [
      0,
      19,
      -1,
      1.5,
      NaN,
      Infinity,
      '1',
      ' 1',
      '',
      '1e0',
      true,
      null,
      undefined,
      [1],
      2 ** 53,
    ])
  })

  test('accept a day only if it exists, in the format YYYY-MM-DD', () => {
    assertAcceptsAll(day(), ['2027-01-04', '2028-02-29', '2099-12-31'])
    assertRejectsAll(day(), [
      '',
      '2027-02-29',
      '2027-02-30',
      '2027-13-01',
      '2027-1-4',
      '04-01-2027',
      '2027-01-04T00:00:00Z',
      ' 2027-01-04',
      'today',
      '২০২৭-০১-০৪',
    ])
  })

  test('reject three thousand strings that are not days', () => {
    fc.assert(
      fc.property(invalidDate, (text) => !day().safeParse(text).success),
      { numRuns: 3_000, seed: 20_270_104 },
    )
  })

  test('do not normalize text with many combining marks, because normalization takes quadratic time', (t) => {
    const normalizeMock = t.mock.method(String.prototype, 'normalize', function (this: string) {
      return String(this)
    })
    const fields = { line: line(200), paragraphs: paragraphs(5_000), email: email(), phone: phone(), day: day() }
    for (const [name, field] of Object.entries(fields))
      for (const text of heavyTexts) {
        normalizeMock.mock.resetCalls()
        assert.equal(field.safeParse(text).success, false, `${name} accepts ${text.slice(0, 8)}…`)
        for (const { this: input } of normalizeMock.mock.calls) {
          assert.ok(String(input).length <= 4 * 5_000, `${name}: ${text.slice(0, 8)}…`)
          assert.doesNotMatch(String(input), /\p{M}{31}/u, `${name}: ${text.slice(0, 8)}…`)
        }
      }
  })
})

/** `npm run check -- patterns` measures the patterns of the fields. */
const heavyTexts = [
  'a.'.repeat(30_000) + '@b',
  'a@' + 'b.'.repeat(30_000),
  'a@' + 'b-'.repeat(30_000) + '.',
  '+' + '1 '.repeat(30_000) + 'x',
  '2027-01-04'.repeat(6_000),
  ' '.repeat(64_000) + 'x'.repeat(5_001),
  'a' + '\u0301\u0323'.repeat(32_000),
  'a' + '\u0301\u0323'.repeat(9_999),
  ' ' + '\u0345\u0301'.repeat(32_000) + ' ',
  '\ufdfa'.repeat(21_000),
]
