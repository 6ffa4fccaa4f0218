import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { bothEngines } from '#testing/engines.ts'
import { addRates, addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { valueForTier } from '#testing/tier.ts'
import { translatorFor } from '#locales/both.ts'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import { parseDay } from '#platform/day.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { closeUnit } from './closure.ts'
import { DAY_MS } from '#platform/durations.ts'

const SEARCHED_DAYS = 90
const MAX_NIGHTS = 6
const RUN_COUNT = valueForTier({ gate: 10, all: 40, soak: 300 })

interface Rate {
  price_poisha: number | null
  min_nights: number | null
  max_nights: number | null
  closed: 0 | 1
  closed_to_arrival: 0 | 1
  closed_to_departure: 0 | 1
}
interface World {
  basePoisha: number
  /** One rate per day, starting today. Some are later than the searched days. */
  rates: Rate[]
  /** Closures of the two units of the room. */
  closures: { unit: number; from: number; nights: number }[]
  nights: number
}

const anyFlag = fc.constantFrom<(0 | 1)[]>(0, 0, 0, 0, 1)
const anyPrice = fc.integer({ min: 1, max: 999_999 })
const dayCount = SEARCHED_DAYS + MAX_NIGHTS
const anyWorld: fc.Arbitrary<World> = fc.record({
  basePoisha: anyPrice,
  rates: fc.array(
    fc.record({
      price_poisha: fc.option(anyPrice),
      min_nights: fc.option(fc.integer({ min: 1, max: MAX_NIGHTS + 1 })),
      max_nights: fc.option(fc.integer({ min: 1, max: MAX_NIGHTS })),
      closed: anyFlag,
      closed_to_arrival: anyFlag,
      closed_to_departure: anyFlag,
    }),
    { minLength: dayCount, maxLength: dayCount },
  ),
  closures: fc.array(
    fc.record({ unit: fc.nat(1), from: fc.nat(SEARCHED_DAYS), nights: fc.integer({ min: 1, max: 40 }) }),
    { maxLength: 6 },
  ),
  nights: fc.integer({ min: 1, max: MAX_NIGHTS + 1 }),
})

for (const engine of bothEngines) {
  describe(`the "from" price of a room, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const getDayNumber = (fromToday: number) => parseDay(app.day(fromToday))!
    const findRoom = async (slug: string, input = {}) =>
      (await app.call('activeRooms', input)).body.data.find((room: { slug: string }) => room.slug === slug)
    const readPrice = async (slug: string) => (await findRoom(slug)).roomPrice
    const readPage = async (path: string) => (await app.get(path)).text()

    test('is the same on all pages and in all endpoints that contain it (ROOM-1, SRCH-3, API-6, API-7)', async () => {
      const lowestPrice = 6_800 // on Thursdays and Fridays; the room's own price is 7,500
      const search = { check_in: app.day(7), check_out: app.day(9), adult: 2, child: 0 }
      const { body } = await app.call('getRoomDetails', { slug: 'deluxe' })
      const foundRooms = (await app.call('filterBooking', search)).body.data
      assert.deepEqual(
        [
          await readPrice('deluxe'),
          body.roomParticular.roomPrice,
          foundRooms.find(({ slug }: { slug: string }) => slug === 'deluxe').roomPrice,
        ],
        [lowestPrice, lowestPrice, lowestPrice],
      )
      for (const language of languages) {
        const { t, money } = translatorFor(language)
        const formatPrice = (bdt: number) => t('rooms.from_per_night', { price: money(bdt) })
        for (const path of ['/', '/rooms', '/booking-details/deluxe', '/booking-details/single']) {
          const shownText = (await readPage(inLanguage(path, language))).replaceAll(/<\/?strong>/g, '')
          assert.ok(
            shownText.includes(formatPrice(lowestPrice)) && !shownText.includes(formatPrice(7_500)),
            `${language} ${path}`,
          )
        }
        for (const path of ['/rooms', '/booking-details/deluxe'])
          assert.ok((await readPage(inLanguage(path, language))).includes(`"price":${lowestPrice},`), path)
      }
    })

    test('is the lowest price per night of all possible stays in 90 days, for any rates and closures (ROOM-1)', async () => {
      await writeCompany(app.db, { maxNights: MAX_NIGHTS })
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).execute())
      await fc.assert(
        fc.asyncProperty(anyWorld, async (world) => {
          const slug = randomUUID()
          const id = await addRoom(app.db, slug, 2, { price_poisha: world.basePoisha })
          await addRates(
            app.db,
            id,
            world.rates.map((rate, index) => ({ ...rate, day: getDayNumber(index) })),
          )
          const units = await app.db.selectFrom('unit').select('id').where('room_id', '=', id).orderBy('id').execute()
          for (const { unit, from, nights } of world.closures)
            await closeUnit(app.db, {
              unitId: units[unit]!.id,
              fromDay: getDayNumber(from),
              toDay: getDayNumber(from + nights),
              reason: 'test',
            })
          const room = await findRoom(slug, { nights: world.nights })
          const stays = listStays(world)
          const expectedPoisha = Math.min(...stays.map(({ nights, totalPoisha }) => totalPoisha / nights))
          const totalsPoisha = stays.flatMap(({ nights, totalPoisha }) =>
            nights === world.nights ? [totalPoisha] : [],
          )
          assert.deepEqual(
            [room.roomPrice, room.total],
            [
              Math.round(stays.length > 0 ? expectedPoisha : world.basePoisha) / 100,
              totalsPoisha.length > 0 ? Math.min(...totalsPoisha) / 100 : undefined,
            ],
          )
          await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('id', '=', id).execute())
        }),
        { numRuns: RUN_COUNT, endOnFailure: true },
      )
      await writeCompany(app.db, { maxNights: 30 })
    })

    test('ignores sales, but leaves out nights that a rate or the closures of all units close (ROOM-1)', async () => {
      const id = await addRoom(app.db, 'one-unit', 1, { price_poisha: 500_000 })
      await addRates(app.db, id, [
        { day: getDayNumber(3), price_poisha: 300_000 },
        { day: getDayNumber(5), price_poisha: 400_000 },
      ])
      const stay = { slug: 'one-unit', checkin: app.day(3), checkout: app.day(4) }
      const { status } = await app.call('requestGuestBooking', createStayForm(app, stay), {
        token: await app.newGuest(),
      })
      assert.equal(status, 200)
      assert.equal(await readPrice('one-unit'), 3_000)
      await publish(app.db, (tx) =>
        tx
          .updateTable('rate')
          .set({ closed: 1 })
          .where('room_id', '=', id)
          .where('day', '=', getDayNumber(3))
          .execute(),
      )
      assert.equal(await readPrice('one-unit'), 4_000)
      const unit = await app.db.selectFrom('unit').select('id').where('room_id', '=', id).executeTakeFirstOrThrow()
      await closeUnit(app.db, {
        unitId: unit.id,
        fromDay: getDayNumber(5),
        toDay: getDayNumber(6),
        reason: 'new carpet',
      })
      assert.equal(await readPrice('one-unit'), 5_000)
    })

    test('changes with the day, also on a cached page (ROOM-1)', async () => {
      const id = await addRoom(app.db, 'cheap-today', 1, { price_poisha: 500_000 })
      await addRates(app.db, id, [
        { day: getDayNumber(0), price_poisha: 300_000 },
        { day: getDayNumber(SEARCHED_DAYS), price_poisha: 200_000 },
      ])
      const { t, money } = translatorFor('en')
      const path = '/booking-details/cheap-today'
      const isShown = async (bdt: number) =>
        (await readPage(path)).includes(
          t('room.description', {
            name: 'Room cheap-today',
            house: 'Selvage House',
            bed: 'One bed',
            price: money(bdt),
          }),
        )
      assert.ok(await isShown(3_000))
      app.clock.advance(DAY_MS)
      assert.equal(await readPrice('cheap-today'), 2_000)
      while (!(await isShown(2_000))) await sleep(20)
    })
  })
}

/** Lists all possible stays within the searched days, computed from the test data without the code under test. */
function listStays({ basePoisha, rates, closures }: World): { nights: number; totalPoisha: number }[] {
  const isOpen = (night: number) =>
    !rates[night]!.closed &&
    [0, 1].some((unit) =>
      closures.every(
        (closure) => closure.unit !== unit || night < closure.from || night >= closure.from + closure.nights,
      ),
    )
  return Array.from({ length: SEARCHED_DAYS }, (_, from) =>
    Array.from({ length: Math.min(MAX_NIGHTS, SEARCHED_DAYS - from) }, (_, index) => {
      const nights = Array.from({ length: index + 1 }, (_, at) => from + at)
      const [arrival, departure] = [rates[from]!, rates[from + nights.length]!]
      const isPossible =
        nights.every(isOpen) &&
        !arrival.closed_to_arrival &&
        !departure.closed_to_departure &&
        nights.length >= (arrival.min_nights ?? 1) &&
        nights.length <= (arrival.max_nights ?? Infinity)
      const totalPoisha = nights.reduce((sum, night) => sum + (rates[night]!.price_poisha ?? basePoisha), 0)
      return isPossible ? [{ nights: nights.length, totalPoisha }] : []
    }).flat(),
  ).flat()
}
