import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { addRates, addRoom, type NewRate } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { valueForTier } from '#testing/tier.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { closeUnit } from './closure.ts'

/** The number of days in which everything happens, so that stays, rates and closures overlap. */
const DAY_COUNT = 9
/** Five runs with this seed cover a booking, a full room and a broken rule. The soak test uses random seeds. */
const SEED = valueForTier<{ seed?: number }>({ gate: { seed: 1 }, all: { seed: 1 }, soak: {} })
const RUN_COUNT = valueForTier({ gate: 5, all: 30, soak: 100 })

interface World {
  rooms: NewRoom[]
  stays: NewStay[]
}
interface NewRoom {
  units: number
  max_adults: number
  max_children: number
  max_guests: number
  price_poisha: number
  rates: (NewRate & { day: number })[]
  closures: { unit: number; from: number; to: number }[]
}
interface NewStay {
  room: number
  from: number
  to: number
  adults: number
  children: number
}

const anyDay = fc.nat(DAY_COUNT - 1)
const anyRange = fc.tuple(anyDay, fc.integer({ min: 1, max: 4 })).map(([from, length]) => ({ from, to: from + length }))
const anyFlag = fc.constantFrom<(0 | 1)[]>(0, 0, 0, 1)
const anyRate = fc.record({
  day: fc.nat(DAY_COUNT + 3),
  price_poisha: fc.option(fc.integer({ min: 0, max: 999_999 })),
  min_nights: fc.option(fc.integer({ min: 1, max: 3 })),
  max_nights: fc.option(fc.integer({ min: 1, max: 4 })),
  closed: anyFlag,
  closed_to_arrival: anyFlag,
  closed_to_departure: anyFlag,
})
const anyRoom: fc.Arbitrary<NewRoom> = fc
  .record({
    units: fc.nat(3),
    max_adults: fc.integer({ min: 1, max: 3 }),
    max_children: fc.nat(2),
    more: fc.nat(2),
    price_poisha: fc.integer({ min: 0, max: 999_999 }),
    rates: fc.uniqueArray(anyRate, { selector: (rate) => rate.day, maxLength: 5 }),
    closures: fc.array(fc.tuple(fc.nat(2), anyRange), { maxLength: 3 }),
  })
  .map(({ more, closures, ...room }) => ({
    ...room,
    max_guests: room.max_adults + more,
    closures: closures.flatMap(([unit, days]) => (unit < room.units ? [{ unit, ...days }] : [])),
  }))
const anyStay: fc.Arbitrary<NewStay> = fc
  .tuple(fc.nat(2), anyRange, fc.integer({ min: 1, max: 3 }), fc.nat(2))
  .map(([room, days, adults, children]) => ({ room, ...days, adults, children }))
const anyWorld: fc.Arbitrary<World> = fc.record({
  rooms: fc.array(anyRoom, { minLength: 1, maxLength: 3 }),
  stays: fc.array(anyStay, { minLength: 3, maxLength: 8 }),
})

