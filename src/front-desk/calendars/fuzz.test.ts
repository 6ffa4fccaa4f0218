import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import ICAL from 'ical.js'
import { buildCalendar, type TestEvent } from '#testing/calendar-server.ts'
import { createRandom } from '#testing/random.ts'
import { valueForTier, tier } from '#testing/tier.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { MAX_RECURRENCE_STEPS } from './event-nights.ts'
import { readCalendar, type ReadCalendar } from './reading.ts'

/** CALENDAR_SEED selects other calendars, CALENDAR_INPUTS sets their number. */
const inputCount = Number(process.env['CALENDAR_INPUTS'] ?? valueForTier({ gate: 500, all: 1_500, soak: 10_000 }))
/** The library method whose calls `event-nights.ts` counts. */
const iteratorPrototype = ICAL.RecurIterator.prototype as unknown as { check_contracting_rules: () => boolean }
const seed = Number(process.env['CALENDAR_SEED'] ?? 1)
/** The maximum CPU time for one calendar, checked only in the soak. The sandbox allows ten seconds. */
const MAX_CPU_MS = 4_000

describe(`${inputCount} random calendars, generated from seed ${seed} (CAL-11)`, () => {
  const today = parseDay('2027-01-04')!
  const options = { timeZone: 'Asia/Dhaka', from: today, until: today + 1_098, ownHost: 'selvage.example' }
  const { below, between, oneOf, isTrue } = createRandom(seed)

  let stepCount = 0
  let spy: { mock: { restore(): void } }
  before(() => {
    // The library calls this method once for each day that it checks.
    const { check_contracting_rules: check } = iteratorPrototype
    spy = mock.method(iteratorPrototype, 'check_contracting_rules', function (this: object) {
      stepCount++
      return check.call(this)
    })
  })
  after(() => spy.mock.restore())

  test('never crash or block the reader, and do not hide valid events', () => {
    let [rejectedCount, unreadableCount] = [0, 0]
    for (let inputIndex = 0; inputIndex < inputCount; inputIndex++) {
      const validEvents = Array.from({ length: below(6) }, (_, index) => createValidEvent(index))
      const oddEvents = Array.from({ length: below(6) }, createOddEvent)
      const text = buildCalendar([...validEvents, ...oddEvents].toSorted(() => (isTrue(0.5) ? 1 : -1)))
      const readResult = readWithinLimits(text)
      assert.ok(readResult, text)
      for (const { from, to } of validEvents)
        assert.ok(
          readResult.events.some((event) => isoDay(event.from) === from && isoDay(event.to) === to),
          `${from} – ${to} is missing from\n${text}`,
        )
      unreadableCount += readResult.unreadableCount
      // The damaged text must be read or be rejected as a whole.
      if (!readWithinLimits(damage(text))) rejectedCount++
    }
    assert.ok(unreadableCount > inputCount / 10, 'some calendars contain unreadable events')
    assert.ok(rejectedCount > inputCount / 10, 'some damaged calendars are rejected')
  })

  function readWithinLimits(text: string): ReadCalendar | null {
    const usageBefore = process.threadCpuUsage()
    stepCount = 0
    try {
      const calendar = readCalendar(text, options)
      for (const { from, to, title, key } of calendar.events) {
        assert.ok(from < to && to > options.from && to <= options.until && key.length === 43)
        assert.ok([...title].length <= 120)
      }
      return calendar
    } catch (error) {
      if (!(error instanceof RejectedInputError)) throw new Error(`the reader crashes on:\n${text}`, { cause: error })
      return null
    } finally {
      const ruleCount = text.split(/rrule/i).length - 1
      assert.ok(
        stepCount <= ruleCount * (MAX_RECURRENCE_STEPS + 1),
        `${stepCount} steps for ${ruleCount} rules:\n${text}`,
      )
      const { user, system } = process.threadCpuUsage(usageBefore)
      if (tier === 'soak') assert.ok((user + system) / 1_000 < MAX_CPU_MS, `the reader is too slow for:\n${text}`)
    }
  }

  function createValidEvent(index: number): TestEvent {
    const from = today + between(0, 900)
    return { uid: `whole-${index}`, from: isoDay(from), to: isoDay(from + between(1, 30)), title: oneOf(titles) }
  }

  function createOddEvent(): TestEvent {
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
  const pickNumberText = () => oneOf(['0', '1', '-1', '2', '30', '53', '366', '-366', '99999999999', '1.5', 'x', ''])
  const createDate = () =>
    `${oneOf(['2027', '2027', '2026', '1970', '1601', '0000', '9999', '20271'])}${oneOf(['01', '02', '12', '13', '00'])}${oneOf(['01', '28', '29', '31', '32', '00'])}`
  const pickTimeText = () => oneOf(['T000000', 'T140000', 'T235960', 'T250000', 'T1200', 'T', ''])
  const createDateTime = () => `${createDate()}${pickTimeText()}${oneOf(['', 'Z', 'z'])}`
  const createProperty = (name: string) => () =>
    `${name}${oneOf(['', ';VALUE=DATE', ';VALUE=DATE-TIME', `;TZID=${oneOf(zones)}`, ';VALUE=PERIOD', ';X-A=B;X-A=C'])}:${oneOf([createDateTime, createDateTime, createDateTime, () => `${createDateTime()},${createDateTime()}`, () => `${createDateTime()}/PT1H`, () => oneOf(titles)])()}`
  const createRule = () =>
    [
      `FREQ=${oneOf(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY', 'HOURLY', 'SECONDLY', 'NEVER', ''])}`,
      ...(isTrue(0.5) ? [`INTERVAL=${pickNumberText()}`] : []),
      ...(isTrue(0.4) ? [`COUNT=${pickNumberText()}`] : []),
      ...(isTrue(0.4) ? [`UNTIL=${createDateTime()}`] : []),
      ...(isTrue(0.4) ? [`BYDAY=${oneOf(['MO', '1MO', '-1SU', 'MO,TU', '53MO', 'XX', ''])}`] : []),
      ...(isTrue(0.3) ? [`BYMONTH=${pickNumberText()}`] : []),
      ...(isTrue(0.3) ? [`BYMONTHDAY=${pickNumberText()}`] : []),
      ...(isTrue(0.2) ? [`BYYEARDAY=${pickNumberText()}`] : []),
      ...(isTrue(0.2) ? [`BYWEEKNO=${pickNumberText()}`] : []),
      ...(isTrue(0.2) ? [`BYSETPOS=${pickNumberText()}`] : []),
      ...(isTrue(0.1) ? [`BYHOUR=${pickNumberText()}`] : []),
      ...(isTrue(0.1) ? [`WKST=${oneOf(['MO', 'SU', 'XX'])}`] : []),
    ].join(';')
  const oddLines: (() => string)[] = [
    ...['DTSTART', 'DTSTART', 'DTSTART', 'DTEND', 'EXDATE', 'RDATE', 'RECURRENCE-ID'].map(createProperty),
    () => `RRULE:${createRule()}`,
    () => `RRULE:${createRule()}`,
    () => `DURATION:${oneOf(['P1D', 'P1W', '-P1D', 'PT0S', 'P99999999999W', 'P', 'PT1H30M', 'P1DT'])}`,
    () => `STATUS:${oneOf(['CONFIRMED', 'CANCELLED', 'cancelled', 'X'])}`,
    () => `SEQUENCE:${pickNumberText()}`,
    () => 'BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nUID:of-the-alarm\r\nEND:VALARM',
    () => `DESCRIPTION:${oneOf(titles)}\r\n ${'folded '.repeat(20)}`,
    () => `X-${'A'.repeat(below(60))};P="${oneOf(titles).replaceAll('\n', '')}":x`,
    () => `SUMMARY;LANGUAGE=${'"'.repeat(below(4))}:again`,
  ]

  function damage(text: string): string {
    let result = text
    for (let times = between(1, 4); times > 0; times--) {
      const index = below(result.length)
      result = oneOf([
        () => result.slice(0, index),
        () => result.slice(index),
        () => result.slice(0, index) + String.fromCharCode(below(0x3000)) + result.slice(index + 1),
        () => result.slice(0, index) + result.slice(index + below(40)),
        () => result.slice(0, index) + result.slice(Math.max(0, index - below(400))),
        () => result.replaceAll('\r\n', oneOf(['\n', '\r', '\r\n ', '\u2028'])),
        () => result.replace(/^END:.*\r?\n/m, ''),
        () => result.replace('BEGIN:VEVENT', 'BEGIN:VEVENT\r\nBEGIN:VEVENT'),
        () => result.toLowerCase(),
      ])()
    }
    return result
  }
})
