import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startCalendarApp, type CalendarApp } from '#testing/calendars.ts'
import { readersOfCalendars } from '#testing/calendar-readers.ts'
import { enginesFor, sqlite } from '#testing/engines.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`what other calendars read, on ${engine.name}`, () => {
    let at: CalendarApp
    before(async () => {
      at = await startCalendarApp(engine)
    })
    after(() => at.close())
    const day = (fromToday: number) => at.house.day(fromToday)
    const span = (from: number, to: number) => `${day(from)} ${day(to)}`
    const ask = async (name: Parameters<CalendarApp['house']['call']>[0], form: object) =>
      at.house.call(name, form, { token: await at.owner() })
    const unitOf = (calendars: Answered, unit: number) =>
      calendars.data.flatMap((room) => room.units).find(({ id }) => id === unit)!
    interface Feed {
      id: number
      address: string
      read_at: string | null
    }
    interface Answered {
      data: { id: number; feed: Feed; units: { id: number; feed: Feed; sources: { id: number; feed: Feed }[] }[] }[]
    }
    async function feedOfUnit(room: number, unit: number): Promise<Feed> {
      const { status, body } = await ask('giveCalendarAddress', { room, unit })
      assert.equal(status, 200)
      return unitOf(body, unit).feed
    }
    async function feedOfRoom(room: number): Promise<Feed> {
      const { body } = await ask('giveCalendarAddress', { room })
      return (body as Answered).data.find(({ id }) => id === room)!.feed
    }
    const get = (feed: Feed, headers = {}) => at.house.get(new URL(feed.address).pathname, headers)
    const spansOf = (text: string) =>
      [...text.matchAll(/DTSTART;VALUE=DATE:(\d{8})\r\nDTEND;VALUE=DATE:(\d{8})/g)].map(([, from, to]) =>
        [from, to].map((each) => each!.replace(/(....)(..)(..)/, '$1-$2-$3')).join(' '),
      )
    const textOf = async (feed: Feed) => (await get(feed)).text()
    const bookAtDesk = async (room: number, unit: number | null, from: number, to: number, name = 'Mina Karim') => {
      const rooms = [{ room, unit, adults: 1, children: 0 }]
      const form = { from: day(from), to: day(to), rooms, source: 'phone', language: 'en' }
      const { status, body } = await ask('bookAtDesk', { ...form, name, phone: '+8801700000009' })
      assert.equal(status, 200, JSON.stringify(body))
      const [row] = await at.house.db.selectFrom('booking').selectAll().orderBy('id', 'desc').limit(1).execute()
      return row!
    }

    test('a unit: when somebody has it, when it is closed, and when all of its room is sold (CAL-1)', async () => {
      const { room, units } = await at.newRoom(2)
      const [unit, other] = [units[0]!, units[1]!]
      const feed = await feedOfUnit(room, unit.id)
      assert.deepEqual(spansOf(await textOf(feed)), [])
      const stay = await bookAtDesk(room, unit.id, 3, 6)
      await ask('closeUnit', { unit: unit.id, from: day(10), to: day(12), reason: 'paint for Mr. Rahman' })
      await bookAtDesk(room, other.id, 4, 5)
      await bookAtDesk(room, null, 20, 22)
      assert.deepEqual(spansOf(await textOf(feed)), [span(3, 6), span(10, 12)], 'one of two is left: not full')
      await bookAtDesk(room, null, 20, 21)
      const text = await textOf(feed)
      assert.deepEqual(spansOf(text), [span(3, 6), span(10, 12), span(20, 21)])
      for (const secret of ['Mina', 'Karim', 'Rahman', 'paint', stay.code, '88017'])
        assert.ok(!text.includes(secret), secret)
    })

    test('a kind of room: when none of its units is left (CAL-2)', async () => {
      const { room, slug, units } = await at.newRoom(2)
      const feed = await feedOfRoom(room)
      await at.book(slug, 3, 6)
      assert.deepEqual(spansOf(await textOf(feed)), [])
      await at.book(slug, 5, 8)
      await ask('closeUnit', { unit: units[0]!.id, from: day(7), to: day(8), reason: 'paint' })
      assert.deepEqual(spansOf(await textOf(feed)), [span(5, 6), span(7, 8)])
    })

    test('by the book: lines, names that stay, stamps, and the end that is none of the nights (CAL-3)', async () => {
      const { room, units } = await at.newRoom(1)
      const feed = await feedOfUnit(room, units[0]!.id)
      const stay = await bookAtDesk(room, units[0]!.id, 3, 6)
      const first = await textOf(feed)
      assert.ok(first.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:'))
      assert.ok(first.endsWith('END:VCALENDAR\r\n'))
      for (const line of first.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.doesNotMatch(first.replaceAll('\r\n', ''), /[\r\n]/)
      assert.match(first, /\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/)
      const uid = /UID:(.+)\r/.exec(first)![1]
      at.house.clock.advance(60_000)
      const parts = [{ room, unit: units[0]!.id, from: day(4), to: day(9) }]
      await ask('arrangeStays', { changes: [{ booking: stay.id, version: stay.version, parts }] })
      const moved = await textOf(feed)
      assert.deepEqual(spansOf(moved), [span(4, 9)])
      assert.equal(/UID:(.+)\r/.exec(moved)![1], uid, 'on other dates it is the same block')
      assert.notEqual(/DTSTAMP:(.+)\r/.exec(moved)![1], /DTSTAMP:(.+)\r/.exec(first)![1])
    })

    test('asked whether anything is otherwise, it says no in a line (CAL-4)', async () => {
      const { room, units } = await at.newRoom(1)
      const feed = await feedOfUnit(room, units[0]!.id)
      const first = await get(feed)
      assert.equal(first.headers.get('content-type'), 'text/calendar; charset=utf-8')
      assert.equal(first.headers.get('x-robots-tag'), 'noindex')
      const known = { 'if-none-match': first.headers.get('etag')! }
      const again = await get(feed, known)
      assert.deepEqual([again.status, await again.text()], [304, ''])
      const since = { 'if-modified-since': first.headers.get('last-modified')! }
      assert.equal((await get(feed, since)).status, 304)
      at.house.clock.advance(3 * 86_400_000)
      assert.equal((await get(feed, known)).status, 304, 'days that pass change nothing')
      await bookAtDesk(room, units[0]!.id, 3, 6)
      assert.equal((await get(feed, known)).status, 200)
      assert.equal((await get(feed, since)).status, 200)
    })

    test('a new address holds at once and the old one leads nowhere; withdrawn, neither does (CAL-5)', async () => {
      const { room, units } = await at.newRoom(1)
      const feed = await feedOfUnit(room, units[0]!.id)
      await bookAtDesk(room, units[0]!.id, 3, 6)
      const before = await textOf(feed)
      const { body } = await ask('renewCalendarAddress', { id: feed.id })
      const renewed = unitOf(body, units[0]!.id).feed
      assert.notEqual(renewed.address, feed.address)
      assert.equal((await get(feed)).status, 404)
      assert.deepEqual(
        (await textOf(renewed)).match(/UID:.+/g),
        before.match(/UID:.+/g),
        'what it tells keeps its names',
      )
      const { body: seen } = await ask('getCalendars', {})
      assert.notEqual(unitOf(seen, units[0]!.id).feed.read_at, null)
      await ask('endCalendarAddress', { id: feed.id })
      assert.equal((await get(renewed)).status, 404)
      const again = await feedOfUnit(room, units[0]!.id)
      assert.deepEqual(await feedOfUnit(room, units[0]!.id), again, 'one that is there stays')
      for (const path of [
        '/calendars/',
        '/calendars/x.ics',
        `/calendars/${'A'.repeat(43)}.ics`,
        `/calendars/${'A'.repeat(3_000)}.ics`,
      ])
        assert.equal((await at.house.get(path)).status, 404, path.slice(0, 60))
      assert.equal((await at.house.get(new URL(again.address).pathname.replace('.ics', ''))).status, 404)
    })

    test('of a secret address the database has a hash and a sealed copy (CAL-5)', async () => {
      const { room, units } = await at.newRoom(1)
      const { address } = await feedOfUnit(room, units[0]!.id)
      const token = address.slice(address.lastIndexOf('/') + 1, -4)
      assert.match(token, /^[\w-]{43}$/)
      const rows = await at.house.db.selectFrom('calendar_feed').selectAll().execute()
      for (const { sealed, hash, about } of rows)
        for (const kept of [sealed, hash]) assert.ok(!Buffer.from(kept).includes(token) && about !== token)
    })

    test('what came from a calendar is told to all others and not back to it (CAL-6)', async () => {
      const { room, units } = await at.newRoom(1)
      const unit = units[0]!.id
      at.say({ uid: 'a', from: day(5), to: day(8) })
      await at.read(unit, 'Airbnb', '/airbnb.ics')
      at.say({ uid: 'b', from: day(20), to: day(22) })
      await at.read(unit, 'Booking', '/booking.ics')
      await bookAtDesk(room, unit, 30, 31)
      const everybodys = await feedOfUnit(room, unit)
      const [airbnb, booking] = unitOf((await ask('getCalendars', {})).body, unit).sources
      assert.deepEqual(spansOf(await textOf(airbnb!.feed)), [span(20, 22), span(30, 31)])
      assert.deepEqual(spansOf(await textOf(booking!.feed)), [span(5, 8), span(30, 31)])
      assert.deepEqual(spansOf(await textOf(everybodys)), [span(5, 8), span(20, 22), span(30, 31)])
      assert.equal((await ask('endCalendarAddress', { id: airbnb!.feed.id })).status, 404)
    })

    test('a unit out of use is never to be had (CAL-1)', async () => {
      const { room, units } = await at.newRoom(1)
      const feed = await feedOfUnit(room, units[0]!.id)
      const whole = await feedOfRoom(room)
      const { id, name } = units[0]!
      const { body } = await ask('getRoomUnits', { room })
      await ask('saveUnit', { id, version: body.data[0].version, name, active: false })
      for (const each of [feed, whole]) assert.equal(spansOf(await textOf(each))[0]!.slice(0, 10), day(0))
    })

    for (const { name, read, missing } of readersOfCalendars)
      test(`is read alike by ${name} (CAL-7)`, { skip: missing ?? false }, async () => {
        const { room, units } = await at.newRoom(1)
        const feed = await feedOfUnit(room, units[0]!.id)
        for (const [from, to] of [
          [3, 6],
          [6, 7],
          [28, 60],
        ] as const)
          await bookAtDesk(room, units[0]!.id, from, to)
        const events = await read(await textOf(feed))
        assert.deepEqual(
          events.map(({ from, to }) => `${from} ${to}`),
          [span(3, 6), span(6, 7), span(28, 60)],
        )
        assert.equal(new Set(events.map(({ uid }) => uid)).size, 3)
        assert.ok(events.every(({ title }) => title === 'Not available'))
      })
  })
}

test('whoever asks without end is told to wait (CAL-8)', async () => {
  const at = await startCalendarApp(sqlite, { RATE_LIMIT: 'on' })
  try {
    let status = 404
    for (let time = 0; time < 700 && status !== 429; time++) {
      const answer = await at.house.get(`/calendars/${'A'.repeat(43)}.ics`)
      await answer.text()
      status = answer.status
    }
    assert.equal(status, 429)
  } finally {
    await at.close()
  }
})