for (const engine of bothEngines) {
  describe(`availability and prices, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let guestToken: string
    before(async () => {
      guestToken = await app.newGuest()
    })

    const FIRST_DAY = 20
    const getDay = (days: number) => app.day(FIRST_DAY + days)

    test('are the same in search, price, calendar and booking for any rooms, rates, closures and stays (SRCH-4, ROOM-1, BOOK-8, API-5, API-10)', async () => {
      const statusCounts = new Map<number, number>()
      await fc.assert(
        fc.asyncProperty(anyWorld, async ({ rooms, stays }) => {
          await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).execute())
          const slugs = await Promise.all(rooms.map(addTestRoom))
          const soldByRoom = rooms.map(() => Array<number>(DAY_COUNT + 4).fill(0))
          for (const stay of stays) {
            const { room: roomChoice, from, to, adults, children } = stay
            const search = { check_in: getDay(from), check_out: getDay(to), adult: adults, child: children }
            const expectedOffers = rooms.map((room, index) => computeExpectedOffer(room, soldByRoom[index]!, stay))
            const foundRooms = (await app.call('filterBooking', search)).body.data
            assert.deepEqual(
              new Map(foundRooms.map((room: { slug: string; total: number }) => [room.slug, room.total])),
              new Map(
                expectedOffers.flatMap((expected, index) => (expected.isFree ? [[slugs[index]!, expected.total]] : [])),
              ),
              'search',
            )
            await Promise.all(
              expectedOffers.map(async (expected, index) => {
                const priceResponse = await app.call('getStayPrice', { slug: slugs[index]!, ...search })
                assert.equal(priceResponse.status, expected.isAllowed ? 200 : 422, 'price')
                if (expected.isAllowed) {
                  assert.deepEqual(
                    [priceResponse.body.free, priceResponse.body.total],
                    [expected.isFree, expected.total],
                    'price',
                  )
                  const sumPoisha = priceResponse.body.nights.reduce(
                    (total: number, night: { price: number }) => total + night.price * 100,
                    0,
                  )
                  assert.equal(Math.round(sumPoisha), Math.round(expected.total * 100))
                }
                const calendarResponse = await app.call('getRoomNights', {
                  slug: slugs[index]!,
                  from: search.check_in,
                  nights: to - from + 1,
                })
                const actualOffer = readFromCalendar(calendarResponse.body.data)
                const isFitting = fitsIn(rooms[index]!, stay)
                assert.equal(actualOffer.isFree && isFitting, expected.isFree, 'calendar')
                if (expected.isFree) assert.equal(actualOffer.total, expected.total)
              }),
            )
            await assertAnyRoomAgrees(search, slugs, rooms, stay)

            const index = roomChoice % rooms.length
            const form = createStayForm(app, {
              slug: slugs[index]!,
              checkin: search.check_in,
              checkout: search.check_out,
              adult: adults,
              child: children,
            })
            const bookedResponse = await app.call('requestGuestBooking', form, { token: guestToken, key: randomUUID() })
            statusCounts.set(bookedResponse.status, (statusCounts.get(bookedResponse.status) ?? 0) + 1)
            const expectedOffer = expectedOffers[index]!
            assert.equal(
              bookedResponse.status,
              expectedOffer.isFree ? 200 : expectedOffer.isAllowed ? 409 : 422,
              'booking',
            )
            if (!expectedOffer.isFree) continue
            assert.equal(bookedResponse.body.total, expectedOffer.total)
            for (let night = from; night < to; night++) soldByRoom[index]![night]! += 1
          }
          await assertBooksConsistent(app.db)
        }),
        { numRuns: RUN_COUNT, endOnFailure: true, ...SEED },
      )
      assert.ok(
        [200, 409, 422].every((status) => statusCounts.has(status)),
        JSON.stringify([...statusCounts]),
      )
    })

    async function addTestRoom(room: NewRoom): Promise<string> {
      const { units, rates, closures, ...columns } = room
      const slug = randomUUID()
      const id = await addRoom(app.db, slug, units, columns)
      await addRates(
        app.db,
        id,
        rates.map((rate) => ({ ...rate, day: parseDay(getDay(rate.day))! })),
      )
      const rows = await app.db.selectFrom('unit').select('id').where('room_id', '=', id).orderBy('id').execute()
      for (const { unit, from, to } of closures) {
        await closeUnit(app.db, {
          unitId: rows[unit]!.id,
          fromDay: parseDay(getDay(from))!,
          toDay: parseDay(getDay(to))!,
          reason: 'test',
        })
      }
      return slug
    }

    /** Checks that the calendar for any room combines the calendars of all rooms that fit the party. */
    async function assertAnyRoomAgrees(
      search: { check_in: string; adult: number; child: number },
      slugs: string[],
      rooms: NewRoom[],
      stay: NewStay,
    ) {
      const period = { from: search.check_in, nights: 4 }
      const { body: combinedNights } = await app.call('getRoomNights', {
        ...period,
        adult: search.adult,
        child: search.child,
      })
      const fittingSlugs = slugs.filter((_, index) => fitsIn(rooms[index]!, stay))
      const calendars: CalendarDay[][] = await Promise.all(
        fittingSlugs.map(async (slug) => (await app.call('getRoomNights', { slug, ...period })).body.data),
      )
      for (const [index, actualNight] of (combinedNights.data as CalendarDay[]).entries()) {
        const roomDays = calendars.map((calendar) => calendar[index]!)
        const prices = roomDays.flatMap(({ state, price }) => (state === 'free' ? [price!] : []))
        assert.equal(actualNight.state === 'free', prices.length > 0)
        assert.equal(actualNight.price, prices.length > 0 ? Math.min(...prices) : null)
        assert.equal(
          actualNight.arrival,
          roomDays.some(({ arrival }) => arrival),
        )
        assert.equal(
          actualNight.departure,
          roomDays.some(({ departure }) => departure),
        )
      }
    }
  })
}

const fitsIn = (room: NewRoom, { adults, children }: NewStay) =>
  adults <= room.max_adults && children <= room.max_children && adults + children <= room.max_guests

/** The expected result, computed from the test data without the code under test. */
function computeExpectedOffer(room: NewRoom, soldCounts: readonly number[], stay: NewStay) {
  const { from, to } = stay
  const nights = Array.from({ length: to - from }, (_, index) => from + index)
  const findRate = (date: number) => room.rates.find((rate) => rate.day === date)
  const [arrival, departure] = [findRate(from), findRate(to)]
  const isAllowed =
    fitsIn(room, stay) &&
    nights.every((night) => !findRate(night)?.closed) &&
    !arrival?.closed_to_arrival &&
    !departure?.closed_to_departure &&
    to - from >= (arrival?.min_nights ?? 0) &&
    to - from <= (arrival?.max_nights ?? Infinity)
  const countClosedUnits = (night: number) =>
    new Set(room.closures.filter((closure) => closure.from <= night && night < closure.to).map(({ unit }) => unit)).size
  const isFree = isAllowed && nights.every((night) => soldCounts[night]! < room.units - countClosedUnits(night))
  const total = nights.reduce((sum, night) => sum + (findRate(night)?.price_poisha ?? room.price_poisha), 0) / 100
  return { isAllowed, isFree, total }
}

interface CalendarDay {
  state: string
  price: number | null
  arrival: boolean
  departure: boolean
  min_nights: number
  max_nights: number | null
}

/** Derives the availability and the total of a stay from the calendar days from arrival to departure. */
function readFromCalendar(days: readonly CalendarDay[]) {
  const [firstDay, lastDay, nights] = [days[0]!, days.at(-1)!, days.slice(0, -1)]
  const isFree =
    nights.every(({ state }) => state === 'free') &&
    firstDay.arrival &&
    lastDay.departure &&
    nights.length >= firstDay.min_nights &&
    nights.length <= (firstDay.max_nights ?? Infinity)
  const total = nights.reduce((sum, { price }) => sum + Math.round((price ?? 0) * 100), 0) / 100
  return { isFree, total }
}
