import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of bothEngines) {
  describe(`unit closures in the office, on ${engine.name}`, () => {
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
    async function createRoom() {
      const slug = `shut-${++roomCount}`
      const room = await addRoom(app.db, slug, 1)
      const listUnits = async () => (await callAsOwner('getRoomUnits', { room })).body
      return { room, slug, list: listUnits, unit: (await listUnits()).data[0].id as number }
    }
    const closeUnit = (unit: number, from: number, to: number, options: object = {}) =>
      callAsOwner('closeUnit', { unit, from: app.day(from), to: app.day(to), reason: 'new carpet' }, options)
    const bookRoom = async (slug: string, from: number, to: number) => {
      const form = createStayForm(app, { slug, checkin: app.day(from), checkout: app.day(to) })
      return (await app.call('requestGuestBooking', form, { token: guestToken })).status
    }
    const isInSearch = async (slug: string, from: number, to: number) => {
      const search = { check_in: app.day(from), check_out: app.day(to), adult: 1, child: 0 }
      const { body } = await app.call('filterBooking', search)
      return body.data.some((room: { slug: string }) => room.slug === slug)
    }

    test('remove the unit from the search until it is reopened (OFF-54, SRCH-4)', async () => {
      const { room, slug, unit } = await createRoom()
      assert.equal(await isInSearch(slug, 6, 8), true)
      const { status, body } = await closeUnit(unit, 5, 8)
      assert.equal(status, 200)
      const [closure] = body.data[0].closures
      assert.deepEqual([closure.from, closure.to, closure.state], [app.day(5), app.day(8), 'to come'])
      assert.deepEqual([await isInSearch(slug, 7, 9), await isInSearch(slug, 8, 9)], [false, true])
      assert.deepEqual((await callAsOwner('reopenUnit', { id: closure.id })).body.data[0].closures, [])
      assert.equal(await isInSearch(slug, 6, 8), true)
      const { body: log } = await callAsOwner('getLog', { subject: `room ${room}` })
      const closureText = `${app.day(5)} – ${app.day(8)}, new carpet`
      assert.deepEqual(
        log.data.map((entry: { action: string; changes: { before: string; after: string }[] }) => [
          entry.action,
          entry.changes[0]!.before,
          entry.changes[0]!.after,
        ]),
        [
          ['unit reopened', closureText, null],
          ['unit closed', null, closureText],
        ],
      )
    })

    test('are stored and logged once if the request is repeated, also at the same moment (OFF-54)', async () => {
      const { room, slug, unit } = await createRoom()
      const responses = await Promise.all([1, 2, 3].map(() => closeUnit(unit, 5, 8)))
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200],
      )
      const { body } = await closeUnit(unit, 5, 8)
      assert.equal(body.data[0].closures.length, 1)
      assert.equal((await callAsOwner('getLog', { subject: `room ${room}` })).body.data.length, 1)
      await callAsOwner('reopenUnit', { id: body.data[0].closures[0].id })
      assert.equal(await isInSearch(slug, 6, 8), true)
    })

    test('can be ended today, and are then listed as past (OFF-54)', async () => {
      const { slug, unit, list } = await createRoom()
      const { body } = await closeUnit(unit, 0, 12)
      const [{ id }] = body.data[0].closures
      app.clock.advance(2 * 86_400_000)
      const token = await app.signIn('owner')
      guestToken = await app.newGuest()
      ownerToken = token
      assert.equal(await isInSearch(slug, 0, 2), false)
      const [endedClosure] = (await callAsOwner('reopenUnit', { id })).body.data[0].closures
      assert.deepEqual([endedClosure.from, endedClosure.to, endedClosure.state], [app.day(-2), app.day(0), 'over'])
      assert.equal(await isInSearch(slug, 0, 2), true)
      assert.equal((await callAsOwner('reopenUnit', { id })).status, 409)
      assert.equal((await list()).data[0].closures.length, 1)
    })

    test('are rejected, with the dates of the conflict, if sold nights need the unit (OFF-54, BOOK-8)', async () => {
      const { slug, unit, list } = await createRoom()
      assert.equal(await bookRoom(slug, 20, 22), 200)
      for (const language of ['en', 'bn'] as const) {
        const translator = translatorFor(language)
        const { status, body } = await closeUnit(unit, 18, 21, { language })
        assert.deepEqual(
          [status, body.errors],
          [422, { from: [translator.t('error.unit_sold', { nights: translator.day(app.day(20)) })] }],
        )
      }
      assert.deepEqual((await list()).data[0].closures, [])
      assert.equal(await bookRoom(slug, 18, 20), 200)
    })

    test('are rejected, with field errors in the language of the user, for wrong dates or a missing reason (OFF-54)', async () => {
      const { unit } = await createRoom()
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const readErrorsFor = async (from: string, to: string, reason = 'paint') =>
          (await callAsOwner('closeUnit', { unit, from, to, reason }, { language })).body.errors
        assert.deepEqual(await readErrorsFor(app.day(-1), app.day(2)), { from: [t('error.closing_past')] })
        assert.deepEqual(await readErrorsFor(app.day(3), app.day(3)), { to: [t('error.closing_order')] })
        assert.deepEqual(await readErrorsFor('2027-02-30', app.day(3), ''), {
          from: [t('error.date')],
          reason: [t('error.required')],
        })
        assert.deepEqual(Object.keys(await readErrorsFor(app.day(1), app.day(2000))), ['to'])
      }
      assert.equal((await closeUnit(2_000_000_000, 1, 2)).status, 404)
    })

    test('exclude a concurrent booking, so that exactly one of the two succeeds (OFF-54, BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        const { slug, unit } = await createRoom()
        const [bookingStatus, closedResponse] = await Promise.all([bookRoom(slug, 30, 33), closeUnit(unit, 31, 32)])
        assert.equal(bookingStatus === 200, closedResponse.status !== 200)
      }
    })
  })
}
