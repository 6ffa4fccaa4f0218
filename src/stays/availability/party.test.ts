import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { parseDay } from '#platform/day.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`priceParty, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    const createDays = (from = 30) => ({ check_in: app.day(from), check_out: app.day(from + 2) })
    const twin = { slug: 'twin', adult: 2, child: 0 }
    const family = { slug: 'family', adult: 3, child: 1 }
    const priceParty = (rooms: object[], from?: number) => app.call('priceParty', { ...createDays(from), rooms })
    const readPrice = async ({ slug, adult, child }: typeof twin) =>
      (await app.call('getStayPrice', { ...createDays(), slug, adult, child })).body

    test('returns the price of each room in the requested order, and their sum (SRCH-4, BOOK-8)', async () => {
      const { status, body } = await priceParty([family, twin, twin])
      assert.equal(status, 200)
      const [familyPrice, twinPrice] = [await readPrice(family), await readPrice(twin)]
      assert.equal(body.total, familyPrice.total + 2 * twinPrice.total)
      assert.ok(Math.abs(body.vat - familyPrice.vat - 2 * twinPrice.vat) < 0.02)
      assert.equal(body.free, true)
      assert.deepEqual(
        body.rooms.map(({ slug, adult, child, total }: typeof twin & { total: number }) => [slug, adult, child, total]),
        [family, twin, twin].map((room) => [
          room.slug,
          room.adult,
          room.child,
          room === twin ? twinPrice.total : familyPrice.total,
        ]),
      )
    })

    test('reports the rooms as free only if enough units of each are free on every night (BOOK-8)', async () => {
      const { id, units } = (await app.call('getRoomDetails', { slug: 'twin' })).body.roomParticular
      assert.ok(units >= 2)
      const allTwins = Array.from({ length: units }, () => twin)
      assert.equal((await priceParty(allTwins)).body.free, true)
      assert.equal((await priceParty([...allTwins, twin])).body.free, false)
      // The stay has the nights 30 and 31. Nights 29 and 32 do not matter.
      for (const [day, isFree] of [
        [29, true],
        [30, false],
        [31, false],
        [32, true],
      ] as const) {
        await app.db.deleteFrom('inventory').where('room_id', '=', id).execute()
        const night = parseDay(app.day(day))!
        await app.db.insertInto('inventory').values({ room_id: id, night, sold: 1, capacity: units }).execute()
        assert.equal((await priceParty(allTwins)).body.free, isFree, `night ${day}`)
        assert.equal((await priceParty([family, twin])).body.free, true)
      }
    })

    test('rejects an invalid room, past dates, and fewer than two or more than ten rooms', async () => {
      assert.deepEqual(Object.keys((await priceParty([twin, { ...twin, adult: 3 }])).body.errors), ['adult'])
      assert.equal((await priceParty([twin, { ...twin, slug: 'no-such-room' }])).status, 404)
      assert.deepEqual(Object.keys((await priceParty([twin, twin], -3)).body.errors), ['check_in'])
      for (const rooms of [[twin], Array.from({ length: 11 }, () => twin)]) {
        const { status, body } = await priceParty(rooms)
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(body.errors), ['rooms'])
      }
    })
  })
}
