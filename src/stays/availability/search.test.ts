import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { addPolicy, freeCancellation, createPercentTier } from '#testing/policies.ts'
import { addRates, addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import type { FreeRoom } from './contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`room search, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
    const createSearchInput = (from: number, to: number, adult = 1, child = 0) => ({
      check_in: app.day(from),
      check_out: app.day(to),
      adult,
      child,
    })
    const search = (input: object): Promise<{ data: FreeRoom[]; more: string | null }> =>
      app.callOk('filterBooking', { ...createSearchInput(3, 6), ...input })
    const findSlugs = async (input: object) => (await search(input)).data.map(({ slug }) => slug)

    test('returns only rooms that are large enough for the guests, cheapest first (SRCH-4, API-5)', async () => {
      assert.deepEqual(await findSlugs({}), ['single', 'twin', 'deluxe', 'super-deluxe', 'executive', 'family'])
      assert.deepEqual(await findSlugs({ adult: 2, child: 1 }), ['deluxe', 'super-deluxe', 'executive', 'family'])
      assert.deepEqual(await findSlugs({ adult: 3 }), ['family'])
      assert.deepEqual(await findSlugs({ adult: 3, child: 2 }), [])
    })

    test('filters by the average price per night of this stay (SRCH-4, API-5)', async () => {
      const weekdaySearch = createSearchInput(7, 9)
      assert.deepEqual(await findSlugs({ ...weekdaySearch, min_price: 6_000, max_price: 9_000 }), [
        'twin',
        'deluxe',
        'super-deluxe',
      ])
      assert.deepEqual(await findSlugs({ ...weekdaySearch, min_price: 7_500, max_price: 7_500 }), ['deluxe'])
      const seasonSearch = createSearchInput(31, 33)
      assert.deepEqual(await findSlugs({ ...seasonSearch, min_price: 6_000, max_price: 9_000 }), ['twin', 'deluxe'])
      assert.deepEqual(await findSlugs({ ...seasonSearch, min_price: 10_500, max_price: 10_500 }), ['super-deluxe'])
      assert.deepEqual(await findSlugs({ ...seasonSearch, max_price: 100 }), [])
      assert.deepEqual(await findSlugs({ ...seasonSearch, min_price: 0, max_price: 0 }), [])
    })

    test('filters by capacity and by all given facilities (SRCH-4, API-5)', async () => {
      assert.deepEqual(await findSlugs({ sleeps: 4 }), ['family'])
      const roomFacilities = await app.db
        .selectFrom('room_facility')
        .innerJoin('room', 'room.id', 'room_id')
        .select(['slug', 'facility_id'])
        .execute()
      const hasFacilities = (facilities: number[]) => (slug: string) =>
        facilities.every((id) => roomFacilities.some((row) => row.slug === slug && row.facility_id === id))
      const allSlugs = await findSlugs({})
      const rareFacilities = [...new Set(roomFacilities.map((row) => row.facility_id))].filter(
        (id) => !allSlugs.every(hasFacilities([id])),
      )
      assert.ok(rareFacilities.length >= 2)
      for (const facilities of [rareFacilities.slice(0, 1), rareFacilities.slice(0, 2), rareFacilities, []]) {
        assert.deepEqual(
          await findSlugs({ facilities }),
          allSlugs.filter(hasFacilities(facilities)),
          String(facilities),
        )
      }
      assert.deepEqual(await findSlugs({ facilities: [2_147_483_647] }), [])
    })

    test('rejects invalid filters with field errors (SRCH-4, API-5)', async () => {
      const invalidInputs: [object, string][] = [
        [{ min_price: -1 }, 'min_price'],
        [{ max_price: '5' }, 'max_price'],
        [{ sleeps: 0 }, 'sleeps'],
        [{ facilities: ['wifi'] }, 'facilities.0'],
        [{ facilities: 3 }, 'facilities'],
        [{ facilities: Array(21).fill(1) }, 'facilities'],
        [{ after: "1-1' or '1'='1" }, 'after'],
        [{ adult: 101 }, 'adult'],
        [{ child: 101 }, 'child'],
        [{ adult: -1 }, 'adult'],
        [createSearchInput(-1, 2), 'check_in'],
        [createSearchInput(3, 3), 'check_out'],
        [createSearchInput(3, 34), 'check_out'],
        [createSearchInput(539, 541), 'check_out'],
      ]
      for (const [invalidInput, field] of invalidInputs) {
        for (const name of ['filterBooking', 'nearBooking'] as const) {
          if (name === 'nearBooking' && !(field in createSearchInput(0, 0))) continue
          const { status, body } = await app.call(
            name,
            { ...createSearchInput(3, 6), ...invalidInput },
            { language: 'bn' },
          )
          assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(invalidInput))
          assert.match(body.errors[field][0], /[\u0980-\u09ff]/)
        }
      }
    })

    test('returns every room once and in order across pages, even if rooms are sold meanwhile (SRCH-4, API-5)', async () => {
      const addedRoomIds = await Promise.all(
        Array.from({ length: 45 }, (_, index) =>
          addRoom(app.db, `many-${index}`, 1, {
            price_poisha: 1_000_000 + 100 * (index % 7),
            max_guests: 9,
            max_adults: 9,
          }),
        ),
      )
      const closedRoomIds = addedRoomIds.filter((_, index) => index % 5 === 0)
      for (const id of closedRoomIds) await addRates(app.db, id, [{ day: getDayNumber(4), closed: 1 }])
      const pages: FreeRoom[][] = []
      let after: string | null | undefined
      do {
        const page = await search({ adult: 5, ...(after && { after }) })
        pages.push(page.data)
        after = page.more
        const [firstRoom] = page.data
        await app.call(
          'requestBooking',
          createStayForm(app, { slug: firstRoom!.slug, checkin: app.day(3), checkout: app.day(6) }),
          {
            token: await app.signIn('anna'),
          },
        )
      } while (after)
      assert.deepEqual(
        pages.map((page) => page.length),
        [20, 16],
      )
      const allFoundRooms = pages.flat()
      assert.equal(new Set(allFoundRooms.map(({ id }) => id)).size, 36)
      const roomsByPrice = allFoundRooms.toSorted((a, b) => a.roomPrice - b.roomPrice || a.id - b.id)
      assert.deepEqual(allFoundRooms, roomsByPrice)
      assert.deepEqual(
        new Set(allFoundRooms.map(({ id }) => id)),
        new Set(addedRoomIds.filter((id) => !closedRoomIds.includes(id))),
      )
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('id', 'in', addedRoomIds).execute())
    })

    test('prices a stay with the rates and rules of its own room (ROOM-1, BOOK-8)', async () => {
      const { status, body } = await app.call('getStayPrice', { slug: 'deluxe', ...createSearchInput(29, 32, 2, 1) })
      assert.equal(status, 200)
      const { cancelling, ...price } = body
      assert.deepEqual(
        cancelling.steps.map(({ fee }: { fee: number }) => fee),
        [0, 7_500],
      )
      assert.deepEqual(price, {
        free: true,
        near: null,
        nights: [
          { night: app.day(29), price: 7_500 },
          { night: app.day(30), price: 8_500 },
          { night: app.day(31), price: 8_500 },
        ],
        total: 24_500,
        vat: 3_195.65,
      })
      const invalidInputs: [object, string][] = [
        [{ slug: 'super-deluxe', ...createSearchInput(30, 31) }, 'check_out'],
        [{ slug: 'executive', ...createSearchInput(4, 6) }, 'check_in'],
        [{ slug: 'single', ...createSearchInput(3, 6, 2) }, 'adult'],
        [{ slug: 'twin', ...createSearchInput(3, 6, 2, 1) }, 'adult'],
        [{ slug: 'single', ...createSearchInput(6, 3) }, 'check_out'],
      ]
      for (const [input, field] of invalidInputs) {
        const response = await app.call('getStayPrice', input)
        assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, [field]], JSON.stringify(input))
      }
      assert.equal((await app.call('getStayPrice', { slug: 'no-such-room', ...createSearchInput(3, 6) })).status, 404)
    })

    test('states the end of free cancellation for each room (SRCH-3, API-5)', async () => {
      const readDeadlines = async (from: number, language = 'en') =>
        Object.fromEntries(
          (await app.call('filterBooking', createSearchInput(from, from + 2), { language })).body.data.map(
            ({ slug, free_cancellation }: FreeRoom) => [slug, free_cancellation],
          ),
        )
      const nonRefundablePolicyId = await addPolicy(app.db, 'Not refundable', {
        ...freeCancellation,
        tiers: [createPercentTier(null, 100)],
      })
      const freePolicyId = await addPolicy(app.db, 'Free', freeCancellation)
      const setPolicy = (slug: string, policy_id: number | null) =>
        publish(app.db, (tx) => tx.updateTable('room').set({ policy_id }).where('slug', '=', slug).execute())
      await setPolicy('twin', nonRefundablePolicyId)
      await setPolicy('deluxe', freePolicyId)
      const deadlinesInTenDays = await readDeadlines(10)
      assert.equal(deadlinesInTenDays.single, 'Free cancellation until 12 January 2027, 14:00')
      assert.equal(deadlinesInTenDays.twin, null)
      assert.equal(deadlinesInTenDays.deluxe, 'Free cancellation until 14 January 2027, 14:00')
      assert.equal(deadlinesInTenDays.executive, 'Free cancellation until 7 January 2027, 14:00')
      assert.equal((await readDeadlines(10, 'bn')).single, '১২ জানুয়ারি ২০২৭, দুপুর ২টা পর্যন্ত বিনা ফিতে বাতিল')
      const deadlinesTomorrow = await readDeadlines(1)
      assert.deepEqual(
        [deadlinesTomorrow.single, deadlinesTomorrow.deluxe],
        [null, 'Free cancellation until 5 January 2027, 14:00'],
      )
      app.clock.advance(6 * 3_600_000) // 15:00, after the check-in time
      assert.equal((await readDeadlines(0)).deluxe, null)
      app.clock.advance(-6 * 3_600_000)
      await setPolicy('twin', null)
      await setPolicy('deluxe', null)
    })

    test('offers the nearest free dates, one night less and fewer guests if nothing is free (SRCH-4)', async () => {
      const { id } = await app.db.selectFrom('room').select('id').where('slug', '=', 'family').executeTakeFirstOrThrow()
      const close = (from: number, to: number) =>
        addRates(
          app.db,
          id,
          Array.from({ length: to - from }, (_, index) => ({ day: getDayNumber(from + index), closed: 1 as const })),
        )
      await close(102, 106)
      const findNear = async (from: number, to: number, adult: number, child = 0) =>
        (await app.call('nearBooking', createSearchInput(from, to, adult, child))).body
      const { data } = await findNear(101, 104, 3)
      assert.deepEqual(data, [
        { kind: 'earlier', ...createSearchInput(99, 102, 3), found: 1 },
        { kind: 'later', ...createSearchInput(106, 109, 3), found: 1 },
        {
          kind: 'fewer',
          ...createSearchInput(101, 104, 2),
          found: (await findSlugs(createSearchInput(101, 104, 2))).length,
        },
      ])
      assert.deepEqual((await findNear(101, 103, 3)).data.at(2), {
        kind: 'shorter',
        ...createSearchInput(101, 102, 3),
        found: 1,
      })
      await close(106, 118)
      await close(90, 102)
      assert.deepEqual(
        (await findNear(103, 104, 3, 1)).data.map(({ kind }: { kind: string }) => kind),
        ['fewer'],
      )
      assert.deepEqual((await findNear(0, 1, 3, 2)).data, [
        { kind: 'fewer', ...createSearchInput(0, 1, 3, 1), found: 1 },
      ])
    })

    test('offers a large party several rooms that can be booked together (SRCH-4)', async () => {
      const stay = createSearchInput(200, 203, 6, 1)
      assert.deepEqual((await search(stay)).data, [])
      const { body } = await app.call('nearBooking', stay)
      const { rooms, total } = body.together
      assert.deepEqual(
        rooms.map(({ slug, adult, child }: { slug: string; adult: number; child: number }) => [slug, adult, child]),
        [
          ['twin', 2, 0],
          ['twin', 2, 0],
          ['deluxe', 2, 1],
        ],
      )
      assert.equal(total, 3 * (6_200 + 6_200 + 7_500) - readDiscounts([200, 201, 202]))
      const token = await app.newGuest()
      for (const [index, { slug, adult, child }] of rooms.entries()) {
        const dates = { checkin: stay.check_in, checkout: stay.check_out }
        const form = createStayForm(app, { ...dates, slug, adult, child, message: String(index) })
        assert.equal((await app.call('requestGuestBooking', form, { token })).status, 200, slug)
      }
      const secondSearch = (await app.call('nearBooking', stay)).body.together
      assert.ok(secondSearch.rooms.filter(({ slug }: { slug: string }) => slug === 'twin').length <= 1)
    })

    test('combines as many rooms as a large party needs, up to all beds of the property (SRCH-1, SRCH-4)', async () => {
      const findNear = async (adult: number, child = 0) =>
        (await app.call('nearBooking', createSearchInput(210, 212, adult, child))).body
      const largeParty = await findNear(19, 2)
      assert.equal(largeParty.one_room, false)
      const sumGuests = (name: 'adult' | 'child') =>
        largeParty.together.rooms.reduce((total: number, room: Record<string, number>) => total + room[name]!, 0)
      assert.deepEqual([sumGuests('adult'), sumGuests('child')], [19, 2])
      assert.ok(largeParty.together.rooms.length > 5)
      const fullSearch = await findNear(100, 100)
      assert.deepEqual(
        [fullSearch.together, fullSearch.data.map(({ kind }: { kind: string }) => kind)],
        [null, ['fewer']],
      )
      assert.equal((await findNear(3)).one_room, true)
    })

    test('accepts a search without an adult, because the stepper allows it (SRCH-1)', async () => {
      assert.deepEqual(await findSlugs({ adult: 0 }), await findSlugs({ adult: 1 }))
      assert.deepEqual(await findSlugs({ adult: 0, child: 2 }), ['family'])
      const { status, body } = await app.call('nearBooking', createSearchInput(3, 6, 0, 40))
      assert.deepEqual([status, body.together], [200, null])
    })

    /** The deluxe room costs less on Thursdays and Fridays. */
    const readDiscounts = (days: number[]) =>
      days.filter((offset) => [4, 5].includes(new Date(app.day(offset)).getUTCDay())).length * 700
  })
}
