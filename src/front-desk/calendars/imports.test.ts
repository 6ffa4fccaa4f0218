import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { calendarOf, says } from '#testing/calendar-server.ts'
import { startCalendarApp, QUARTER_MS, type CalendarApp } from '#testing/calendars.ts'
import { enginesFor } from '#testing/engines.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`calendars of others, on ${engine.name}`, () => {
    let at: CalendarApp
    before(async () => {
      at = await startCalendarApp(engine)
    })
    after(() => at.close())
    // What one test has read the next does not wait for.
    afterEach(() => at.house.db.deleteFrom('calendar_import').execute())
    const day = (fromToday: number) => at.house.day(fromToday)
    const span = (from: number, to: number) => `${day(from)} ${day(to)}`
    const event = (uid: string, from: number, to: number, title = 'Reserved') => ({
      uid,
      from: day(from),
      to: day(to),
      title,
    })
    const sourceOf = async (id: number) =>
      (await at.calendars()).data
        .flatMap(({ units }: { units: { sources: object[] }[] }) => units.flatMap(({ sources }) => sources))
        .find((source: { id: number }) => source.id === id)
    const eventsOf = (id: number) =>
      at.house.db.selectFrom('imported_event').selectAll().where('import_id', '=', id).orderBy('id').execute()

    test('are read at once and each quarter of an hour: what they have sold is sold here no more (CAL-13, BOOK-8)', async () => {
      const { slug, units } = await at.newRoom(1)
      at.say(event('a', 5, 8))
      const id = await at.read(units[0]!.id)
      assert.deepEqual(await at.closed(units[0]!.id), [span(5, 8)])
      assert.equal((await at.book(slug, 6, 7)).status, 409)
      assert.equal((await at.book(slug, 3, 5)).status, 200)
      at.say(event('a', 5, 8), event('b', 20, 22))
      await at.quarter()
      assert.deepEqual(await at.closed(units[0]!.id), [span(5, 8), span(20, 22)])
      const source = await sourceOf(id)
      assert.deepEqual([source.events, source.fault, source.stale, source.clashes], [2, null, false, 0])
      const { body: chart } = await at.house.call('getChart', { from: day(0) }, { token: await at.owner() })
      const [bar] = chart.closures.filter(({ unit }: { unit: number }) => unit === units[0]!.id)
      assert.deepEqual([bar.reason, bar.told], ['Elsewhere', true])
    })

    test('the same event on other dates moves its block, and no row is new (CAL-14)', async () => {
      const { slug, units } = await at.newRoom(1)
      at.say(event('a', 5, 8))
      const id = await at.read(units[0]!.id)
      const [before] = await eventsOf(id)
      at.say(event('a', 10, 12))
      await at.quarter()
      assert.deepEqual(await at.closed(units[0]!.id), [span(10, 12)])
      assert.equal((await at.book(slug, 5, 8)).status, 200)
      assert.deepEqual(
        (await eventsOf(id)).map((each) => each.id),
        [before!.id],
      )
    })

    test('one that is gone is let go of after three good readings, and not because of a bad one (CAL-15)', async () => {
      const { units } = await at.newRoom(1)
      const unit = units[0]!.id
      const [a, b, ofA] = [event('a', 5, 8), event('b', 10, 12), span(5, 8)]
      at.say(a, b)
      const id = await at.read(unit)
      const both = [span(5, 8), span(10, 12)]
      for (const bad of [
        says('', {}, 200),
        says('oops', {}, 500),
        says('<html>sign in</html>', { 'content-type': 'text/html' }),
        says(calendarOf([a]).replace('END:VCALENDAR\r\n', '')),
        says(calendarOf([a, { uid: 'unreadable' }])),
      ]) {
        at.server.manner = bad
        at.house.clock.advance(20 * QUARTER_MS)
        await at.quarter(6)
        assert.deepEqual(await at.closed(unit), both)
      }
      at.say(a)
      at.house.clock.advance(20 * QUARTER_MS)
      await at.quarter(2)
      assert.deepEqual(await at.closed(unit), both, 'missing twice it still holds')
      await at.quarter()
      assert.deepEqual(await at.closed(unit), [ofA])
      assert.equal((await eventsOf(id)).length, 1)
      at.say()
      await at.quarter(3)
      assert.deepEqual(await at.closed(unit), [], 'a calendar that is whole and has nothing in it says so')
    })

    test('three readings within a moment let go of nothing (CAL-15)', async () => {
      const { units } = await at.newRoom(1)
      at.say(event('a', 5, 8))
      const id = await at.read(units[0]!.id)
      at.say()
      for (let time = 0; time < 5; time++) await at.house.call('tryCalendar', { id }, { token: await at.owner() })
      assert.deepEqual(await at.closed(units[0]!.id), [span(5, 8)])
    })

    test('windows that move on each day under new names stay one row (CAL-16)', async () => {
      const { units } = await at.newRoom(1)
      const unit = units[0]!.id
      const window = (n: number) => [
        { uid: `soon-${n}`, from: day(0), to: day(1), title: 'Not available' },
        { uid: `far-${n}`, from: day(200), to: day(500), title: 'Not available' },
        { uid: `taken-${n}`, from: day(0), to: day(40), title: 'Closed' },
      ]
      at.say(...window(0))
      const id = await at.read(unit)
      const rows = async () => {
        const events = (await eventsOf(id)).map((each) => each.id)
        const closures = await at.house.db.selectFrom('unit_closure').select('id').where('unit_id', '=', unit).execute()
        return [events, closures.map((each) => each.id).toSorted((one, other) => one - other)]
      }
      const before = await rows()
      for (let n = 1; n <= 10; n++) {
        at.house.clock.advance(86_400_000 - QUARTER_MS)
        at.say(...window(n))
        await at.quarter()
        assert.deepEqual(await rows(), before, `day ${n}`)
      }
      const closed = await at.closed(unit)
      assert.ok(closed.includes(span(200, 500)), closed.join(', '))
      assert.ok(closed.includes(span(-10, 1)), closed.join(', '))
    })

    test('the same names for two units are two blocks; one that comes back holds again (CAL-17)', async () => {
      const { units } = await at.newRoom(2)
      const [one, other] = [units[0]!, units[1]!]
      const [same, nights] = [event('same', 5, 8), span(5, 8)]
      at.say(same)
      await at.read(one.id)
      await at.read(other.id)
      const closed = async () => [await at.closed(one.id), await at.closed(other.id)]
      assert.deepEqual(await closed(), [[nights], [nights]])
      at.say()
      await at.quarter(3)
      assert.deepEqual(await closed(), [[], []])
      at.say(same)
      await at.quarter()
      assert.deepEqual(await closed(), [[nights], [nights]])
    })

    test('what is as it was is asked for in a line, and all of it once a day (CAL-18)', async () => {
      const { units } = await at.newRoom(1)
      const [text, nights] = [calendarOf([event('a', 5, 8)]), span(5, 8)]
      at.server.manner = (request, response) => {
        const known = request.headers['if-none-match'] === '"one"'
        response.writeHead(known ? 304 : 200, { etag: '"one"' }).end(known ? undefined : text)
      }
      const id = await at.read(units[0]!.id)
      at.server.asked.length = 0
      await at.quarter()
      const own = at.server.asked.filter(({ path }) => path === `/${units[0]!.id}.ics`)
      assert.deepEqual(
        own.map(({ headers }) => headers['if-none-match']),
        ['"one"'],
      )
      assert.equal((await sourceOf(id)).fault, null)
      assert.deepEqual(await at.closed(units[0]!.id), [nights])
      at.house.clock.advance(25 * 3_600_000)
      at.server.asked.length = 0
      await at.quarter()
      const later = at.server.asked.filter(({ path }) => path === `/${units[0]!.id}.ics`)
      assert.deepEqual(
        later.map(({ headers }) => headers['if-none-match']),
        [undefined],
      )
    })

    test('one that cannot be read is asked ever less often, says why, and is warned of once it is old (CAL-19)', async () => {
      const { units } = await at.newRoom(1)
      const a = event('a', 50, 52)
      at.say(a)
      const id = await at.read(units[0]!.id, 'Slow site')
      at.server.manner = says('busy', { 'retry-after': '7200' }, 429)
      await at.quarter()
      let source = await sourceOf(id)
      assert.deepEqual([source.fault, source.detail, source.stale], ['status', '429', false])
      assert.equal(Date.parse(source.next_at) - at.house.clock.now, 7_200_000, 'as long as they asked for')
      at.server.manner = (request) => request.socket.destroy()
      const pauses: number[] = []
      for (let time = 0; time < 6; time++) {
        at.house.clock.now = Date.parse((await sourceOf(id)).next_at) - QUARTER_MS
        await at.quarter()
        source = await sourceOf(id)
        pauses.push((Date.parse(source.next_at) - at.house.clock.now) / QUARTER_MS)
      }
      assert.deepEqual(pauses, [2, 4, 8, 16, 16, 16])
      assert.deepEqual([source.fault, source.stale], ['unreachable', true])
      const { body: sheet } = await at.house.call('getToday', {}, { token: await at.owner() })
      assert.ok(sheet.stale.some((each: { source: string }) => each.source === 'Slow site'))
      assert.equal((await at.closed(units[0]!.id)).length, 1, 'what it said holds on')
      at.say(a)
      await at.house.call('tryCalendar', { id }, { token: await at.owner() })
      source = await sourceOf(id)
      assert.deepEqual([source.fault, source.stale], [null, false])
    })

    test('read no more, what it closed can be had again, and its own address leads nowhere (CAL-20)', async () => {
      const { slug, units } = await at.newRoom(1)
      at.say(event('a', 5, 8))
      const id = await at.read(units[0]!.id)
      const { address } = (await sourceOf(id)).feed
      const path = new URL(address).pathname
      assert.equal((await at.house.get(path)).status, 200)
      const { status } = await at.house.call('removeCalendar', { id }, { token: await at.owner() })
      assert.equal(status, 200)
      assert.deepEqual(await at.closed(units[0]!.id), [])
      assert.equal((await at.book(slug, 6, 7)).status, 200)
      assert.equal((await at.house.get(path)).status, 404)
      await at.quarter()
      assert.equal((await at.house.call('tryCalendar', { id }, { token: await at.owner() })).status, 404)
    })

    test('wrong addresses are refused under their field; inner ones are not asked (CAL-12)', async () => {
      const { units } = await at.newRoom(1)
      const unit = units[0]!.id
      const token = await at.owner()
      const add = (address: string, language = 'en') =>
        at.house.call('addCalendar', { unit, name: 'Site', address }, { token, language })
      for (const address of [
        'rooms',
        'ftp://rooms.example/a.ics',
        'https://a:b@rooms.example/',
        'javascript:1',
        'https://',
      ]) {
        const { status, body } = await add(address, 'bn')
        assert.deepEqual([status, Object.keys(body.errors)], [422, ['address']], address)
      }
      const own = await add(`${at.house.publicUrl}/calendars/abc.ics`)
      assert.equal(own.status, 422)
      at.say()
      assert.equal((await add(`${at.server.url}?one`)).status, 200)
      assert.equal((await add(`${at.server.url}?one`)).status, 422, 'it is read already')
      assert.equal((await add('http://169.254.169.254/latest/')).status, 200)
      const { sources } = (await at.calendars()).data
        .flatMap((room: { units: object[] }) => room.units)
        .find((each: { id: number }) => each.id === unit)
      assert.deepEqual(
        sources.map(({ fault }: { fault: string }) => fault),
        [null, 'inner'],
      )
    })

    test('what a calendar has closed is not opened by hand, since it would be closed again (CAL-13)', async () => {
      const { room, units } = await at.newRoom(1)
      at.say(event('a', 5, 8))
      await at.read(units[0]!.id, 'Airbnb')
      const token = await at.owner()
      const { body } = await at.house.call('getRoomUnits', { room }, { token })
      const [closure] = body.data[0].closures
      assert.deepEqual([closure.told, closure.reason], [true, 'Airbnb'])
      const refused = await at.house.call('reopenUnit', { id: closure.id }, { token })
      assert.equal(refused.status, 409)
      assert.match(refused.body.message, /Airbnb/)
    })
  })
}
