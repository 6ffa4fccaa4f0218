import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import { insertStay, buildNights } from '#testing/insert-stay.ts'
import { addRoom } from '#testing/rooms.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import type { Books } from './office/contract.ts'
import { HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`bookings as of an earlier day, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    let roomId: number
    let monday: number
    before(async () => {
      ownerToken = await app.signIn('owner')
      roomId = await addRoom(app.db, 'plain', 9)
      monday = parseDay(app.day(0))!
    })

    /** Sets the clock to an hour of a day in Dhaka. */
    const setClock = (day: number, hour: number) => (app.clock.now = day * 24 * HOUR_MS - 6 * HOUR_MS + hour * HOUR_MS)
    const readBooks = async (query: object = {}): Promise<Books> => {
      const defaultQuery = { period: 'own', from: isoDay(monday), until: isoDay(monday + 20), compare: 'none' }
      // The session of the morning has expired after several days.
      ownerToken = await app.signIn('owner')
      return app.callOk('getOnTheBooks', { ...defaultQuery, ...query }, { token: ownerToken })
    }
    const insertBooking = (first: number, nights: number, price = 2_300, options: object = {}) =>
      insertStay(app.db, buildNights(roomId, first, nights, price, (price * 3) / 23), {
        status: 'confirmed',
        ...options,
      })

    test('show the change between two days by night and room type (OFF-222)', async () => {
      await insertBooking(monday + 3, 2)
      await insertBooking(monday + 3, 1, 4_600, { status: 'pending_approval' })
      const cancelledCode = await insertBooking(monday + 4, 1)
      setClock(monday + 1, 0)
      await Promise.all([app.runDailyJobs(), app.runDailyJobs(), app.runDailyJobs()])
      await insertBooking(monday + 4, 3, 4_600)
      await app.db.updateTable('booking').set({ status: 'cancelled' }).where('code', '=', cancelledCode).execute()
      setClock(monday + 2, 0.5)
      await app.runDailyJobs()
      const { all: totals, nights, rooms, taken, missed } = await readBooks({ since: isoDay(monday + 1) })
      assert.deepEqual([taken.since, taken.upto, missed], [true, true, []])
      assert.deepEqual(
        [totals.since, totals.upto],
        [
          { rooms: 3, net: 6_000, vat: 900 },
          { rooms: 5, net: 16_000, vat: 2_400 },
        ],
      )
      assert.deepEqual(
        nights.slice(0, 5).map(({ night, since, upto }) => [night, since!.rooms, upto!.rooms]),
        [
          [isoDay(monday + 2), 0, 0],
          [isoDay(monday + 3), 1, 1],
          [isoDay(monday + 4), 2, 2],
          [isoDay(monday + 5), 0, 1],
          [isoDay(monday + 6), 0, 1],
        ],
      )
      assert.deepEqual(rooms, [
        { slug: 'plain', name: rooms[0]!.name, since: totals.since, upto: totals.upto, before: null },
      ])
    })

    test('equal the figures of that day, to the poisha (OFF-224)', async () => {
      for (let index = 0; index < 40; index++)
        await insertStay(
          app.db,
          Array.from({ length: 1 + (index % 5) }, (_, night) => ({
            roomId,
            night: monday + 3 + ((index * 7) % 15) + night,
            pricePoisha: (index * 77_777) % 900_001,
            vatPoisha: (index * 7_777) % 9_001,
          })),
          { status: (['confirmed', 'checked_in', 'cancelled', 'no_show'] as const)[index % 4]! },
        )
      setClock(monday + 3, 0)
      await app.runDailyJobs()
      const query = { period: 'own', from: isoDay(monday + 3), until: isoDay(monday + 30), compare: 'none' }
      const { nights } = await readBooks(query)
      const { body } = await app.call('getFigures', query, { token: ownerToken })
      assert.ok(body.now.all.sold > 40)
      assert.deepEqual(
        nights.map(({ night, upto }) => ({ night, ...upto })),
        body.now.nights.map(({ night, sold, net, vat }: Record<string, number>) => ({ night, rooms: sold, net, vat })),
      )
    })

    test('can be compared with other nights at the same lead time, by weekday or custom date (OFF-223)', async () => {
      const { all: currentBooks } = await readBooks({
        compare: 'own',
        compare_from: isoDay(monday - 1),
        upto: isoDay(monday + 3),
      })
      // The same comparison, requested directly: bookings one day earlier, for nights one day earlier.
      const earlierBooks = await readBooks({
        from: isoDay(monday + 2),
        until: isoDay(monday + 19),
        upto: isoDay(monday + 2),
      })
      assert.deepEqual(currentBooks.before, earlierBooks.all.upto)
      assert.notDeepEqual(currentBooks.before, currentBooks.upto)
      const booksWithYearComparison = await readBooks({ compare: 'year' })
      assert.equal(booksWithYearComparison.before, isoDay(monday + 3 - 364))
      assert.deepEqual([booksWithYearComparison.taken.before, booksWithYearComparison.all.before], [false, null])
      assert.equal(booksWithYearComparison.nights[0]!.compared, isoDay(monday + 3 - 364))
    })

    test('are reported as missing if the day has no snapshot (OFF-224)', async () => {
      setClock(monday + 7, 0)
      await app.runDailyJobs()
      const { taken, missed, all: totals } = await readBooks()
      assert.deepEqual(missed, [{ from: isoDay(monday + 4), until: isoDay(monday + 6) }])
      assert.equal(taken.upto, true)
      assert.equal((await readBooks({ since: isoDay(monday + 5) })).all.since, null)
      assert.ok(totals.upto!.rooms > 0)
    })

    test('are exported with one line per night and with amounts for the owner, and require the days in order (OFF-222)', async () => {
      const query = { period: 'own', from: isoDay(monday), until: isoDay(monday + 8), compare: 'none' }
      const { body } = await app.call('getOnTheBooksFile', query, { token: ownerToken })
      const lines = (body as string).trimEnd().split('\r\n')
      assert.equal(lines.length, 3)
      const { nights } = await readBooks(query)
      assert.equal(
        lines[1],
        `${nights[0]!.night},${nights[0]!.upto!.rooms},${nights[0]!.upto!.net},${nights[0]!.upto!.vat},,,`,
      )
      const rejectedResponse = await app.call(
        'getOnTheBooks',
        { since: isoDay(monday + 2), upto: isoDay(monday + 2) },
        { token: ownerToken },
      )
      assert.equal(rejectedResponse.status, 422)
      assert.match(rejectedResponse.body.errors.since[0], /start must be before the end/)
    })
  })
}
