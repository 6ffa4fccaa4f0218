import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { addRates, addRoom } from '#testing/rooms.ts'
import { stayForm } from '#testing/stay.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import type { FreeRoom } from './contract.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`room search, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const dayAt = (fromToday: number) => parseDay(app.day(fromToday))!
    const asked = (from: number, to: number, adult = 1, child = 0) => ({
      check_in: app.day(from),
      check_out: app.day(to),
      adult,
      child,
    })
    const search = async (input: object): Promise<{ data: FreeRoom[]; more: string | null }> => {
      const { status, body } = await app.call('filterBooking', { ...asked(3, 6), ...input })
      assert.equal(status, 200, JSON.stringify(body))
      return body
    }
    const found = async (input: object) => (await search(input)).data.map(({ slug }) => slug)

    test('returns only rooms that take the guests, cheapest first (SRCH-4, API-5)', async () => {
      assert.deepEqual(await found({}), ['single', 'twin', 'deluxe', 'super-deluxe', 'executive', 'family'])
      assert.deepEqual(await found({ adult: 2, child: 1 }), ['deluxe', 'super-deluxe', 'executive', 'family'])
      assert.deepEqual(await found({ adult: 3 }), ['family'])
      assert.deepEqual(await found({ adult: 3, child: 2 }), [])
    })

    test('filters by the average price per night of this stay (SRCH-4, API-5)', async () => {
      const weekday = asked(7, 9)
      assert.deepEqual(await found({ ...weekday, min_price: 6_000, max_price: 9_000 }), [
        'twin',
        'deluxe',
        'super-deluxe',
      ])
      assert.deepEqual(await found({ ...weekday, min_price: 7_500, max_price: 7_500 }), ['deluxe'])
      const season = asked(31, 33)
      assert.deepEqual(await found({ ...season, min_price: 6_000, max_price: 9_000 }), ['twin', 'deluxe'])
      assert.deepEqual(await found({ ...season, min_price: 10_500, max_price: 10_500 }), ['super-deluxe'])
      assert.deepEqual(await found({ ...season, max_price: 100 }), [])
      assert.deepEqual(await found({ ...season, min_price: 0, max_price: 0 }), [])
    })

    test('filters by capacity and by all given facilities (SRCH-4, API-5)', async () => {
      assert.deepEqual(await found({ sleeps: 4 }), ['family'])
      const has = await app.db
        .selectFrom('room_facility')
        .innerJoin('room', 'room.id', 'room_id')
        .select(['slug', 'facility_id'])
        .execute()
      const having = (facilities: number[]) => (slug: string) =>
        facilities.every((id) => has.some((row) => row.slug === slug && row.facility_id === id))
      const all = await found({})
      const rare = [...new Set(has.map((row) => row.facility_id))].filter((id) => !all.every(having([id])))
      assert.ok(rare.length >= 2)
      for (const facilities of [rare.slice(0, 1), rare.slice(0, 2), rare, []]) {
        assert.deepEqual(await found({ facilities }), all.filter(having(facilities)), String(facilities))
      }
      assert.deepEqual(await found({ facilities: [2_147_483_647] }), [])
    })

    test('rejects invalid filters with field errors (SRCH-4, API-5)', async () => {
      const table: [object, string][] = [
        [{ min_price: -1 }, 'min_price'],
        [{ max_price: '5' }, 'max_price'],
        [{ sleeps: 0 }, 'sleeps'],
        [{ facilities: ['wifi'] }, 'facilities.0'],
        [{ facilities: 3 }, 'facilities'],
        [{ facilities: Array(21).fill(1) }, 'facilities'],
        [{ after: "1-1' or '1'='1" }, 'after'],
        [{ adult: 101 }, 'adult'],
        [{ child: 101 }, 'child'],
        [{ adult: 0 }, 'adult'],
        [asked(-1, 2), 'check_in'],
        [asked(3, 3), 'check_out'],
        [asked(3, 34), 'check_out'],
        [asked(539, 541), 'check_out'],
      ]
      for (const [wrong, field] of table) {
        for (const name of ['filterBooking', 'nearBooking'] as const) {
          if (name === 'nearBooking' && !(field in asked(0, 0))) continue
          const { status, body } = await app.call(name, { ...asked(3, 6), ...wrong }, { language: 'bn' })
          assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(wrong))
          assert.match(body.errors[field][0], /[\u0980-\u09ff]/)
        }
      }
    })

    test('returns every room once and in order across pages, even if rooms are sold meanwhile (SRCH-4, API-5)', async () => {
      const added = await Promise.all(
        Array.from({ length: 45 }, (_, index) =>
          addRoom(app.db, `many-${index}`, 1, {
            price_poisha: 1_000_000 + 100 * (index % 7),
            max_guests: 9,
            max_adults: 9,
          }),
        ),
      )
      const refusing = added.filter((_, index) => index % 5 === 0)
      for (const id of refusing) await addRates(app.db, id, [{ day: dayAt(4), closed: 1 }])
      const pages: FreeRoom[][] = []
      let after: string | null | undefined
      do {
        const page = await search({ adult: 5, ...(after && { after }) })
        pages.push(page.data)
        after = page.more
        const [first] = page.data
        await app.call(
          'requestBooking',
          stayForm(app, { slug: first!.slug, checkin: app.day(3), checkout: app.day(6) }),
          {
            token: await app.signIn('anna'),
          },
        )
      } while (after)
      assert.deepEqual(
        pages.map((page) => page.length),
        [20, 16],
      )
      const all = pages.flat()
      assert.equal(new Set(all.map(({ id }) => id)).size, 36)
      const inOrder = all.toSorted((a, b) => a.roomPrice - b.roomPrice || a.id - b.id)
      assert.deepEqual(all, inOrder)
      assert.deepEqual(new Set(all.map(({ id }) => id)), new Set(added.filter((id) => !refusing.includes(id))))
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('id', 'in', added).execute())
    })

    test('prices a stay with the rates and rules of its own room (ROOM-1, BOOK-8)', async () => {
      const { status, body } = await app.call('getStayPrice', { slug: 'deluxe', ...asked(29, 32, 2, 1) })
      assert.equal(status, 200)
      const { cancelling, ...price } = body
      assert.deepEqual(
        cancelling.steps.map(({ fee }: { fee: number }) => fee),
        [0, 7_500],
      )
      assert.deepEqual(price, {
        free: true,
        nights: [
          { night: app.day(29), price: 7_500 },
          { night: app.day(30), price: 8_500 },
          { night: app.day(31), price: 8_500 },
        ],
        total: 24_500,
        vat: 3_195.65,
      })
      const refused: [object, string][] = [
        [{ slug: 'super-deluxe', ...asked(30, 31) }, 'check_out'],
        [{ slug: 'executive', ...asked(4, 6) }, 'check_in'],
        [{ slug: 'single', ...asked(3, 6, 2) }, 'adult'],
        [{ slug: 'twin', ...asked(3, 6, 2, 1) }, 'adult'],
        [{ slug: 'single', ...asked(6, 3) }, 'check_out'],
      ]
      for (const [input, field] of refused) {
        const answer = await app.call('getStayPrice', input)
        assert.deepEqual([answer.status, Object.keys(answer.body.errors)], [422, [field]], JSON.stringify(input))
      }
      assert.equal((await app.call('getStayPrice', { slug: 'no-such-room', ...asked(3, 6) })).status, 404)
    })

    test('offers the nearest free dates, one night less and fewer guests if nothing is free (SRCH-4)', async () => {
      const { id } = await app.db.selectFrom('room').select('id').where('slug', '=', 'family').executeTakeFirstOrThrow()
      const close = (from: number, to: number) =>
        addRates(
          app.db,
          id,
          Array.from({ length: to - from }, (_, index) => ({ day: dayAt(from + index), closed: 1 as const })),
        )
      await close(102, 106)
      const near = async (from: number, to: number, adult: number, child = 0) =>
        (await app.call('nearBooking', asked(from, to, adult, child))).body
      const { data } = await near(101, 104, 3)
      assert.deepEqual(data, [
        { kind: 'earlier', ...asked(99, 102, 3), found: 1 },
        { kind: 'later', ...asked(106, 109, 3), found: 1 },
        { kind: 'fewer', ...asked(101, 104, 2), found: (await found(asked(101, 104, 2))).length },
      ])
      assert.deepEqual((await near(101, 103, 3)).data.at(2), { kind: 'shorter', ...asked(101, 102, 3), found: 1 })
      await close(106, 118)
      await close(90, 102)
      assert.deepEqual(
        (await near(103, 104, 3, 1)).data.map(({ kind }: { kind: string }) => kind),
        ['fewer'],
      )
      assert.deepEqual((await near(0, 1, 3, 2)).data, [{ kind: 'fewer', ...asked(0, 1, 3, 1), found: 1 }])
    })

    test('offers several rooms to a large party, which can book them (SRCH-4)', async () => {
      const stay = asked(200, 203, 6, 1)
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
      assert.equal(total, 3 * (6_200 + 6_200 + 7_500) - discounts([200, 201, 202]))
      const token = await app.newGuest()
      for (const [index, { slug, adult, child }] of rooms.entries()) {
        const dates = { checkin: stay.check_in, checkout: stay.check_out }
        const form = stayForm(app, { ...dates, slug, adult, child, message: String(index) })
        assert.equal((await app.call('requestGuestBooking', form, { token })).status, 200, slug)
      }
      const again = (await app.call('nearBooking', stay)).body.together
      assert.ok(again.rooms.filter(({ slug }: { slug: string }) => slug === 'twin').length <= 1)
    })

    test('combines as many rooms as a large party needs, up to the number of beds (SRCH-1, SRCH-4)', async () => {
      const near = async (adult: number, child = 0) =>
        (await app.call('nearBooking', asked(210, 212, adult, child))).body
      const many = await near(19, 2)
      assert.equal(many.one_room, false)
      const sum = (name: 'adult' | 'child') =>
        many.together.rooms.reduce((sum: number, room: Record<string, number>) => sum + room[name]!, 0)
      assert.deepEqual([sum('adult'), sum('child')], [19, 2])
      assert.ok(many.together.rooms.length > 5)
      const house100 = await near(100, 100)
      assert.deepEqual([house100.together, house100.data.map(({ kind }: { kind: string }) => kind)], [null, ['fewer']])
      assert.equal((await near(3)).one_room, true)
    })

    test('rejects a party without an adult (SRCH-1)', async () => {
      for (const [language, said] of [
        ['en', 'At least one adult.'],
        ['bn', 'অন্তত একজন প্রাপ্তবয়স্ক থাকতে হবে।'],
      ] as const) {
        const { status, body } = await app.call('filterBooking', asked(3, 6, 0, 2), { language })
        assert.deepEqual([status, body.errors], [422, { adult: [said] }])
      }
    })

    /** The deluxe room costs less on Thursdays and Fridays. */
    const discounts = (days: number[]) =>
      days.filter((offset) => [4, 5].includes(new Date(app.day(offset)).getUTCDay())).length * 700
  })
}
