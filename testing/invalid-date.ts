import fc from 'fast-check'
import { parseDay } from '#platform/day.ts'
import { DAY_MS } from '#platform/durations.ts'

const createDigits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const anyIso = fc.tuple(createDigits(4), createDigits(2), createDigits(2)).map((parts) => parts.join('-'))
const realDay = fc.integer({ min: 20_454, max: 21_184 }).map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10))
const mutation = fc.constantFrom(
  (iso: string) => ' ' + iso,
  (iso: string) => iso + '\n',
  (iso: string) => iso + 'T00:00:00Z',
  (iso: string) => '+00' + iso,
  (iso: string) => '-' + iso,
  (iso: string) => iso.replaceAll('-', '/'),
  (iso: string) => iso.replaceAll('-', '‐'),
  (iso: string) => iso.replaceAll('-', ''),
  (iso: string) => iso.split('-').toReversed().join('-'),
  (iso: string) => iso.slice(2),
  (iso: string) => iso.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!),
  (iso: string) => iso.replace(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)]!),
  (iso: string) => iso + '\u0000',
  (iso: string) => iso + "' or '1'='1",
  (iso: string) => iso + '\u200b',
  (iso: string) => `0x${iso}`,
)
const overflowingDate = fc
  .tuple(
    fc.integer({ min: 2026, max: 2028 }),
    fc.constantFrom(
      '02-29',
      '02-30',
      '02-31',
      '04-31',
      '06-31',
      '09-31',
      '11-31',
      '00-10',
      '13-01',
      '01-00',
      '01-32',
      '12-99',
    ),
  )
  .map(([year, rest]) => `${year}-${rest}`)
const shortenedDate = fc
  .tuple(fc.integer({ min: 2026, max: 2028 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }))
  .map((parts) => parts.join('-'))

/** Strings that look like a date but are invalid: dates that do not exist, other spellings, other scripts, noise. */
export const invalidDate: fc.Arbitrary<string> = fc
  .oneof(
    anyIso,
    overflowingDate,
    shortenedDate,
    fc.tuple(realDay, mutation).map(([iso, change]) => change(iso)),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[-+0-9TZ:. ]{1,12}$/),
  )
  .filter((text) => parseDay(text) === undefined)
