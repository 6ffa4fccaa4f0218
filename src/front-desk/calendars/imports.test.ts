import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { buildCalendar, createResponder } from '#testing/calendar-server.ts'
import { startCalendarApp, QUARTER_MS, type CalendarApp } from '#testing/calendar-app.ts'
import { enginesFor } from '#testing/engines.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`imported calendars, on ${engine.name}`, () => {
    let calendarApp: CalendarApp
    before(async () => {
      calendarApp = await startCalendarApp(engine)
    })
    after(() => calendarApp.close())
    // Remove the imports, so that later tests do not have to poll them.
    afterEach(() => calendarApp.testApp.db.deleteFrom('calendar_import').execute())
    const getDay = (fromToday: number) => calendarApp.testApp.day(fromToday)
    const createSpan = (from: number, to: number) => `${getDay(from)} ${getDay(to)}`
    const createEvent = (uid: string, from: number, to: number, title = 'Reserved') => ({
      uid,
      from: getDay(from),
      to: getDay(to),
      title,
    })
    const readSource = async (id: number) =>
      (await calendarApp.readCalendars()).data
        .flatMap(({ units }: { units: { sources: object[] }[] }) => units.flatMap(({ sources }) => sources))
        .find((source: { id: number }) => source.id === id)
    const readEvents = (id: number) =>
      calendarApp.testApp.db
        .selectFrom('imported_event')
        .selectAll()
        .where('import_id', '=', id)
        .orderBy('id')
        .execute()

    test('are read immediately and then every 15 minutes, and close the nights of their events (CAL-13, BOOK-8)', async () => {
      const { slug, units } = await calendarApp.newRoom(1)
      calendarApp.setEvents(createEvent('a', 5, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [createSpan(5, 8)])
      assert.equal((await calendarApp.book(slug, 6, 7)).status, 409)
      assert.equal((await calendarApp.book(slug, 3, 5)).status, 200)
      calendarApp.setEvents(createEvent('a', 5, 8), createEvent('b', 20, 22))
      await calendarApp.runNextImport()
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [createSpan(5, 8), createSpan(20, 22)])
      const source = await readSource(id)
      assert.deepEqual([source.events, source.fault, source.stale, source.conflicts], [2, null, false, 0])
      const { body: chart } = await calendarApp.testApp.call(
        'getChart',
        { from: getDay(0) },
        { token: await calendarApp.owner() },
      )
      const [closureBar] = chart.closures.filter(({ unit }: { unit: number }) => unit === units[0]!.id)
      assert.deepEqual([closureBar.reason, closureBar.is_imported], ['Elsewhere', true])
    })

    test('move the block of an event whose dates have changed, without a new row (CAL-14)', async () => {
      const { slug, units } = await calendarApp.newRoom(1)
      calendarApp.setEvents(createEvent('a', 5, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      const [originalEvent] = await readEvents(id)
      calendarApp.setEvents(createEvent('a', 10, 12))
      await calendarApp.runNextImport()
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [createSpan(10, 12)])
      assert.equal((await calendarApp.book(slug, 5, 8)).status, 200)
      assert.deepEqual(
        (await readEvents(id)).map((item) => item.id),
        [originalEvent!.id],
      )
    })

    test('release the nights of a missing event after three successful reads, and never after a failed read (CAL-15)', async () => {
      const { units } = await calendarApp.newRoom(1)
      const unitId = units[0]!.id
      const [a, b, firstSpan] = [createEvent('a', 5, 8), createEvent('b', 10, 12), createSpan(5, 8)]
      calendarApp.setEvents(a, b)
      const id = await calendarApp.importCalendar(unitId)
      const bothSpans = [createSpan(5, 8), createSpan(10, 12)]
      for (const failedResponse of [
        createResponder('', {}, 200),
        createResponder('oops', {}, 500),
        createResponder('<html>sign in</html>', { 'content-type': 'text/html' }),
        createResponder(buildCalendar([a]).replace('END:VCALENDAR\r\n', '')),
        createResponder(buildCalendar([a, { uid: 'unreadable' }])),
      ]) {
        calendarApp.server.behaviour = failedResponse
        calendarApp.testApp.clock.advance(20 * QUARTER_MS)
        await calendarApp.runNextImport(6)
        assert.deepEqual(await calendarApp.readClosures(unitId), bothSpans)
      }
      calendarApp.setEvents(a)
      calendarApp.testApp.clock.advance(20 * QUARTER_MS)
      await calendarApp.runNextImport(2)
      assert.deepEqual(
        await calendarApp.readClosures(unitId),
        bothSpans,
        'an event that was missing twice still blocks its nights',
      )
      await calendarApp.runNextImport()
      assert.deepEqual(await calendarApp.readClosures(unitId), [firstSpan])
      assert.equal((await readEvents(id)).length, 1)
      calendarApp.setEvents()
      await calendarApp.runNextImport(3)
      assert.deepEqual(await calendarApp.readClosures(unitId), [], 'a valid empty calendar releases its events')
    })

    test('do not release nights after several reads within a short time (CAL-15)', async () => {
      const { units } = await calendarApp.newRoom(1)
      calendarApp.setEvents(createEvent('a', 5, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      calendarApp.setEvents()
      for (let turn = 0; turn < 5; turn++)
        await calendarApp.testApp.call('readCalendarNow', { id }, { token: await calendarApp.owner() })
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [createSpan(5, 8)])
    })

    test('keep one row for an event whose UID and nights change each day (CAL-16)', async () => {
      const { units } = await calendarApp.newRoom(1)
      const unitId = units[0]!.id
      const createWindow = (n: number) => [
        { uid: `soon-${n}`, from: getDay(0), to: getDay(1), title: 'Not available' },
        { uid: `far-${n}`, from: getDay(200), to: getDay(500), title: 'Not available' },
        { uid: `taken-${n}`, from: getDay(0), to: getDay(40), title: 'Closed' },
      ]
      calendarApp.setEvents(...createWindow(0))
      const id = await calendarApp.importCalendar(unitId)
      const readRowIds = async () => {
        const eventIds = (await readEvents(id)).map((item) => item.id)
        const closures = await calendarApp.testApp.db
          .selectFrom('unit_closure')
          .select('id')
          .where('unit_id', '=', unitId)
          .execute()
        return [eventIds, closures.map((item) => item.id).toSorted((first, second) => first - second)]
      }
      const originalRows = await readRowIds()
      for (let n = 1; n <= 10; n++) {
        calendarApp.testApp.clock.advance(86_400_000 - QUARTER_MS)
        calendarApp.setEvents(...createWindow(n))
        await calendarApp.runNextImport()
        assert.deepEqual(await readRowIds(), originalRows, `day ${n}`)
      }
      const unitClosures = await calendarApp.readClosures(unitId)
      assert.ok(unitClosures.includes(createSpan(200, 500)), unitClosures.join(', '))
      assert.ok(unitClosures.includes(createSpan(-10, 1)), unitClosures.join(', '))
    })

    test('block two units separately if the UIDs of their events are equal, and block again when an event returns (CAL-17)', async () => {
      const { units } = await calendarApp.newRoom(2)
      const [firstUnit, secondUnit] = [units[0]!, units[1]!]
      const [sameEvent, nights] = [createEvent('same', 5, 8), createSpan(5, 8)]
      calendarApp.setEvents(sameEvent)
      await calendarApp.importCalendar(firstUnit.id)
      await calendarApp.importCalendar(secondUnit.id)
      const readBothClosures = async () => [
        await calendarApp.readClosures(firstUnit.id),
        await calendarApp.readClosures(secondUnit.id),
      ]
      assert.deepEqual(await readBothClosures(), [[nights], [nights]])
      calendarApp.setEvents()
      await calendarApp.runNextImport(3)
      assert.deepEqual(await readBothClosures(), [[], []])
      calendarApp.setEvents(sameEvent)
      await calendarApp.runNextImport()
      assert.deepEqual(await readBothClosures(), [[nights], [nights]])
    })

    test('are fetched with conditional requests, and completely once a day (CAL-18)', async () => {
      const { units } = await calendarApp.newRoom(1)
      const [text, nights] = [buildCalendar([createEvent('a', 5, 8)]), createSpan(5, 8)]
      calendarApp.server.behaviour = (request, response) => {
        const isKnownEtag = request.headers['if-none-match'] === '"one"'
        response.writeHead(isKnownEtag ? 304 : 200, { etag: '"one"' }).end(isKnownEtag ? undefined : text)
      }
      const id = await calendarApp.importCalendar(units[0]!.id)
      calendarApp.server.requests.length = 0
      await calendarApp.runNextImport()
      const ownRequests = calendarApp.server.requests.filter(({ path }) => path === `/${units[0]!.id}.ics`)
      assert.deepEqual(
        ownRequests.map(({ headers }) => headers['if-none-match']),
        ['"one"'],
      )
      assert.equal((await readSource(id)).fault, null)
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [nights])
      calendarApp.testApp.clock.advance(25 * 3_600_000)
      calendarApp.server.requests.length = 0
      await calendarApp.runNextImport()
      const laterRequests = calendarApp.server.requests.filter(({ path }) => path === `/${units[0]!.id}.ics`)
      assert.deepEqual(
        laterRequests.map(({ headers }) => headers['if-none-match']),
        [undefined],
      )
    })

    test('are polled at growing intervals while they fail, show the error, and warn once their data is stale (CAL-19)', async () => {
      const { units } = await calendarApp.newRoom(1)
      const firstEvent = createEvent('a', 50, 52)
      calendarApp.setEvents(firstEvent)
      const id = await calendarApp.importCalendar(units[0]!.id, 'Slow site')
      calendarApp.server.behaviour = createResponder('busy', { 'retry-after': '7200' }, 429)
      await calendarApp.runNextImport()
      let source = await readSource(id)
      assert.deepEqual([source.fault, source.detail, source.stale], ['status', '429', false])
      assert.equal(
        Date.parse(source.next_at) - calendarApp.testApp.clock.now,
        7_200_000,
        'waits as long as Retry-After says',
      )
      calendarApp.server.behaviour = (request) => request.socket.destroy()
      const pauses: number[] = []
      for (let turn = 0; turn < 6; turn++) {
        calendarApp.testApp.clock.now = Date.parse((await readSource(id)).next_at) - QUARTER_MS
        await calendarApp.runNextImport()
        source = await readSource(id)
        pauses.push((Date.parse(source.next_at) - calendarApp.testApp.clock.now) / QUARTER_MS)
      }
      assert.deepEqual(pauses, [2, 4, 8, 16, 16, 16])
      assert.deepEqual([source.fault, source.stale], ['unreachable', true])
      const { body: sheet } = await calendarApp.testApp.call('getToday', {}, { token: await calendarApp.owner() })
      assert.ok(sheet.stale.some((item: { source: string }) => item.source === 'Slow site'))
      assert.equal(
        (await calendarApp.readClosures(units[0]!.id)).length,
        1,
        'the last known events still block their nights',
      )
      calendarApp.setEvents(firstEvent)
      await calendarApp.testApp.call('readCalendarNow', { id }, { token: await calendarApp.owner() })
      source = await readSource(id)
      assert.deepEqual([source.fault, source.stale], [null, false])
    })

    test('release their nights and their feed address when they are removed (CAL-20)', async () => {
      const { slug, units } = await calendarApp.newRoom(1)
      calendarApp.setEvents(createEvent('a', 5, 8))
      const id = await calendarApp.importCalendar(units[0]!.id)
      const { address } = (await readSource(id)).feed
      const path = new URL(address).pathname
      assert.equal((await calendarApp.testApp.get(path)).status, 200)
      const { status } = await calendarApp.testApp.call('removeCalendar', { id }, { token: await calendarApp.owner() })
      assert.equal(status, 200)
      assert.deepEqual(await calendarApp.readClosures(units[0]!.id), [])
      assert.equal((await calendarApp.book(slug, 6, 7)).status, 200)
      assert.equal((await calendarApp.testApp.get(path)).status, 404)
      await calendarApp.runNextImport()
      assert.equal(
        (await calendarApp.testApp.call('readCalendarNow', { id }, { token: await calendarApp.owner() })).status,
        404,
      )
    })

    test('reject an invalid address with an error on its field, and never fetch an internal address (CAL-12)', async () => {
      const { units } = await calendarApp.newRoom(1)
      const unitId = units[0]!.id
      const token = await calendarApp.owner()
      const addCalendar = (address: string, language = 'en') =>
        calendarApp.testApp.call('addCalendar', { unit: unitId, name: 'Site', address }, { token, language })
      for (const address of [
        'rooms',
        'ftp://rooms.example/a.ics',
        'https://a:b@rooms.example/',
        'javascript:1',
        'https://',
      ]) {
        const { status, body } = await addCalendar(address, 'bn')
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['address']], address)
      }
      const ownCalendar = await addCalendar(`${calendarApp.testApp.publicUrl}/calendars/abc.ics`)
      assert.equal(ownCalendar.status, 422)
      calendarApp.setEvents()
      assert.equal((await addCalendar(`${calendarApp.server.url}?one`)).status, 200)
      assert.equal((await addCalendar(`${calendarApp.server.url}?one`)).status, 422, 'the calendar is already imported')
      assert.equal((await addCalendar('http://169.254.169.254/latest/')).status, 200)
      const { sources } = (await calendarApp.readCalendars()).data
        .flatMap((room: { units: object[] }) => room.units)
        .find((item: { id: number }) => item.id === unitId)
      assert.deepEqual(
        sources.map(({ fault }: { fault: string }) => fault),
        [null, 'inner'],
      )
    })

    test('close nights that staff cannot reopen (CAL-13)', async () => {
      const { room, units } = await calendarApp.newRoom(1)
      calendarApp.setEvents(createEvent('a', 5, 8))
      await calendarApp.importCalendar(units[0]!.id, 'Airbnb')
      const token = await calendarApp.owner()
      const { body } = await calendarApp.testApp.call('getRoomUnits', { room }, { token })
      const [closure] = body.data[0].closures
      assert.deepEqual([closure.is_imported, closure.reason], [true, 'Airbnb'])
      const rejectedResponse = await calendarApp.testApp.call('reopenUnit', { id: closure.id }, { token })
      assert.equal(rejectedResponse.status, 409)
      assert.match(rejectedResponse.body.message, /Airbnb/)
    })
  })
}
