import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { translatorFor } from '#locales/both.ts'
import { enginesFor } from '#testing/engines.ts'
import { createReader } from '#testing/public-pages.ts'
import { countQueries } from '#testing/query-work.ts'
import { createRequestContext } from '#testing/request-context.ts'
import { addRates, addRoom, type NewRate } from '#testing/rooms.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import type { NearOffer, NearStays, UnavailableRooms } from './contract.ts'
import { readNearStays, readUnavailableRooms } from './near-stay-views.ts'
import { queryActiveRooms } from '../rooms/store.ts'

/** The first requested night, in days from today. No stay of the demo is near it. */
const FROM = 70

for (const engine of enginesFor(import.meta.url)) {
  describe(`the nearest stays of a room that cannot be booked, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
    let roomCount = 0
    /** Adds a room with one unit that is sold on these nights. */
    const addSoldRoom = async (soldNights: readonly number[], rates: readonly NewRate[] = []) => {
      const slug = `near-${++roomCount}`
      const id = await addRoom(app.db, slug, 1, { price_poisha: 700_000 })
      if (soldNights.length > 0)
        await app.db
          .insertInto('inventory')
          .values(soldNights.map((night) => ({ room_id: id, night: getDayNumber(night), sold: 1, capacity: 1 })))
          .execute()
      await addRates(
        app.db,
        id,
        rates.map((rate) => ({ ...rate, day: getDayNumber(rate.day) })),
      )
      return { id, slug }
    }
    const createSearch = (from = FROM, to = FROM + 2) => ({
      check_in: app.day(from),
      check_out: app.day(to),
      adult: 1,
      child: 0,
    })
    const createInput = (slug: string, from?: number, to?: number, overrides: object = {}) => ({
      slug,
      ...createSearch(from, to),
      ...overrides,
    })
    const loadNear = (input: ReturnType<typeof createInput>): Promise<NearStays> => app.callOk('getNearStays', input)
    const listDates = (near: NearStays, slug: string) =>
      near.lists
        .flatMap(({ data }) => data)
        .filter((offer) => offer.slug === slug)
        .map((offer) => [parseDay(offer.check_in)! - getDayNumber(0), parseDay(offer.check_out)! - getDayNumber(0)])
    /** Checks that each offer can be booked at its price. */
    async function assertBookable(offers: readonly NearOffer[]) {
      assert.ok(offers.length > 0)
      for (const { slug, check_in, check_out, total, package: packageSlug } of offers) {
        const input = { slug, check_in, check_out, adult: 1, child: 0, ...(packageSlug && { package: packageSlug }) }
        const { status, body } = await app.call('getStayPrice', input)
        assert.deepEqual([status, body.free, body.total], [200, true, total], JSON.stringify(input))
      }
    }

    test('are three stays with as many nights, the nearest first, before and after the dates (DES-110)', async () => {
      const { slug } = await addSoldRoom([FROM])
      const near = await loadNear(createInput(slug))
      assert.deepEqual(listDates(near, slug), [
        [FROM + 1, FROM + 3],
        [FROM + 2, FROM + 4],
        [FROM - 2, FROM],
      ])
      await assertBookable(near.lists.flatMap(({ data }) => data))
      assert.match(near.title, /^Not available \d/)
      assert.match(near.action!.label, /^Choose \d/)
    })

    test('include an earlier stay, although three later ones are nearer (DES-110)', async () => {
      const { slug } = await addSoldRoom([-4, -3, -2, -1, 0].map((night) => FROM + night))
      assert.deepEqual(listDates(await loadNear(createInput(slug)), slug), [
        [FROM + 1, FROM + 3],
        [FROM + 2, FROM + 4],
        [FROM - 6, FROM - 4],
      ])
    })

    test('obey the rules of the rates, and have the price of their own nights (DES-110)', async () => {
      const { slug } = await addSoldRoom(
        [FROM],
        [
          { day: FROM + 1, closed_to_arrival: 1 },
          { day: FROM + 4, closed: 1 },
          { day: FROM + 5, min_nights: 3 },
          { day: FROM + 6, price_poisha: 912_300 },
          { day: FROM, closed_to_departure: 1 },
          { day: FROM - 3, max_nights: 1 },
        ],
      )
      const near = await loadNear(createInput(slug))
      assert.deepEqual(listDates(near, slug), [
        [FROM + 2, FROM + 4],
        [FROM - 4, FROM - 2],
        [FROM - 5, FROM - 3],
      ])
      await assertBookable(near.lists[0]!.data)
      const priced = await loadNear(createInput(slug, FROM + 4, FROM + 6))
      assert.equal(priced.lists[0]!.data.find(({ check_in }) => check_in === app.day(FROM + 6))!.total, 9123 + 7000)
    })

    test('are offered for a stay that breaks a rule, whose message is the title (DES-110)', async () => {
      const { slug } = await addSoldRoom([], [{ day: FROM, min_nights: 3 }])
      for (const language of ['en', 'bn'] as const) {
        const { body } = await app.call('getNearStays', createInput(slug), { language })
        const price = await app.call('getStayPrice', createInput(slug), { language })
        assert.deepEqual([price.status, price.body.errors], [422, { check_out: [body.title] }])
        assert.deepEqual(listDates(body, slug)[0], [FROM + 1, FROM + 3])
        const [{ path, total }] = body.lists[0].data
        assert.deepEqual([body.action.to, body.action.stay], [path, { nights: 2, total }])
      }
    })

    test('come with the two free rooms whose prices are closest (DES-110)', async () => {
      const { slug } = await addSoldRoom([FROM])
      const { lists } = await loadNear(createInput(slug))
      const others = lists.at(-1)!.data
      assert.deepEqual(new Set(others.map((offer) => offer.slug)), new Set(['deluxe', 'twin']))
      await assertBookable(others)
      assert.ok(
        others.every(({ check_in, check_out }) => check_in === app.day(FROM) && check_out === app.day(FROM + 2)),
      )
    })

    test('are only other rooms for a party that is too large, and nothing if no room is large enough (DES-110)', async () => {
      const { slug } = await addSoldRoom([])
      const near = await loadNear(createInput(slug, FROM, FROM + 2, { adult: 3 }))
      assert.deepEqual(
        near.lists.map(({ data }) => data.map((offer) => offer.slug)),
        [['family']],
      )
      assert.deepEqual([near.title, near.action!.label], ['Too small for 3 guests', 'Change stay'])
      assert.deepEqual((await loadNear(createInput(slug, FROM, FROM + 2, { adult: 18 }))).lists, [])
    })

    test('are none for a stay that can be booked, and for dates and packages that are wrong (DES-110)', async () => {
      const { slug } = await addSoldRoom([])
      const none = { title: '', lists: [], action: null }
      for (const input of [
        createInput(slug),
        createInput(slug, -3, -1),
        createInput(slug, FROM, FROM),
        createInput(slug, FROM, FROM + 100),
        createInput(slug, 5000, 5002),
        createInput(slug, FROM, FROM + 2, { package: 'no-such-package' }),
      ])
        assert.deepEqual(await loadNear(input), none, JSON.stringify(input))
      assert.equal((await app.call('getNearStays', createInput('no-such-room'))).status, 404)
    })

    test('keep the package and its price (DES-110, BOOK-11)', async () => {
      const { id, slug } = await addSoldRoom([FROM])
      const packageSlug = `package-${slug}`
      await createReader(() => app).addPost(packageSlug, {
        category_id: 20,
        stay_nights: 2,
        stay_room_id: id,
        stay_price_poisha: 1_100_000,
      })
      const { lists } = await loadNear(createInput(slug, FROM, FROM + 2, { package: packageSlug }))
      assert.deepEqual(
        lists[0]!.data.map((offer) => [offer.total, offer.package]),
        Array.from({ length: 3 }, () => [11_000, packageSlug]),
      )
      assert.ok(lists[1]!.data.every((offer) => offer.package === undefined))
      await publish(app.db, (tx) => tx.deleteFrom('post').where('slug', '=', packageSlug).execute())
    })

    test('are part of the price of a stay that is taken, but not of one that is free (DES-110)', async () => {
      const { slug } = await addSoldRoom([FROM])
      const { body } = await app.call('getStayPrice', createInput(slug))
      assert.deepEqual([body.free, body.near], [false, await loadNear(createInput(slug))])
      const { body: freeBody } = await app.call('getStayPrice', createInput(slug, FROM + 1, FROM + 3))
      assert.deepEqual([freeBody.free, freeBody.near], [true, null])
    })

    test('are listed for each room that a search leaves out, with the reason (DES-111)', async () => {
      const soldRoom = await addSoldRoom([FROM])
      const ruledRoom = await addSoldRoom([], [{ day: FROM, closed_to_arrival: 1 }])
      const search = createSearch()
      const { status, body } = await app.call('getUnavailableRooms', search)
      assert.equal(status, 200)
      const { data } = body as UnavailableRooms
      const { data: freeRooms } = (await app.call('filterBooking', search)).body
      const findRoom = (slug: string) => data.find((room) => room.slug === slug)
      assert.equal(findRoom(soldRoom.slug)!.reason, translatorFor('en').t('rooms.near_booked'))
      assert.equal(
        findRoom(ruledRoom.slug)!.reason,
        translatorFor('en').t('error.stay_closed_to_arrival', { day: app.day(FROM) }),
      )
      await assertBookable(data.flatMap(({ near }) => near ?? []))
      const activeRooms = await app.db.selectFrom('room').select('slug').where('active', '=', 1).execute()
      assert.deepEqual(
        [...data, ...freeRooms].map((room: { slug: string }) => room.slug).toSorted(),
        activeRooms.map(({ slug }) => slug).toSorted(),
        'each room is either free or has a reason',
      )
    })

    test('need four statements, and those of all rooms of a search three (DES-110, DES-111)', async () => {
      const { slug } = await addSoldRoom(
        [FROM],
        Array.from({ length: 25 }, (_, index) => ({ day: FROM - 12 + index, price_poisha: 800_000 })),
      )
      const ctx = { ...createRequestContext(null), now: app.clock.now }
      const company = await loadCompany(app.db, ctx)
      const room = await queryActiveRooms(app.db, 'en').where('room.slug', '=', slug).executeTakeFirstOrThrow()
      const request = {
        stay: { checkIn: getDayNumber(FROM), checkOut: getDayNumber(FROM + 2) },
        party: { adults: 1, children: 0 },
      }
      const nearQueries = await countQueries(app.at, (db) =>
        readNearStays(db, ctx, company, { ...request, room, stayPackage: undefined, packageSlug: undefined }),
      )
      assert.equal(nearQueries.length, 4)
      const listQueries = await countQueries(app.at, (db) => readUnavailableRooms(db, ctx, company, request))
      assert.equal(listQueries.length, 3)
    })
  })
}
