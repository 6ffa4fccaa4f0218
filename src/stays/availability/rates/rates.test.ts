import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { createRateCalls } from '#testing/rates.ts'
import { grantToDesk } from '#testing/second-process.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { parseDay } from '#platform/day.ts'
import { translatorFor } from '#locales/both.ts'

const FRIDAY = 5
const SATURDAY = 6

for (const engine of enginesFor(import.meta.url)) {
  describe(`the rates API, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let rateCalls: Awaited<ReturnType<typeof createRateCalls>>
    let guestToken: string
    before(async () => {
      rateCalls = await createRateCalls(app)
      guestToken = await app.newGuest()
    })

    const readSlug = async (id: number) =>
      (await app.db.selectFrom('room').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
    const readPrice = async (id: number, from: string, to: string) =>
      app.call('getStayPrice', { slug: await readSlug(id), check_in: from, check_out: to, adult: 1, child: 0 })
    const findCalendarRoom = async (id: number) =>
      (await rateCalls.call('getRates')).body.rooms.find((room: { id: number }) => room.id === id)
    const book = async (id: number, from: string, to: string) => {
      const form = createStayForm(app, {
        slug: await readSlug(id),
        checkin: from,
        checkout: to,
        message: `${id} ${from}`,
      })
      return app.call('requestGuestBooking', form, { token: guestToken })
    }

    test('raises the weekend prices of a month exactly as previewed, also for guests (OFF-62, OFF-63)', async () => {
      const [firstRoomId, secondRoomId] = [await rateCalls.newRoom(), await rateCalls.newRoom()]
      const marchWeekends = {
        rooms: [firstRoomId, secondRoomId],
        from: '2027-03-01',
        to: '2027-03-31',
        weekdays: [FRIDAY, SATURDAY],
      }
      const form = { ...marchWeekends, price: 'percent', amount: 12.55 }
      const { body: preview } = await rateCalls.preview(form)
      assert.deepEqual(
        { ...preview, digest: '' },
        {
          digest: '',
          chosen: 16,
          nights: 16,
          before: { lowest: 4000, highest: 4000 },
          after: { lowest: 4502, highest: 4502 },
          far: 0,
          rounded: false,
          sold: 0,
          full: 0,
        },
      )
      assert.deepEqual(await rateCalls.rows(firstRoomId), [])
      const { status, body } = await rateCalls.call('applyRates', { ...form, digest: preview.digest })
      assert.deepEqual([status, body.nights], [200, 16])
      for (const id of [firstRoomId, secondRoomId]) {
        const rows = await rateCalls.rows(id)
        const weekendDays = ['05', '06', '12', '13', '19', '20', '26', '27'].map((day) => parseDay(`2027-03-${day}`))
        assert.deepEqual(
          rows.map(({ day, price_poisha }) => [day, price_poisha]),
          weekendDays.map((day) => [day, 450_200]),
        )
        assert.equal((await readPrice(id, '2027-03-04', '2027-03-07')).body.total, 4000 + 2 * 4502)
      }
      const secondPreview = await rateCalls.preview({ ...marchWeekends, price: 'set', amount: 4502 })
      assert.deepEqual([secondPreview.body.nights, secondPreview.body.before], [0, null])
      const response = await rateCalls.call('applyRates', {
        ...marchWeekends,
        price: 'set',
        amount: 4502,
        digest: secondPreview.body.digest,
      })
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['price']])
    })

    test("keeps values that the change omits, and deletes a rate that equals the room's own values (OFF-62)", async () => {
      const id = await rateCalls.newRoom()
      const selectedNights = { rooms: [id], from: '2027-04-01', to: '2027-04-03' }
      await rateCalls.change({ ...selectedNights, price: 'set', amount: 5000.5, min_nights: 2 })
      await rateCalls.change({ ...selectedNights, to: '2027-04-02', no_arrival: true, max_nights: 5 })
      await rateCalls.change({ ...selectedNights, from: '2027-04-02', closed: true, price: 'add', amount: -0.5 })
      const [firstRow, secondRow, thirdRow] = await rateCalls.rows(id)
      const commonFields = { room_id: id, min_nights: 2, closed_to_departure: 0, policy_id: null }
      const day = parseDay('2027-04-01')!
      const limitedRate = { ...commonFields, closed_to_arrival: 1, max_nights: 5 }
      const unlimitedRate = { ...commonFields, closed_to_arrival: 0, max_nights: null }
      assert.deepEqual({ ...firstRow }, { ...limitedRate, day, price_poisha: 500_050, closed: 0 })
      assert.deepEqual({ ...secondRow }, { ...limitedRate, day: day + 1, price_poisha: 500_000, closed: 1 })
      assert.deepEqual({ ...thirdRow }, { ...unlimitedRate, day: day + 2, price_poisha: 500_000, closed: 1 })
      const plainRate = { price: 'own', closed: false, no_arrival: false, min_nights: null, max_nights: null }
      await rateCalls.change({ ...selectedNights, ...plainRate })
      assert.deepEqual(await rateCalls.rows(id), [])
    })

    test('returns the days that have their own rates, and the free units, in compressed form (OFF-61)', async () => {
      const id = await rateCalls.newRoom(2)
      const [from, to] = [app.day(100), app.day(103)]
      assert.equal((await book(id, app.day(101), to)).status, 200)
      await rateCalls.change({ rooms: [id], from, to, price: 'set', amount: 4100, no_departure: true })
      const { body } = await rateCalls.call('getRates')
      assert.deepEqual([body.today, body.last], [app.day(0), app.day(540)])
      const dayIndex = parseDay(from)! - parseDay(body.first)!
      const room = await findCalendarRoom(id)
      assert.deepEqual(room.own, [[dayIndex, 4, 4100, null, null, 4, null]])
      assert.deepEqual(room.left, [[dayIndex + 1, 2, 1]])
      assert.deepEqual([room.price, room.units, room.active], [4000, 2, true])
    })

    test('keeps the price of sold nights and counts them in the preview (OFF-63)', async () => {
      const id = await rateCalls.newRoom(1)
      const [from, to] = [app.day(200), app.day(202)]
      const { body: booking } = await book(id, from, to)
      const form = { rooms: [id], from, to, price: 'percent', amount: 50 }
      const { body } = await rateCalls.preview(form)
      assert.deepEqual([body.nights, body.sold, body.full, body.far], [3, 2, 2, 3])
      assert.equal((await rateCalls.change(form)).status, 200)
      const { total_poisha: totalPoisha } = await app.db
        .selectFrom('booking')
        .select('total_poisha')
        .where('code', '=', booking.booking_id)
        .executeTakeFirstOrThrow()
      assert.equal(totalPoisha, 800_000)
    })

    test('rejects a change with 409 if the request or the data differs from the preview (OFF-63)', async () => {
      const id = await rateCalls.newRoom(2)
      const form = { rooms: [id], from: app.day(210), to: app.day(212), price: 'add', amount: 100 }
      const readDigest = async () => (await rateCalls.preview(form)).body.digest as string
      const oldDigest = await readDigest()
      assert.equal((await rateCalls.call('applyRates', { ...form, amount: 200, digest: oldDigest })).status, 409)
      await rateCalls.change({ ...form, price: 'set', amount: 7000, to: app.day(210) })
      for (const language of ['en', 'bn'] as const) {
        const { status, body } = await rateCalls.call('applyRates', { ...form, digest: oldDigest }, { language })
        assert.deepEqual([status, body.message], [409, translatorFor(language).t('error.rates_stale')])
      }
      const newDigest = await readDigest()
      assert.equal((await book(id, app.day(211), app.day(212))).status, 200)
      assert.equal((await rateCalls.call('applyRates', { ...form, digest: newDigest })).status, 409)
      assert.equal((await rateCalls.call('applyRates', { ...form, digest: await readDigest() })).status, 200)
    })

    test('applies only one of several concurrent changes of the same nights (OFF-63)', async () => {
      for (let round = 0; round < 5; round++) {
        const roomIds = [await rateCalls.newRoom(), await rateCalls.newRoom()]
        const form = { from: app.day(20), to: app.day(40), price: 'add', amount: 500 }
        const [formInOrder, formInReverseOrder] = [
          { ...form, rooms: roomIds },
          { ...form, rooms: roomIds.toReversed() },
        ]
        const { digest } = (await rateCalls.preview(formInOrder)).body
        const responses = await Promise.all(
          [formInOrder, formInReverseOrder, formInOrder, formInReverseOrder].map((change) =>
            rateCalls.call('applyRates', { ...change, digest }),
          ),
        )
        assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409, 409])
        for (const id of roomIds)
          assert.deepEqual([...new Set((await rateCalls.rows(id)).map((row) => row.price_poisha))], [450_000])
      }
    })

    test('requires exactly the permission "change rates" (OFF-66)', async () => {
      const token = await app.signIn('staff')
      const id = await rateCalls.newRoom()
      const form = { rooms: [id], from: app.day(1), to: app.day(1), closed: true }
      assert.equal((await app.call('previewRates', form, { token })).status, 403)
      await grantToDesk(app, ['change rates'])
      const { body } = await app.call('previewRates', form, { token })
      assert.equal((await app.call('applyRates', { ...form, digest: body.digest }, { token })).status, 200)
      const { data } = (await app.call('getRateChanges', {}, { token })).body
      assert.deepEqual(
        [data[0].who, data[0].nights, data[0].rules],
        ['Tanvir Hasan', 1, [{ rule: 'closed', value: true }]],
      )
    })
  })
}
