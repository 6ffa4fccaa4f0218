import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startCalendarApp, type CalendarApp } from '#testing/calendar-app.ts'
import { calendarReaders } from '#testing/calendar-parsers.ts'
import { enginesFor, sqlite } from '#testing/engines.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`calendar feeds, on ${engine.name}`, () => {
    let calendarApp: CalendarApp
    before(async () => {
      calendarApp = await startCalendarApp(engine)
    })
    after(() => calendarApp.close())
    const getDay = (fromToday: number) => calendarApp.testApp.day(fromToday)
    const createSpan = (from: number, to: number) => `${getDay(from)} ${getDay(to)}`
    const callApi = async (name: Parameters<CalendarApp['testApp']['call']>[0], form: object) =>
      calendarApp.testApp.call(name, form, { token: await calendarApp.owner() })
    const findUnit = (calendars: CalendarsResponse, unit: number) =>
      calendars.data.flatMap((room) => room.units).find(({ id }) => id === unit)!
    interface Feed {
      id: number
      address: string
      read_at: string | null
    }
    interface CalendarsResponse {
      data: { id: number; feed: Feed; units: { id: number; feed: Feed; sources: { id: number; feed: Feed }[] }[] }[]
    }
    async function createUnitFeed(room: number, unit: number): Promise<Feed> {
      const { status, body } = await callApi('createCalendarAddress', { room, unit })
      assert.equal(status, 200)
      return findUnit(body, unit).feed
    }
    async function createRoomFeed(room: number): Promise<Feed> {
      const { body } = await callApi('createCalendarAddress', { room })
      return (body as CalendarsResponse).data.find(({ id }) => id === room)!.feed
    }
    const fetchFeed = (feed: Feed, headers = {}) => calendarApp.testApp.get(new URL(feed.address).pathname, headers)
    const listSpans = (text: string) =>
      [...text.matchAll(/DTSTART;VALUE=DATE:(\d{8})\r\nDTEND;VALUE=DATE:(\d{8})/g)].map(([, from, to]) =>
        [from, to].map((item) => item!.replace(/(....)(..)(..)/, '$1-$2-$3')).join(' '),
      )
    const readText = async (feed: Feed) => (await fetchFeed(feed)).text()
    const bookAtDesk = async (room: number, unit: number | null, from: number, to: number, name = 'Mina Karim') => {
      const rooms = [{ room, unit, adults: 1, children: 0 }]
      const form = { from: getDay(from), to: getDay(to), rooms, source: 'phone', language: 'en' }
      const { status, body } = await callApi('bookAtDesk', { ...form, name, phone: '+8801700000009' })
      assert.equal(status, 200, JSON.stringify(body))
      const [row] = await calendarApp.testApp.db
        .selectFrom('booking')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      return row!
    }

    test('block a unit on nights when it is occupied or closed, or its room type is sold out (CAL-1)', async () => {
      const { room, units } = await calendarApp.newRoom(2)
      const [unit, otherUnit] = [units[0]!, units[1]!]
      const feed = await createUnitFeed(room, unit.id)
      assert.deepEqual(listSpans(await readText(feed)), [])
      const stay = await bookAtDesk(room, unit.id, 3, 6)
      await callApi('closeUnit', { unit: unit.id, from: getDay(10), to: getDay(12), reason: 'paint for Mr. Rahman' })
      await bookAtDesk(room, otherUnit.id, 4, 5)
      await bookAtDesk(room, null, 20, 22)
      assert.deepEqual(
        listSpans(await readText(feed)),
        [createSpan(3, 6), createSpan(10, 12)],
        'one of two units is left: not sold out',
      )
      await bookAtDesk(room, null, 20, 21)
      const text = await readText(feed)
      assert.deepEqual(listSpans(text), [createSpan(3, 6), createSpan(10, 12), createSpan(20, 21)])
      for (const secret of ['Mina', 'Karim', 'Rahman', 'paint', stay.code, '88017'])
        assert.ok(!text.includes(secret), secret)
    })

    test('block a room type on nights without a free unit (CAL-2)', async () => {
      const { room, slug, units } = await calendarApp.newRoom(2)
      const feed = await createRoomFeed(room)
      await calendarApp.book(slug, 3, 6)
      assert.deepEqual(listSpans(await readText(feed)), [])
      await calendarApp.book(slug, 5, 8)
      await callApi('closeUnit', { unit: units[0]!.id, from: getDay(7), to: getDay(8), reason: 'paint' })
      assert.deepEqual(listSpans(await readText(feed)), [createSpan(5, 6), createSpan(7, 8)])
    })

    test('follow RFC 5545: line lengths, stable UIDs, time stamps and exclusive end dates (CAL-3)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const feed = await createUnitFeed(room, units[0]!.id)
      const stay = await bookAtDesk(room, units[0]!.id, 3, 6)
      const firstText = await readText(feed)
      assert.ok(firstText.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:'))
      assert.ok(firstText.endsWith('END:VCALENDAR\r\n'))
      for (const line of firstText.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
      assert.doesNotMatch(firstText.replaceAll('\r\n', ''), /[\r\n]/)
      assert.match(firstText, /\r\nDTSTAMP:\d{8}T\d{6}Z\r\n/)
      const uid = /UID:(.+)\r/.exec(firstText)![1]
      calendarApp.testApp.clock.advance(60_000)
      const parts = [{ room, unit: units[0]!.id, from: getDay(4), to: getDay(9) }]
      await callApi('arrangeStays', { changes: [{ booking: stay.id, version: stay.version, parts }] })
      const movedText = await readText(feed)
      assert.deepEqual(listSpans(movedText), [createSpan(4, 9)])
      assert.equal(/UID:(.+)\r/.exec(movedText)![1], uid, 'a moved block keeps its UID')
      assert.notEqual(/DTSTAMP:(.+)\r/.exec(movedText)![1], /DTSTAMP:(.+)\r/.exec(firstText)![1])
    })

    test('answer a conditional request with 304 if nothing has changed (CAL-4)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const feed = await createUnitFeed(room, units[0]!.id)
      const firstResponse = await fetchFeed(feed)
      assert.equal(firstResponse.headers.get('content-type'), 'text/calendar; charset=utf-8')
      assert.equal(firstResponse.headers.get('x-robots-tag'), 'noindex')
      const ifNoneMatch = { 'if-none-match': firstResponse.headers.get('etag')! }
      const unchangedResponse = await fetchFeed(feed, ifNoneMatch)
      assert.deepEqual([unchangedResponse.status, await unchangedResponse.text()], [304, ''])
      const ifModifiedSince = { 'if-modified-since': firstResponse.headers.get('last-modified')! }
      assert.equal((await fetchFeed(feed, ifModifiedSince)).status, 304)
      calendarApp.testApp.clock.advance(3 * 86_400_000)
      assert.equal((await fetchFeed(feed, ifNoneMatch)).status, 304, 'passing days do not change the feed')
      await bookAtDesk(room, units[0]!.id, 3, 6)
      assert.equal((await fetchFeed(feed, ifNoneMatch)).status, 200)
      assert.equal((await fetchFeed(feed, ifModifiedSince)).status, 200)
    })

    test('return 404 at an address that was replaced or withdrawn (CAL-5)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const feed = await createUnitFeed(room, units[0]!.id)
      await bookAtDesk(room, units[0]!.id, 3, 6)
      const originalText = await readText(feed)
      const { body } = await callApi('renewCalendarAddress', { id: feed.id })
      const renewedFeed = findUnit(body, units[0]!.id).feed
      assert.notEqual(renewedFeed.address, feed.address)
      assert.equal((await fetchFeed(feed)).status, 404)
      assert.deepEqual(
        (await readText(renewedFeed)).match(/UID:.+/g),
        originalText.match(/UID:.+/g),
        'the blocks keep their UIDs',
      )
      const { body: listedCalendars } = await callApi('getCalendars', {})
      assert.notEqual(findUnit(listedCalendars, units[0]!.id).feed.read_at, null)
      await callApi('revokeCalendarAddress', { id: feed.id })
      assert.equal((await fetchFeed(renewedFeed)).status, 404)
      const currentFeed = await createUnitFeed(room, units[0]!.id)
      assert.deepEqual(await createUnitFeed(room, units[0]!.id), currentFeed, 'an existing address does not change')
      for (const path of [
        '/calendars/',
        '/calendars/x.ics',
        `/calendars/${'A'.repeat(43)}.ics`,
        `/calendars/${'A'.repeat(3_000)}.ics`,
      ])
        assert.equal((await calendarApp.testApp.get(path)).status, 404, path.slice(0, 60))
      assert.equal(
        (await calendarApp.testApp.get(new URL(currentFeed.address).pathname.replace('.ics', ''))).status,
        404,
      )
    })

    test('have secret addresses that are stored only as a hash and an encrypted copy (CAL-5)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const { address } = await createUnitFeed(room, units[0]!.id)
      const token = address.slice(address.lastIndexOf('/') + 1, -4)
      assert.match(token, /^[\w-]{43}$/)
      const rows = await calendarApp.testApp.db.selectFrom('calendar_feed').selectAll().execute()
      for (const { sealed, hash, about } of rows)
        for (const storedValue of [sealed, hash])
          assert.ok(!Buffer.from(storedValue).includes(token) && about !== token)
    })

    test('contain imported events, but not those of the source that a feed is for (CAL-6)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const unitId = units[0]!.id
      calendarApp.setEvents({ uid: 'a', from: getDay(5), to: getDay(8) })
      await calendarApp.importCalendar(unitId, 'Airbnb', '/airbnb.ics')
      calendarApp.setEvents({ uid: 'b', from: getDay(20), to: getDay(22) })
      await calendarApp.importCalendar(unitId, 'Booking', '/booking.ics')
      await bookAtDesk(room, unitId, 30, 31)
      const publicFeed = await createUnitFeed(room, unitId)
      const [airbnbSource, bookingComSource] = findUnit((await callApi('getCalendars', {})).body, unitId).sources
      assert.deepEqual(listSpans(await readText(airbnbSource!.feed)), [createSpan(20, 22), createSpan(30, 31)])
      assert.deepEqual(listSpans(await readText(bookingComSource!.feed)), [createSpan(5, 8), createSpan(30, 31)])
      assert.deepEqual(listSpans(await readText(publicFeed)), [
        createSpan(5, 8),
        createSpan(20, 22),
        createSpan(30, 31),
      ])
      assert.equal((await callApi('revokeCalendarAddress', { id: airbnbSource!.feed.id })).status, 404)
    })

    test('block an inactive unit from today on (CAL-1)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      const feed = await createUnitFeed(room, units[0]!.id)
      const roomFeed = await createRoomFeed(room)
      const { id, name } = units[0]!
      const { body } = await callApi('getRoomUnits', { room })
      await callApi('saveUnit', { id, version: body.data[0].version, name, active: false })
      for (const item of [feed, roomFeed]) assert.equal(listSpans(await readText(item))[0]!.slice(0, 10), getDay(0))
    })

    for (const { name, read, missing } of calendarReaders)
      test(`are read correctly by ${name} (CAL-7)`, { skip: missing ?? false }, async () => {
        const { room, units } = await calendarApp.newRoom(1)
        const feed = await createUnitFeed(room, units[0]!.id)
        for (const [from, to] of [
          [3, 6],
          [6, 7],
          [28, 60],
        ] as const)
          await bookAtDesk(room, units[0]!.id, from, to)
        const events = await read(await readText(feed))
        assert.deepEqual(
          events.map(({ from, to }) => `${from} ${to}`),
          [createSpan(3, 6), createSpan(6, 7), createSpan(28, 60)],
        )
        assert.equal(new Set(events.map(({ uid }) => uid)).size, 3)
        assert.ok(events.every(({ title }) => title === 'Not available'))
      })
  })
}

test('a calendar feed rejects requests above its rate limit (CAL-8)', async () => {
  const calendarApp = await startCalendarApp(sqlite, { RATE_LIMIT: 'on' })
  try {
    let status = 404
    for (let turn = 0; turn < 700 && status !== 429; turn++) {
      const response = await calendarApp.testApp.get(`/calendars/${'A'.repeat(43)}.ics`)
      await response.text()
      status = response.status
    }
    assert.equal(status, 429)
  } finally {
    await calendarApp.close()
  }
})
