import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { valueForTier } from '#testing/tier.ts'
import { translatorFor } from '#locales/both.ts'

/** The number of concurrent bookings, and of concurrent deactivations. */
const REQUEST_COUNT = valueForTier({ gate: 30, all: 100, soak: 100 })

for (const engine of enginesFor(import.meta.url)) {
  describe(`the units of a room, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    let guestToken: string
    let roomCount = 0
    before(async () => {
      ownerToken = await app.signIn('owner')
      guestToken = await app.newGuest()
    })

    const callAsOwner = (name: Parameters<TestApp['call']>[0], form: object, options: object = {}) =>
      app.call(name, form, { token: ownerToken, ...options })
    async function createRoom(unitCount: number) {
      const slug = `kept-${++roomCount}`
      const id = await addRoom(app.db, slug, unitCount)
      const listUnits = async () => (await callAsOwner('getRoomUnits', { room: id })).body
      return { id, slug, list: listUnits }
    }
    let bookingCount = 0
    const book = async (slug: string, from: number, to: number) =>
      (
        await app.call(
          'requestGuestBooking',
          createStayForm(app, {
            slug,
            checkin: app.day(from),
            checkout: app.day(to),
            message: `stay ${++bookingCount}`,
          }),
          { token: guestToken },
        )
      ).status
    const bookUntilFull = async (slug: string, from: number, to: number) => {
      for (let turn = 0; ; turn++) if ((await book(slug, from, to)) !== 200) return turn
    }
    const isInSearch = async (slug: string, from: number, to: number) => {
      const searchInput = { check_in: app.day(from), check_out: app.day(to), adult: 1, child: 0 }
      const { body } = await app.call('filterBooking', searchInput)
      return body.data.some((room: { slug: string }) => room.slug === slug)
    }
    const deactivate = (unit: { id: number; version: number; name: string }, active = false, options = {}) =>
      callAsOwner('saveUnit', { ...unit, active }, options)
    /** Checks that the inventory counters match the units. */
    async function assertCountersMatch(id: number) {
      const { capacity } = await app.db
        .selectFrom('room')
        .select('capacity')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const units = await app.db
        .selectFrom('unit')
        .select('id')
        .where('room_id', '=', id)
        .where('active', '=', 1)
        .execute()
      const nights = await app.db.selectFrom('inventory').selectAll().where('room_id', '=', id).execute()
      assert.equal(capacity, units.length)
      for (const { sold, capacity: nightCapacity } of nights)
        assert.ok(sold <= nightCapacity && nightCapacity === units.length)
    }

    test('include a new unit immediately, also on nights that were sold out (OFF-53, BOOK-8)', async () => {
      const { id, slug } = await createRoom(1)
      assert.equal(await bookUntilFull(slug, 5, 7), 1)
      assert.equal(await isInSearch(slug, 5, 7), false)
      const { status, body } = await callAsOwner('addUnit', { room: id, name: 'Garden 9' })
      assert.deepEqual([status, body.sold, body.data.length], [200, 2, 2])
      assert.equal(await isInSearch(slug, 5, 7), true)
      assert.equal(await bookUntilFull(slug, 5, 7), 1)
      await assertCountersMatch(id)
    })

    test('must have unique numbers of valid length, with field errors (OFF-53)', async () => {
      const { id, list } = await createRoom(2)
      const [firstUnit, secondUnit] = (await list()).data
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const responses = [await callAsOwner('addUnit', { room: id, name: firstUnit.name }, { language })]
        responses.push(await callAsOwner('saveUnit', { ...secondUnit, name: firstUnit.name }, { language }))
        for (const { status, body } of responses)
          assert.deepEqual([status, body.errors], [422, { name: [t('error.unit_taken')] }])
        const { body } = await callAsOwner('addUnit', { room: id, name: ' ' }, { language })
        assert.deepEqual(body.errors, { name: [t('error.required')] })
      }
      assert.deepEqual(Object.keys((await callAsOwner('addUnit', { room: id, name: 'x'.repeat(41) })).body.errors), [
        'name',
      ])
      assert.equal((await callAsOwner('addUnit', { room: 2_000_000_000, name: 'Nowhere' })).status, 404)
      assert.equal((await callAsOwner('saveUnit', { ...firstUnit, id: 2_000_000_000 })).status, 404)
    })

    test('cannot be renamed from a stale version (409), and the log has the old and the new name (OFF-53)', async () => {
      const { id, list } = await createRoom(1)
      const [unit] = (await list()).data
      assert.equal((await callAsOwner('saveUnit', { ...unit, name: `${unit.name} north` })).status, 200)
      assert.equal((await callAsOwner('saveUnit', { ...unit, name: `${unit.name} south` })).status, 409)
      const { body } = await callAsOwner('getLog', { subject: `room ${id}` })
      assert.deepEqual(
        [body.data[0].action, body.data[0].changes],
        ['unit changed', [{ field: 'unit', before: unit.name, after: `${unit.name} north` }]],
      )
    })

    test('are sold only while they are active (OFF-53, BOOK-8)', async () => {
      const { id, slug, list } = await createRoom(2)
      const [unit] = (await list()).data
      assert.equal((await deactivate(unit)).body.sold, 1)
      assert.deepEqual([await bookUntilFull(slug, 20, 22), await bookUntilFull(slug, 400, 401)], [1, 1])
      await assertCountersMatch(id)
      const [inactiveUnit] = (await list()).data
      assert.equal((await deactivate(inactiveUnit, true)).body.sold, 2)
      assert.deepEqual([await bookUntilFull(slug, 20, 22), await bookUntilFull(slug, 400, 401)], [1, 1])
      await assertCountersMatch(id)
    })

    test('cannot be deactivated if sold nights need them, and the error names the nights (OFF-53, BOOK-8)', async () => {
      const { id, slug, list } = await createRoom(1)
      assert.deepEqual([await book(slug, 30, 32), await book(slug, 40, 41)], [200, 200])
      const [unit] = (await list()).data
      for (const language of ['en', 'bn'] as const) {
        const translator = translatorFor(language)
        const { status, body } = await deactivate(unit, false, { language })
        assert.equal(status, 422)
        const [errorText] = body.errors.active
        assert.ok(errorText.includes(translator.day(app.day(40))), errorText)
        assert.ok(errorText.includes(translator.day(app.day(31)).split(' ').at(-1)), errorText)
      }
      assert.deepEqual((await list()).data, [unit])
      await assertCountersMatch(id)
    })

    test('are counted correctly when two are deactivated together (OFF-53, BOOK-8)', async () => {
      for (let round = 0; round < 5; round++) {
        const { id, list } = await createRoom(3)
        const [firstUnit, secondUnit] = (await list()).data
        const responses = await Promise.all([deactivate(firstUnit), deactivate(secondUnit)])
        assert.deepEqual(
          responses.map(({ status }) => status),
          [200, 200],
        )
        await assertCountersMatch(id)
      }
    })

    test('are booked or deactivated once under concurrent requests for the last unit (OFF-53, BOOK-8)', async () => {
      for (let round = 0; round < valueForTier({ gate: 1, all: 2, soak: 10 }); round++) {
        const { id, slug, list } = await createRoom(1)
        const [unit] = (await list()).data
        const bookings = Array.from({ length: REQUEST_COUNT }, () => book(slug, 50, 53))
        const deactivations = Array.from({ length: REQUEST_COUNT }, async () => (await deactivate(unit)).status)
        const bookedCount = (await Promise.all(bookings)).filter((status) => status === 200).length
        const deactivatedCount = (await Promise.all(deactivations)).filter((status) => status === 200).length
        assert.equal(bookedCount + deactivatedCount, 1)
        await assertCountersMatch(id)
      }
    })
  })
}
