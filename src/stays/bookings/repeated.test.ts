import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readBookingTables, createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { publish } from '#platform/database/publish.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { releaseRooms } from './stay-with-rooms.ts'

for (const engine of bothEngines) {
  describe(`a repeated booking request, on ${engine.name}`, () => {
    let app: TestApp
    let guestToken: string
    before(async () => {
      app = await startTestApp(engine)
      guestToken = await app.newGuest()
    })
    after(() => app.close())

    const book = (
      from: number,
      overrides: object = {},
      options: { token?: string; key?: string; language?: string } = {},
    ) =>
      app.call(
        'requestGuestBooking',
        createStayForm(app, { slug: 'family', checkin: app.day(from), checkout: app.day(from + 2), ...overrides }),
        { token: guestToken, ...options },
      )
    const repeatConcurrently = <T>(times: number, work: () => Promise<T>) =>
      Promise.all(Array.from({ length: times }, work))

    test('with the same key creates one booking, even if it is sent ten times concurrently for the last unit (BOOK-8)', async () => {
      const responses = await repeatConcurrently(10, () => book(90, {}, { key: 'pressed-ten-times' }))
      for (const { status, body } of responses) assert.deepEqual([status, body], [200, responses[0]!.body])
      const laterResponse = await book(90, {}, { key: 'pressed-ten-times' })
      assert.deepEqual(laterResponse.body, responses[0]!.body)
    })

    test('with the same key and different content is rejected with 422 (BOOK-8)', async () => {
      await book(100, {}, { key: 'one' })
      const stateBefore = await readBookingTables(app)
      for (const overrides of [
        { adult: 2 },
        { message: '' },
        { paymenttype: 1 },
        { phone: '+8801700000005' },
        { slug: 'single' },
      ]) {
        const { status, body } = await book(100, overrides, { key: 'one' })
        assert.equal(status, 422)
        assert.deepEqual(body, { message: 'This idempotency key was used for another request.', errors: {} })
      }
      assert.deepEqual(await readBookingTables(app), stateBefore)
      const response = await book(100, { user_id: 7, account_type: 'member', total: 1 }, { key: 'one' })
      assert.equal(response.status, 200, 'ignored fields make no difference')
    })

    test('with the same key returns the first answer, even if the room can no longer be booked (BOOK-8)', async () => {
      const firstResponse = await book(0, { slug: 'executive' }, { key: 'today' })
      assert.equal(firstResponse.status, 200)
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('slug', '=', 'executive').execute())
      assert.deepEqual((await book(0, { slug: 'executive' }, { key: 'today' })).body, firstResponse.body)
      assert.equal((await book(0, { slug: 'executive' }, { key: 'tomorrow' })).status, 422)
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 1 }).where('slug', '=', 'executive').execute())
    })

    test('is accepted with the key of a rejected request (BOOK-8)', async () => {
      assert.equal((await book(90, {}, { key: 'again' })).status, 409)
      assert.equal((await book(90, { adult: 9 }, { key: 'again' })).status, 422)
      assert.equal((await book(110, {}, { key: 'again' })).status, 200)
    })

    const endActions = {
      cancelled: async (code: string) =>
        void (await app.call('cancelBooking', { id: code, fee: 0 }, { token: guestToken })),
      declined: (code: string) => end(code, 'declined'),
      expired: (code: string) => end(code, 'expired'),
    }
    async function end(code: string, status: 'declined' | 'expired'): Promise<void> {
      const endedRow = await app.db
        .updateTable('booking')
        .set({ status })
        .where('code', '=', code)
        .returningAll()
        .executeTakeFirstOrThrow()
      await releaseRooms(app.db, { rooms: [endedRow] })
    }
    for (const [outcome, endFirstStay] of Object.entries(endActions)) {
      test(`without a key creates a new booking if the first stay was ${outcome} (BOOK-8)`, async () => {
        const from = 200 + 4 * Object.keys(endActions).indexOf(outcome)
        const firstResponse = await book(from)
        assert.deepEqual((await book(from)).body, firstResponse.body)
        await endFirstStay(firstResponse.body.booking_id)
        const [secondResponse, ...duplicateResponses] = await repeatConcurrently(10, () => book(from))
        assert.equal(secondResponse!.status, 200)
        assert.notEqual(secondResponse!.body.booking_id, firstResponse.body.booking_id)
        assert.equal(secondResponse!.body.status, 'pending_approval')
        for (const duplicateResponse of duplicateResponses)
          assert.deepEqual(duplicateResponse.body, secondResponse!.body)
        assert.deepEqual((await book(from)).body, secondResponse!.body)
        await assertBooksConsistent(app.db)
      })

      test(`with the same key is rejected with an explanation if the first stay was ${outcome} (BOOK-8)`, async () => {
        const from = 220 + 4 * Object.keys(endActions).indexOf(outcome)
        const firstResponse = await book(from, {}, { key: outcome })
        await endFirstStay(firstResponse.body.booking_id)
        const stateBefore = await readBookingTables(app)
        for (const language of languages) {
          const responses = await repeatConcurrently(3, () => book(from, {}, { key: outcome, language }))
          for (const { status, body } of responses)
            assert.deepEqual([status, body], [409, { message: translatorFor(language).t('booking.no_longer') }])
        }
        assert.deepEqual(await readBookingTables(app), stateBefore)
        assert.equal((await book(from, {}, { key: `${outcome}, anew` })).status, 200)
      })
    }

    test('without a key creates a new booking after the payment time, before the expiry is stored (BOOK-8)', async () => {
      await writeCompany(app.db, { takesOnlinePayments: true, holdMinutes: 1 })
      const firstResponse = await book(240, { paymenttype: 1 })
      app.clock.advance(60_000)
      const secondResponse = await book(240, { paymenttype: 1 })
      assert.equal(secondResponse.status, 200)
      assert.notEqual(secondResponse.body.booking_id, firstResponse.body.booking_id)
      await writeCompany(app.db, { takesOnlinePayments: false, holdMinutes: 30 })
    })

    test('with the same key from another account does not return the first booking (BOOK-8, ACCT-13)', async () => {
      const firstResponse = await book(120, {}, { key: 'shared' })
      const otherResponse = await book(120, {}, { key: 'shared', token: await app.newGuest() })
      assert.deepEqual([firstResponse.status, otherResponse.status], [200, 409])
      assert.equal(otherResponse.body.booking_id, undefined)
    })

    test('without a key counts as a duplicate for two minutes, concurrent or in sequence (BOOK-8)', async () => {
      const responses = await repeatConcurrently(10, () => book(130))
      for (const { status, body } of responses) assert.deepEqual([status, body], [200, responses[0]!.body])
      app.clock.advance(2 * 60_000 - 1)
      assert.deepEqual((await book(130)).body, responses[0]!.body)
      app.clock.advance(1)
      assert.equal((await book(130)).status, 409)

      const [firstResponse] = await repeatConcurrently(5, () => book(140, { slug: 'single' }))
      app.clock.advance(2 * 60_000)
      const [secondResponse, ...duplicateResponses] = await repeatConcurrently(5, () => book(140, { slug: 'single' }))
      assert.notEqual(secondResponse!.body.booking_id, firstResponse!.body.booking_id)
      for (const duplicateResponse of duplicateResponses) assert.deepEqual(duplicateResponse.body, secondResponse!.body)
    })

    test('creates a new booking if the account or the content differs, or if it has a key and the first had none (BOOK-8)', async () => {
      const fields = { slug: 'single' }
      const responses = [
        await book(150, fields),
        await book(150, { ...fields, message: 'And a late meal' }),
        await book(150, fields, { key: 'with-a-key' }),
        await book(150, fields, { token: await app.newGuest() }),
      ]
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      assert.equal(new Set(responses.map(({ body }) => body.booking_id)).size, 4)
    })

    test('with a key is rejected by guestRegister, because the key would give access to the account (API-9, ACCT-13)', async () => {
      const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
      const readKeys = () => app.db.selectFrom('request_key').selectAll().execute()
      const keysBefore = await readKeys()
      const responses = await repeatConcurrently(2, () => app.call('guestRegister', rafiq, { key: 'guess-me' }))
      assert.deepEqual(
        responses.map(({ status, body }) => [status, body.access_token]),
        [
          [400, undefined],
          [400, undefined],
        ],
      )
      assert.deepEqual(await readKeys(), keysBefore)
    })
  })
}
