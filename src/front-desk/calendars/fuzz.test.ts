import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import ICAL from 'ical.js'
import { calendarOf, type TestEvent } from '#testing/calendar-server.ts'
import { chance } from '#testing/random.ts'
import { perTier, tier } from '#testing/tier.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { RejectedInput } from '#platform/sandbox/rejected-input.ts'
import { MAX_STEPS } from './event-nights.ts'
import { readCalendar, type ReadCalendar } from './reading.ts'

/** CALENDAR_SEED tries other calendars, CALENDAR_INPUTS more of them. */
const inputs = Number(process.env['CALENDAR_INPUTS'] ?? perTier({ gate: 500, all: 1_500, soak: 10_000 }))
/** Where the library keeps what `event-nights.ts` counts. */
const iterators = ICAL.RecurIterator.prototype as unknown as { check_contracting_rules: () => boolean }
const seed = Number(process.env['CALENDAR_SEED'] ?? 1)
/** The most CPU time of one calendar, measured in the soak alone: the thread that reads it has ten seconds. */
const LONGEST_MS = 4_000

describe(`${inputs} calendars at random, from ${seed} on (CAL-11)`, () => {
  const today = parseDay('2027-01-04')!
  const how = { timeZone: 'Asia/Dhaka', from: today, until: today + 1_098, ownHost: 'selvage.example' }
  const { below, between, oneOf, isTrue } = chance(seed)

  let looks = 0
  let watch: { mock: { restore(): void } }
  before(() => {
    // The library calls this once for each day that it looks at.
    const { check_contracting_rules: look } = iterators
    watch = mock.method(iterators, 'check_contracting_rules', function (this: object) {
      looks++
      return look.call(this)
    })
  })
  after(() => watch.mock.restore())

  test('none ends the reader or holds it up, and no event that is whole is lost beside one that is not', () => {
    let [refused, unread] = [0, 0]
    for (let input = 0; input < inputs; input++) {
      const whole = Array.from({ length: below(6) }, (_, at) => wholeEvent(at))
      const others = Array.from({ length: below(6) }, oddEvent)
      const text = calendarOf([...whole, ...others].toSorted(() => (isTrue(0.5) ? 1 : -1)))
      const read = readWithin(text)
      assert.ok(read, text)
      for (const { from, to } of whole)
        assert.ok(
          read.events.some((heard) => isoDay(heard.from) === from && isoDay(heard.to) === to),
          `${from} – ${to} is lost of\n${text}`,
        )
      unread += read.unread
      // The same text, damaged: read, or refused as a whole.
      if (!readWithin(damaged(text))) refused++
    }
    assert.ok(unread > inputs / 10, 'some of them were odd enough not to be read')
    assert.ok(refused > inputs / 10, 'some of them were damaged enough to be refused')
  })

  function readWithin(text: string): ReadCalendar | null {
    const before = process.threadCpuUsage()
    looks = 0
    try {
      const read = readCalendar(text, how)
      for (const { from, to, title, key } of read.events) {
        assert.ok(from < to && to > how.from && to <= how.until && key.length === 43)
        assert.ok([...title].length <= 120)
      }
      return read
    } catch (error) {
      if (!(error instanceof RejectedInput)) throw new Error(`this ends the reader:\n${text}`, { cause: error })
      return null
    } finally {
      const rules = text.split(/rrule/i).length - 1
      assert.ok(looks <= rules * (MAX_STEPS + 1), `${looks} looks for ${rules} rules:\n${text}`)
      const { user, system } = process.threadCpuUsage(before)
      if (tier === 'soak') assert.ok((user + system) / 1_000 < LONGEST_MS, `this takes too long:\n${text}`)
    }
  }

  function wholeEvent(at: number): TestEvent {
    const from = today + between(0, 900)
    return { uid: `whole-${at}`, from: isoDay(from), to: isoDay(from + between(1, 30)), title: oneOf(titles) }
  }

  function oddEvent(): TestEvent {
    const lines = Array.from({ length: between(1, 7) }, () => oneOf(oddLines)())
    return { uid: isTrue(0.8) ? `odd-${below(3)}` : undefined, title: oneOf(titles), lines }
  }

  const titles = [
    'Reserved',
    'Not available',
    '',
    'বুক করা',
    'a\\, b\\; c\\n',
    '\u0000\u202e',
    '👩‍👩‍👧'.repeat(100),
    'x'.repeat(9_000),
  ]
  const zones = ['Asia/Dhaka', 'Europe/London', 'Nowhere/At_All', '"Quoted: zone"', 'UTC', '../../etc/passwd', '']
  const numbers = () => oneOf(['0', '1', '-1', '2', '30', '53', '366', '-366', '99999999999', '1.5', 'x', ''])
  const date = () =>
    `${oneOf(['2027', '2027', '2026', '1970', '1601', '0000', '9999', '20271'])}${oneOf(['01', '02', '12', '13', '00'])}${oneOf(['01', '28', '29', '31', '32', '00'])}`
  const time = () => oneOf(['T000000', 'T140000', 'T235960', 'T250000', 'T1200', 'T', ''])
  const moment = () => `${date()}${time()}${oneOf(['', 'Z', 'z'])}`
  const property = (name: string) => () =>
    `${name}${oneOf(['', ';VALUE=DATE', ';VALUE=DATE-TIME', `;TZID=${oneOf(zones)}`, ';VALUE=PERIOD', ';X-A=B;X-A=C'])}:${oneOf([moment, moment, moment, () => `${moment()},${moment()}`, () => `${moment()}/PT1H`, () => oneOf(titles)])()}`
  const rule = () =>
    [
      `FREQ=${oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'SECONDLY', 'NEVER', ''])}`,
      ...(isTrue(0.5) ? [`INTERVAL=${numbers()}`] : []),
      ...(isTrue(0.4) ? [`COUNT=${numbers()}`] : []),
      ...(isTrue(0.4) ? [`UNTIL=${moment()}`] : []),
      ...(isTrue(0.4) ? [`BYDAY=${oneOf(['MO', '1MO', '-1SU', 'MO,TU', '53MO', 'XX', ''])}`] : []),
      ...(isTrue(0.3) ? [`BYMONTH=${numbers()}`] : []),
      ...(isTrue(0.3) ? [`BYMONTHDAY=${numbers()}`] : []),
      ...(isTrue(0.2) ? [`BYYEARDAY=${numbers()}`] : []),
      ...(isTrue(0.2) ? [`BYWEEKNO=${numbers()}`] : []),
      ...(isTrue(0.2) ? [`BYSETPOS=${numbers()}`] : []),
      ...(isTrue(0.1) ? [`BYHOUR=${numbers()}`] : []),
      ...(isTrue(0.1) ? [`WKST=${oneOf(['MO', 'SU', 'XX'])}`] : []),
    ].join(';')
  const oddLines: (() => string)[] = [
    ...['DTSTART', 'DTSTART', 'DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'].map(property),
    () => `RRULE:${rule()}`,
    () => `RRULE:${rule()}`,
    () => `DURATION:${oneOf(['P1D', 'P1W', '-P1D', 'PT0S', 'P99999999999W', 'P', 'PT1H30M', 'P1DT'])}`,
    () => `STATUS:${oneOf(['CONFIRMED', 'CANCELLED', 'cancelled', 'X'])}`,
    () => `SEQUENCE:${numbers()}`,
    () => 'BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nUID:of-the-alarm\r\nEND:VALARM',
    () => `DESCRIPTION:${oneOf(titles)}\r\n ${'folded '.repeat(20)}`,
    () => `X-${'A'.repeat(below(60))};P="${oneOf(titles).replaceAll('\n', '')}":x`,
    () => `SUMMARY;LANGUAGE=${'"'.repeat(below(4))}:again`,
  ]

  function damaged(text: string): string {
    let made = text
    for (let times = between(1, 4); times > 0; times--) {
      const at = below(made.length)
      made = oneOf([
        () => made.slice(0, at),
        () => made.slice(at),
        () => made.slice(0, at) + String.fromCharCode(below(0x3000)) + made.slice(at + 1),
        () => made.slice(0, at) + made.slice(at + below(40)),
        () => made.slice(0, at) + made.slice(Math.max(0, at - below(400))),
        () => made.replaceAll('\r\n', oneOf(['\n', '\r', '\r\n ', '\u2028'])),
        () => made.replace(/^END:.*\r?\n/m, ''),
        () => made.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nBEGIN:VEVENT'),
        () => made.toLowerCase(),
      ])()
    }
    return made
  }
})
