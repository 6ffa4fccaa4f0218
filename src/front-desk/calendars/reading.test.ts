import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { calendarOf } from '#testing/calendar-server.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { RejectedInput } from '#platform/sandbox/rejected-input.ts'
import { readApart } from './reading-apart.ts'
import { readCalendar } from './reading.ts'

const day = (iso: string) => parseDay(iso)!
const how = { timeZone: 'Asia/Dhaka', from: day('2027-01-04'), until: day('2030-01-04'), ownHost: 'selvage.example' }
const read = (text: string, more: Partial<typeof how> = {}) => {
  const { events, unread } = readCalendar(text, { ...how, ...more })
  return { unread, nights: events.map(({ from, to }) => `${isoDay(from)} ${isoDay(to)}`), events }
}
const event = (...lines: string[]) => calendarOf([{ uid: 'one', lines }])

describe('what a calendar says of nights (CAL-10)', () => {
  test('whole days, of which the last is none; without an end one; by DURATION as many as it lasts', () => {
    assert.deepEqual(read(calendarOf([{ uid: 'a', from: '2027-01-05', to: '2027-01-08' }])).nights, [
      '2027-01-05 2027-01-08',
    ])
    assert.deepEqual(read(event('DTSTART;VALUE=DATE:20270105')).nights, ['2027-01-05 2027-01-06'])
    assert.deepEqual(read(event('DTSTART;VALUE=DATE:20270105', 'DURATION:P1W')).nights, ['2027-01-05 2027-01-12'])
    assert.deepEqual(read(event('DTSTART:20270105T090000Z', 'DURATION:P2D')).nights, ['2027-01-05 2027-01-07'])
  })

  test('moments are days by the clocks of the house, wherever they were written', () => {
    // 20:00 in London is two in the morning of the next day in Dhaka.
    const zones = ['DTSTART;TZID=Europe/London:20270105T200000', 'DTEND;TZID=Europe/London:20270107T040000']
    assert.deepEqual(read(event(...zones)).nights, ['2027-01-06 2027-01-07'])
    assert.deepEqual(read(event('DTSTART:20270105T170000Z', 'DTEND:20270106T190000Z')).nights, [
      '2027-01-05 2027-01-07',
    ])
    assert.deepEqual(read(event('DTSTART:20270105T140000', 'DTEND:20270107T110000')).nights, ['2027-01-05 2027-01-07'])
    assert.deepEqual(read(event('DTSTART:20270105T100000', 'DTEND:20270105T120000')).nights, ['2027-01-05 2027-01-06'])
    const way = 'DTSTART;TZID=/example.org/Europe/London:20270105T200000'
    assert.deepEqual(read(event(way)).nights, ['2027-01-06 2027-01-07'])
  })

  test('a zone that the calendar explains is read as it explains it', () => {
    const own = [
      'BEGIN:VTIMEZONE',
      'TZID:Far East',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+1200',
      'TZOFFSETTO:+1200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ]
    const text = event('DTSTART;TZID=Far East:20270106T030000', 'DTEND;TZID=Far East:20270107T080000')
    const explained = text.replace('BEGIN:VEVENT', [...own, 'BEGIN:VEVENT'].join('\r\n'))
    assert.deepEqual(read(explained).nights, ['2027-01-05 2027-01-07'])
  })

  test('what comes again comes on each of its days, but for those left out, moved or cancelled', () => {
    const weekly = ['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106', 'RRULE:FREQ=WEEKLY;COUNT=4']
    assert.deepEqual(read(event(...weekly, 'EXDATE;VALUE=DATE:20270112')).nights, [
      '2027-01-05 2027-01-06',
      '2027-01-19 2027-01-20',
      '2027-01-26 2027-01-27',
    ])
    const text = calendarOf([
      { uid: 'one', lines: weekly },
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
    const inZone = [
      'DTSTART;TZID=Asia/Dhaka:20270105T140000',
      'DTEND;TZID=Asia/Dhaka:20270106T110000',
      'RRULE:FREQ=DAILY;UNTIL=20270107T080000Z',
    ]
    assert.equal(read(event(...inZone)).nights.length, 3, 'the last one begins as the rule ends')
    const sinceLong = ['DTSTART;VALUE=DATE:20000105', 'RRULE:FREQ=YEARLY', 'RDATE;VALUE=DATE:20270301']
    assert.deepEqual(read(event(...sinceLong)).nights, [
      '2027-01-05 2027-01-06',
      '2028-01-05 2028-01-06',
      '2029-01-05 2029-01-06',
      '2027-03-01 2027-03-02',
    ])
  })

  test('a cancelled event is none; what is over or far ahead is left away; what goes on for ever ends where it counts', () => {
    assert.deepEqual(read(event('DTSTART;VALUE=DATE:20270105', 'STATUS:CANCELLED')).nights, [])
    assert.deepEqual(read(calendarOf([{ uid: 'a', from: '2026-12-01', to: '2027-01-04' }])).nights, [])
    assert.deepEqual(read(calendarOf([{ uid: 'a', from: '2031-01-01', to: '2031-01-04' }])).nights, [])
    assert.deepEqual(read(calendarOf([{ uid: 'a', from: '2027-02-01', to: '2099-01-01' }])).nights, [
      '2027-02-01 2030-01-04',
    ])
  })

  test('our own events, told back, are nobody’s', () => {
    const own = { uid: 'selvage-abc@selvage.example', from: '2027-01-05', to: '2027-01-06' }
    assert.deepEqual(read(calendarOf([own])).nights, [])
    assert.equal(read(calendarOf([{ ...own, uid: 'selvage-abc@elsewhere.example' }])).nights.length, 1)
  })

  test('one entry that nobody understands is counted, and takes no other with it', () => {
    const fine = { uid: 'fine', from: '2027-01-05', to: '2027-01-06' }
    const broken = [
      { uid: 'no beginning' },
      { uid: 'ends first', from: '2027-01-09', to: '2027-01-07' },
      { uid: 'no day', lines: ['DTSTART;VALUE=DATE:20271399'] },
      { uid: 'hourly', lines: ['DTSTART:20270105T000000Z', 'RRULE:FREQ=HOURLY'] },
      { uid: 'ages apart', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;INTERVAL=99999999999'] },
      { uid: 'odd rule', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=SOMETIMES'] },
    ]
    for (const each of broken) {
      const { nights, unread } = read(calendarOf([each, fine]))
      assert.deepEqual([nights, unread], [['2027-01-05 2027-01-06'], 1], each.uid)
    }
    const twoLines = calendarOf([fine]).replace('SUMMARY', 'DESCRIPTION:it begins\r\nand goes on unfolded\r\nSUMMARY')
    assert.deepEqual(read(twoLines).nights, ['2027-01-05 2027-01-06'], 'a description broken in two spoils nothing')
  })

  test('two that are called alike, or not at all, on different nights are two; called alike on the same, one', () => {
    const twice = [
      { uid: 'same', from: '2027-01-05', to: '2027-01-06' },
      { uid: 'same', from: '2027-02-05', to: '2027-02-06' },
      { uid: 'same', from: '2027-02-05', to: '2027-02-06' },
      { from: '2027-03-05', to: '2027-03-06' },
      { from: '2027-04-05', to: '2027-04-06' },
    ]
    const { events } = read(calendarOf(twice))
    assert.equal(events.length, 4)
    assert.equal(new Set(events.map(({ key }) => key)).size, 4)
    assert.deepEqual(read(calendarOf(twice)).events, events, 'each is called the same at each reading')
  })

  test('a title is one short line without anything that could be told otherwise', () => {
    const title = `Lena \u202e${'x'.repeat(300)}\\n\\, and more`
    const [heard] = read(calendarOf([{ uid: 'a', from: '2027-01-05', to: '2027-01-06', title }])).events
    assert.equal([...heard!.title].length, 120)
    assert.doesNotMatch(heard!.title, /[\u202e\r\n]/)
  })

  test('what is no calendar, cut off or too much is refused as a whole', () => {
    const whole = calendarOf([{ uid: 'a', from: '2027-01-05', to: '2027-01-06' }])
    const refused = (text: string, fault: string) =>
      assert.throws(
        () => read(text),
        (error: RejectedInput) => error instanceof RejectedInput && error.reason === fault,
      )
    refused('', 'no_calendar')
    refused('<!doctype html><title>Sign in</title>', 'no_calendar')
    refused(whole.replace(/END:VCALENDAR\r\n/, ''), 'damaged')
    refused(whole.slice(0, whole.indexOf('END:VEVENT')), 'damaged')
    const many = Array.from({ length: 2_500 }, (_, at) => ({ uid: `a${at}`, from: '2027-01-05', to: '2027-01-06' }))
    refused(calendarOf(many), 'too_many')
    refused('BEGIN:VCALENDAR\r\n' + 'X:1\r\n'.repeat(150_000) + 'END:VCALENDAR', 'too_many')
    assert.deepEqual(read(calendarOf([])).nights, [])
    assert.equal(read('\uFEFF' + whole.replaceAll('\r\n', '\n')).nights.length, 1)
  })

  test('a rule from which its reader never comes back is one that is not understood; whatever takes too long, ends (CAL-11)', async () => {
    const endless = calendarOf([
      { uid: 'never', lines: ['DTSTART;VALUE=DATE:20270105', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'] },
      { uid: 'fine', from: '2027-01-05', to: '2027-01-06' },
    ])
    const { nights, unread } = read(endless)
    assert.deepEqual([nights, unread], [['2027-01-05 2027-01-06'], 1], 'it takes no other with it')
    assert.equal((await readApart(endless, how)).unread, 1)
    const fine = calendarOf([{ uid: 'a', from: '2027-01-05', to: '2027-01-06' }])
    const { events } = await readApart(fine, how)
    assert.equal(events.length, 1)
  })
})
