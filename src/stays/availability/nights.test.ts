import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { addRates, addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { closeUnit } from './closure.ts'

for (const engine of bothEngines) {
  describe(`getRoomNights, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let studioId: number
    before(async () => {
      studioId = await addRoom(app.db, 'studio', 1, { price_poisha: 400_050 })
      await addRates(app.db, studioId, [
        { day: getDayNumber(2), price_poisha: 450_000 },
        { day: getDayNumber(3), closed: 1 },
        { day: getDayNumber(4), closed_to_arrival: 1 },
        { day: getDayNumber(5), closed_to_departure: 1, min_nights: 2, max_nights: 5 },
      ])
    })

    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
    const readCalendar = (input: object) => app.callOk('getRoomNights', input)
    const plainNight = {
      state: 'free',
      price: 4_000.5,
      arrival: true,
      departure: true,
      min_nights: 1,
      max_nights: null,
    }
    const unavailableFields = { price: null, arrival: false }

    test('returns the price of each night or the reason why the night is not available (ROOM-1, SRCH-4)', async () => {
      const token = await app.newGuest()
      await app.call(
        'requestGuestBooking',
        createStayForm(app, { slug: 'studio', checkin: app.day(7), checkout: app.day(8) }),
        { token },
      )
      const { data, max_nights } = await readCalendar({ slug: 'studio', from: app.day(1), nights: 8 })
      assert.equal(max_nights, 30)
      assert.deepEqual(data, [
        { date: app.day(1), ...plainNight },
        { date: app.day(2), ...plainNight, price: 4_500 },
        { date: app.day(3), ...plainNight, ...unavailableFields, state: 'closed' },
        { date: app.day(4), ...plainNight, arrival: false },
        { date: app.day(5), ...plainNight, departure: false, min_nights: 2, max_nights: 5 },
        { date: app.day(6), ...plainNight },
        { date: app.day(7), ...plainNight, ...unavailableFields, state: 'sold_out' },
        { date: app.day(8), ...plainNight },
      ])
    })

    test('reports a night as sold out when every unit is closed (SRCH-4)', async () => {
      const { id } = await app.db
        .selectFrom('unit')
        .select('id')
        .where('room_id', '=', studioId)
        .executeTakeFirstOrThrow()
      await closeUnit(app.db, { unitId: id, fromDay: getDayNumber(20), toDay: getDayNumber(21), reason: 'new carpet' })
      const { data } = await readCalendar({ slug: 'studio', from: app.day(19), nights: 3 })
      assert.deepEqual(
        data.map(({ state }: { state: string }) => state),
        ['free', 'sold_out', 'free'],
      )
    })

    test('returns the days from today to the last departure day, on which no guest can arrive (SRCH-4)', async () => {
      const listDates = (data: { date: string }[]) => data.map(({ date }) => date)
      const pastNights = await readCalendar({ slug: 'studio', from: app.day(-3), nights: 5 })
      assert.deepEqual(listDates(pastNights.data), [app.day(0), app.day(1)])
      const lastNights = await readCalendar({ slug: 'studio', from: app.day(538), nights: 124 })
      assert.deepEqual(lastNights.data, [
        { date: app.day(538), ...plainNight },
        { date: app.day(539), ...plainNight },
        { date: app.day(540), ...plainNight, ...unavailableFields, state: 'closed' },
      ])
      for (const from of [app.day(541), '9999-12-31', '0001-01-01']) {
        assert.deepEqual((await readCalendar({ slug: 'studio', from, nights: 124 })).data, [], from)
      }
    })

    test('returns the lowest price of the rooms that are large enough for the guests (SRCH-4)', async () => {
      const readPrice = async (adult: number, child: number) =>
        (await readCalendar({ from: app.day(100), nights: 1, adult, child })).data[0].price
      assert.deepEqual([await readPrice(1, 0), await readPrice(3, 0), await readPrice(3, 2)], [4_000.5, 14_500, null])
      assert.equal((await readCalendar({ from: app.day(100), nights: 1 })).data[0].price, 4_000.5)
      assert.equal((await readCalendar({ from: app.day(100), nights: 1, adult: 18 })).data[0].state, 'closed')
    })

    test('never reports a night as sold out if some of the rooms were not read (SRCH-4)', async () => {
      const roomData = { price_poisha: 100, max_adults: 7, max_guests: 7 }
      const rooms = await Promise.all(
        Array.from({ length: 100 }, (_, index) => addRoom(app.db, `all-${index}`, 0, roomData)),
      )
      const readNight = async () => (await readCalendar({ from: app.day(100), nights: 1, adult: 7 })).data[0].state
      assert.equal(await readNight(), 'sold_out')
      rooms.push(await addRoom(app.db, 'one-more', 0, { ...roomData, price_poisha: 200 }))
      assert.equal(await readNight(), 'free')
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('id', 'in', rooms).execute())
    })

    test('is never cached and rejects invalid or too long date ranges (API-22)', async () => {
      const { headers } = await app.call('getRoomNights', { from: app.day(0), nights: 7 })
      assert.equal(headers.get('cache-control'), 'no-store')
      const invalidInputs: [object, string][] = [
        [{ nights: 0 }, 'nights'],
        [{ nights: 125 }, 'nights'],
        [{ from: '2027-02-30' }, 'from'],
        [{ adult: 0 }, 'adult'],
        [{ child: 19 }, 'child'],
      ]
      for (const [input, field] of invalidInputs) {
        const { status, body } = await app.call('getRoomNights', { from: app.day(0), nights: 7, ...input })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      assert.equal((await app.call('getRoomNights', { slug: 'no-such-room', from: app.day(0), nights: 7 })).status, 404)
    })
  })
}
