import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { buildCalendar } from '#testing/calendar-server.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { readInSandbox } from './sandboxed-reading.ts'
import { readCalendar } from './reading.ts'

const toDay = (iso: string) => parseDay(iso)!
const options = {
  timeZone: 'Asia/Dhaka',
  from: toDay('2027-01-04'),
  until: toDay('2030-01-04'),
  ownHost: 'selvage.example',
}
const read = (text: string, overrides: Partial<typeof options> = {}) => {
  const { events, unreadableCount } = readCalendar(text, { ...options, ...overrides })
  return { unreadableCount, nights: events.map(({ from, to }) => `${isoDay(from)} ${isoDay(to)}`), events }
}
const buildEvent = (...lines: string[]) => buildCalendar([{ uid: 'one', lines }])

describe('readCalendar (CAL-10)', () => {
  test('reads whole days with an exclusive end, one night without an end, and DURATION', () => {
    assert.deepEqual(read(buildCalendar([{ uid: 'a', from: '2027-01-05', to: '2027-01-08' }])).nights, [
      '2027-01-05 2027-01-08',
    ])
    assert.deepEqual(read(buildEvent('DTSTART;VALUE=DATE:20270105')).nights, ['2027-01-05 2027-01-06'])
    assert.deepEqual(read(buildEvent('DTSTART;VALUE=DATE:20270105', 'DURATION:P1W')).nights, ['2027-01-05 2027-01-12'])
    assert.deepEqual(read(buildEvent('DTSTART:20270105T090000Z', 'DURATION:P2D')).nights, ['2027-01-05 2027-01-07'])
  })

  test("converts times to days in the property's time zone", () => {
    // 20:00 in London is 02:00 on the next day in Dhaka.
    const zonedEventLines = ['DTSTART;TZID=Europe/London:20270105T200000', 'DTEND;TZID=Europe/London:20270107T040000']
    assert.deepEqual(read(buildEvent(...zonedEventLines)).nights, ['2027-01-06 2027-01-07'])
    assert.deepEqual(read(buildEvent('DTSTART:20270105T170000Z', 'DTEND:20270106T190000Z')).nights, [
      '2027-01-05 2027-01-07',
    ])
    assert.deepEqual(read(buildEvent('DTSTART:20270105T140000', 'DTEND:20270107T110000')).nights, [
      '2027-01-05 2027-01-07',
    ])
    assert.deepEqual(read(buildEvent('DTSTART:20270105T100000', 'DTEND:20270105T120000')).nights, [
      '2027-01-05 2027-01-06',
    ])
    const zonePathLine = 'DTSTART;TZID=/example.org/Europe/London:20270105T200000'
    assert.deepEqual(read(buildEvent(zonePathLine)).nights, ['2027-01-06 2027-01-07'])
  })

  test('uses the time zone definition in the calendar', () => {
    const zoneDefinition = [
      'BEGIN:VTIMEZONE',
      'TZID:Far East',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+1200',
      'TZOFFSETTO:+1200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const text = buildEvent('DTSTART;TZID=Far East:20270106T030000', 'DTEND;TZID=Far East:20270107T080000')
    const textWithZone = text.replace('BEGIN:VEVENT', [...zoneDefinition, 'BEGIN:VEVENT'].join('\r\n'))
    assert.deepEqual(read(textWithZone).nights, ['2027-01-05 2027-01-07'])
  })

  test('expands recurring events without excluded, moved or cancelled occurrences', () => {
    const weeklySeries = ['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;COUNT=4']
    assert.deepEqual(read(buildEvent(...weeklySeries, 'EXDATE;VALUE=DATE:20270112')).nights, [
      '2027-01-05 2027-01-06',
      '2027-01-19 2027-01-20',
      '2027-01-26 2027-01-27',
    ])
    const text = buildCalendar([
      { uid: 'one', lines: weeklySeries },
      { uid: 'one', from: '2027-01-13', to: '2027-01-15', lines: ['RECURRENCE-ID;VALUE=DATE:20270112'] },
      {
        uid: 'one',
        from: '2027-01-19',
        to: '2027-01-20',
        lines: ['RECURRENCE-ID;VALUE=DATE:20270119', 'STATUS:CANCELLED'],
      },
    ])
    assert.deepEqual(read(text).nights.toSorted(), [
      '2027-01-05 2027-01-06',
      '2027-01-13 2027-01-15',
      '2027-01-26 2027-01-27',
    ])
    const zonedTimes = [
      'DTSTART;TZID=Asia/Dhaka:20270105T140000',
      'DTEND;TZID=Asia/Dhaka:20270106T110000',
      'RRULE:FREQ=DAILY;UNTIL=20270107T080000Z',
    ]
    assert.equal(read(buildEvent(...zonedTimes)).nights.length, 3, 'the last event starts exactly when the rule ends')
    const oldSeries = ['DTSTART;VALUE=DATE:20000105', 'RRULE:FREQ=YEARLY', 'RDATE;VALUE=DATE:20270301']
    assert.deepEqual(read(buildEvent(...oldSeries)).nights, [
      '2027-01-05 2027-01-06',
      '2028-01-05 2028-01-06',
      '2029-01-05 2029-01-06',
      '2027-03-01 2027-03-02',
    ])
  })

  test('reads additional periods with their own length, from their end or duration', () => {
    const meetingLines = ['DTSTART:20270105T090000Z', 'DTEND:20270106T090000Z']
    const periods = ['20270110T090000Z/20270113T090000Z', '20270120T090000Z/P2D', '20270125T090000Z/PT2H']
    assert.deepEqual(read(buildEvent(...meetingLines, `RDATE;VALUE=PERIOD:${periods.join(',')}`)).nights, [
      '2027-01-05 2027-01-06',
      '2027-01-10 2027-01-13',
      '2027-01-20 2027-01-22',
      '2027-01-25 2027-01-26',
    ])
    const backwards = 'RDATE;VALUE=PERIOD:20270110T090000Z/20270108T090000Z'
    assert.equal(read(buildEvent(...meetingLines, backwards)).unreadableCount, 1)
  })

  test('skips cancelled events and events outside the import window, and truncates long events at its end', () => {
    assert.deepEqual(read(buildEvent('DTSTART;VALUE=DATE:20270105', 'STATUS:CANCELLED')).nights, [])
    assert.deepEqual(read(buildCalendar([{ uid: 'a', from: '2026-12-01', to: '2027-01-04' }])).nights, [])
    assert.deepEqual(read(buildCalendar([{ uid: 'a', from: '2031-01-01', to: '2031-01-04' }])).nights, [])
    assert.deepEqual(read(buildCalendar([{ uid: 'a', from: '2027-02-01', to: '2099-01-01' }])).nights, [
      '2027-02-01 2030-01-04',
    ])
  })

  test('ignores events that another calendar has copied from our feeds', () => {
    const ownEvent = { uid: 'selvage-abc@selvage.example', from: '2027-01-05', to: '2027-01-06' }
    assert.deepEqual(read(buildCalendar([ownEvent])).nights, [])
    assert.equal(read(buildCalendar([{ ...ownEvent, uid: 'selvage-abc@elsewhere.example' }])).nights.length, 1)
  })

  test('counts unreadable events and reads the others', () => {
    const validEvent = { uid: 'fine', from: '2027-01-05', to: '2027-01-06' }
    const brokenCalendars = [
      { uid: 'no beginning' },
      { uid: 'ends first', from: '2027-01-09', to: '2027-01-07' },
      { uid: 'no day', lines: ['DTSTART;VALUE=DATE:20271399'] },
      { uid: 'hourly', lines: ['DTSTART:20270105T000000Z', 'RRULE:FREQ=HOURLY'] },
      { uid: 'ages apart', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;INTERVAL=99999999999'] },
      { uid: 'odd rule', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=SOMETIMES'] },
    ]
    for (const item of brokenCalendars) {
      const { nights, unreadableCount } = read(buildCalendar([item, validEvent]))
      assert.deepEqual([nights, unreadableCount], [['2027-01-05 2027-01-06'], 1], item.uid)
    }
    const twoLines = buildCalendar([validEvent]).replace(
      'SUMMARY',
      'DESCRIPTION:it begins\r\nand goes on unfolded\r\nSUMMARY',
    )
    assert.deepEqual(
      read(twoLines).nights,
      ['2027-01-05 2027-01-06'],
      'a description with a raw line break does no harm',
    )
  })

  test('separates events with the same or no UID if their nights differ, and merges equal events', () => {
    const repeatedEvents = [
      { uid: 'same', from: '2027-01-05', to: '2027-01-06' },
      { uid: 'same', from: '2027-02-05', to: '2027-02-06' },
      { uid: 'same', from: '2027-02-05', to: '2027-02-06' },
      { from: '2027-03-05', to: '2027-03-06' },
      { from: '2027-04-05', to: '2027-04-06' },
    ]
    const { events } = read(buildCalendar(repeatedEvents))
    assert.equal(events.length, 4)
    assert.equal(new Set(events.map(({ key }) => key)).size, 4)
    assert.deepEqual(read(buildCalendar(repeatedEvents)).events, events, 'each read returns the same keys')
  })

  test('shortens a title to one line without control characters', () => {
    const title = `Lena \u202e${'x'.repeat(300)}\\n\\, and more`
    const [importedEvent] = read(buildCalendar([{ uid: 'a', from: '2027-01-05', to: '2027-01-06', title }])).events
    assert.equal([...importedEvent!.title].length, 120)
    assert.doesNotMatch(importedEvent!.title, /[\u202e\r\n]/)
  })

  test('rejects input that is not a calendar, incomplete or too large', () => {
    const completeCalendar = buildCalendar([{ uid: 'a', from: '2027-01-05', to: '2027-01-06' }])
    const assertRejected = (text: string, fault: string) =>
      assert.throws(
        () => read(text),
        (error: RejectedInputError) => error instanceof RejectedInputError && error.reason === fault,
      )
    assertRejected('', 'no_calendar')
    assertRejected('<!doctype html><title>Sign in</title>', 'no_calendar')
    assertRejected(completeCalendar.replace(/END:VCALENDAR\r\n/, ''), 'damaged')
    assertRejected(completeCalendar.slice(0, completeCalendar.indexOf('END:VEVENT')), 'damaged')
    const manyEvents = Array.from({ length: 2_500 }, (_, index) => ({
      uid: `a${index}`,
      from: '2027-01-05',
      to: '2027-01-06',
    }))
    assertRejected(buildCalendar(manyEvents), 'too_many')
    assertRejected('BEGIN:VCALENDAR\r\n' + 'X:1\r\n'.repeat(150_000) + 'END:VCALENDAR', 'too_many')
    assert.deepEqual(read(buildCalendar([])).nights, [])
    assert.equal(read('\uFEFF' + completeCalendar.replaceAll('\r\n', '\n')).nights.length, 1)
  })

  test('counts a rule that never matches a day as unreadable, and reads the other events, also in the sandbox (CAL-11)', async () => {
    const endlessCalendar = buildCalendar([
      { uid: 'never', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'] },
      { uid: 'fine', from: '2027-01-05', to: '2027-01-06' },
    ])
    const { nights, unreadableCount } = read(endlessCalendar)
    assert.deepEqual([nights, unreadableCount], [['2027-01-05 2027-01-06'], 1], 'the other event is still read')
    assert.equal((await readInSandbox(endlessCalendar, options)).unreadableCount, 1)
    const validEvent = buildCalendar([{ uid: 'a', from: '2027-01-05', to: '2027-01-06' }])
    const { events } = await readInSandbox(validEvent, options)
    assert.equal(events.length, 1)
  })
})
