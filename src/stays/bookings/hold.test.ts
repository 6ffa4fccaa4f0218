import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { expireHolds } from './hold.ts'
import { HOUR_MS } from '#platform/durations.ts'

const HOLD_MS = HOUR_MS / 2

for (const engine of bothEngines) {
  describe(`a new stay, on ${engine.name}`, () => {
    let app: TestApp
    let guestToken: string
    let arrivalOffset = 40
    before(async () => {
      app = await startTestApp(engine)
    })
    beforeEach(async () => {
      guestToken = await app.newGuest()
      arrivalOffset += 4
      await writeCompany(app.db, { takesOnlinePayments: true, offlineNeedsApproval: true })
    })
    after(() => app.close())

    const createDays = () => ({ checkin: app.day(arrivalOffset), checkout: app.day(arrivalOffset + 2) })
    const book = (overrides: object = {}, token = guestToken) =>
      app.call('requestGuestBooking', createStayForm(app, { slug: 'family', ...createDays(), ...overrides }), {
        token,
        key: randomUUID(),
      })
    const bookOnHold = async () => (await book({ paymenttype: 1 })).body
    const readRow = ({ booking_id }: { booking_id: string }) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', booking_id).executeTakeFirstOrThrow()
    const createSearchInput = () => ({
      check_in: app.day(arrivalOffset),
      check_out: app.day(arrivalOffset + 2),
      adult: 1,
      child: 0,
    })
    /** Returns whether the room is free according to each endpoint. */
    const readAvailability = async () => {
      const foundRooms = (await app.call('filterBooking', createSearchInput())).body.data
      const price = await app.call('getStayPrice', { slug: 'family', ...createSearchInput() })
      const calendar = await app.call('getRoomNights', { slug: 'family', from: app.day(arrivalOffset), nights: 2 })
      return {
        search: foundRooms.some(({ slug }: { slug: string }) => slug === 'family'),
        price: price.body.free,
        calendar: calendar.body.data.every(({ state }: { state: string }) => state === 'free'),
      }
    }
    const createAvailability = (free: boolean) => ({ search: free, price: free, calendar: free })

    test('waits for payment or approval, or is confirmed, depending on the payment type and the settings (BOOK-3, BOOK-7, API-10)', async () => {
      const paymentCases = [
        [
          { takesOnlinePayments: true, offlineNeedsApproval: false },
          1,
          'pending_payment',
          /reserved for you until .*2027.*\. Please pay by then/,
        ],
        [{ takesOnlinePayments: true, offlineNeedsApproval: true }, 2, 'pending_approval', /open its link by/],
        [{ takesOnlinePayments: true, offlineNeedsApproval: false }, 2, 'confirmed', /Your stay is confirmed/],
      ] as const
      for (const [setting, paymenttype, status, nextStep] of paymentCases) {
        arrivalOffset += 4
        await writeCompany(app.db, setting)
        const { body } = await book({ slug: 'single', paymenttype })
        assert.deepEqual([body.status, body.payment_status], [status, 'unpaid'], JSON.stringify(setting))
        assert.match(body.next, nextStep)
        const holdMs = { pending_payment: HOLD_MS, pending_approval: 24 * HOUR_MS, confirmed: null }[status]
        const holdUntil = holdMs && app.clock.now + holdMs
        const expectedDeadline = holdUntil && new Date(holdUntil).toISOString()
        assert.equal((await readRow(body)).expires_at, holdUntil)
        assert.deepEqual(
          [body.pay_until, body.answer_until],
          status === 'pending_payment' ? [expectedDeadline, null] : [null, expectedDeadline],
        )
        const emails = (await readEmailsTo(app, 'rafiq@guest.example')).filter(({ text }) =>
          text.includes(body.booking_id),
        )
        assert.equal(emails.length, 1)
        assert.match(emails[0]!.text, status === 'pending_approval' ? /open the link below by/ : nextStep)
        assert.equal(body.message, 'Successfully booked.')
      }
      const { status, body } = await book({ paymenttype: 0 })
      assert.equal(status, 422)
      assert.deepEqual(body.errors, { paymenttype: ['Choose how you want to pay.'] })
    })

    test('is rejected with online payment if the company does not accept it (BOOK-3, BOOK-7)', async () => {
      await writeCompany(app.db, { takesOnlinePayments: false })
      for (const offlineNeedsApproval of [true, false]) {
        await writeCompany(app.db, { offlineNeedsApproval })
        const { status, body } = await book({ paymenttype: 1 })
        const sentence = 'Online payment is not available at the moment. Choose offline payment.'
        assert.deepEqual([status, body.errors], [422, { paymenttype: [sentence] }])
      }
    })

    test('reserves its nights until the hold expires, and then every endpoint shows them as free (BOOK-8, SRCH-4)', async () => {
      const heldBooking = await bookOnHold()
      app.clock.advance(HOLD_MS - 1)
      assert.deepEqual(await readAvailability(), createAvailability(false))
      assert.equal((await book()).status, 409)
      app.clock.advance(1)
      assert.deepEqual(await readAvailability(), createAvailability(true))
      assert.equal((await readRow(heldBooking)).status, 'expired')
      assert.equal((await book()).status, 200)
      assert.deepEqual(await readAvailability(), createAvailability(false))
      await assertBooksConsistent(app.db)
    })

    test('releases its nights to another guest at the moment of expiry, before any job runs (BOOK-8)', async () => {
      const heldBooking = await bookOnHold()
      app.clock.advance(HOLD_MS)
      const { status, body } = await book()
      assert.equal(status, 200)
      assert.notEqual(body.booking_id, heldBooking.booking_id)
      assert.equal((await readRow(heldBooking)).status, 'expired')
      await assertBooksConsistent(app.db)
    })

    test('causes an expiry email without the name of the guest if the address is unverified (BOOK-7)', async () => {
      const { booking_id } = await bookOnHold()
      app.clock.advance(HOLD_MS)
      const endedEmail = (await readEmailsTo(app, 'rafiq@guest.example')).find(
        ({ header }) => header('subject') === `Your request ${booking_id} has expired`,
      )!
      assert.match(endedEmail.text, /was not paid in time/)
      assert.match(endedEmail.text, /^Hello,\n\n/)
      assert.doesNotMatch(endedEmail.text + endedEmail.html, /Rafiq/)
    })

    test('is expired by a background job if no request arrives (BOOK-8)', async () => {
      const heldBooking = await bookOnHold()
      app.clock.advance(HOLD_MS - 1)
      await app.worker.runDue()
      assert.equal((await readRow(heldBooking)).status, 'pending_payment')
      app.clock.advance(1)
      await app.worker.runDue()
      assert.deepEqual(
        ['expired', null],
        [(await readRow(heldBooking)).status, (await readRow(heldBooking)).expires_at],
      )
      await assertBooksConsistent(app.db)
    })

    test('is shown to the guest as expired before the status is stored (BOOK-7, API-17)', async () => {
      const { booking_id } = await bookOnHold()
      app.clock.advance(HOLD_MS)
      const history = await app.call('activeBookingRooms', {}, { token: guestToken })
      assert.equal(history.body.data[0].status, 'expired')
      const details = await app.call('getBookingDetails', { id: booking_id }, { token: guestToken })
      assert.equal(details.body.roomParticular.status, 'expired')
    })

    test('releases its nights once, even if it is expired several times concurrently (BOOK-8)', async () => {
      await app.worker.runDue()
      const heldBookings = await Promise.all(Array.from({ length: 3 }, () => book({ slug: 'single', paymenttype: 1 })))
      app.clock.advance(HOLD_MS)
      const expiredCounts = await Promise.all([
        app.worker.runDue(),
        ...Array.from({ length: 20 }, () => expireHolds(app.db, app.clock.now, app)),
      ])
      assert.ok(expiredCounts.slice(1).reduce((sum, count) => sum + count) <= heldBookings.length)
      for (const { body } of heldBookings) assert.equal((await readRow(body)).status, 'expired')
      await assertBooksConsistent(app.db)
    })

    test('releases its room to exactly one of many guests when it expires (BOOK-8)', async () => {
      for (let round = 0; round < 5; round++) {
        arrivalOffset += 4
        await bookOnHold()
        app.clock.advance(HOLD_MS)
        const [responses] = await Promise.all([
          Promise.all(Array.from({ length: 40 }, () => book())),
          app.worker.runDue(),
          ...Array.from({ length: 5 }, () => expireHolds(app.db, app.clock.now, app)),
        ])
        assert.deepEqual(
          responses.map(({ status }) => status).sort((a, b) => a - b),
          [200, ...Array<number>(39).fill(409)],
        )
        await assertBooksConsistent(app.db)
      }
    })
  })
  describe(`a hold that expires during another booking, on ${engine.name}`, () => {
    let app: TestApp
    let actionDuringBooking: (() => Promise<unknown>) | undefined
    before(async () => {
      const selectsDueHolds = /^select .id. from .booking. where .expires_at. <= /
      const runMeanwhile = async ({ sql }: { sql: string }) => {
        if (!selectsDueHolds.test(sql)) return
        const firstAction = actionDuringBooking
        actionDuringBooking = undefined
        await firstAction?.()
      }
      app = await startTestApp(recordQueries(engine, runMeanwhile))
      await writeCompany(app.db, { takesOnlinePayments: true, offlineNeedsApproval: true })
    })
    after(() => app.close())

    test('does not block that booking, because its nights are free immediately (BOOK-3, BOOK-8)', async () => {
      const book = async (overrides: object = {}) => {
        const stay = { slug: 'family', checkin: app.day(40), checkout: app.day(42), ...overrides }
        return app.call('requestGuestBooking', createStayForm(app, stay), { token: await app.newGuest() })
      }
      assert.equal((await book({ paymenttype: 1 })).status, 200)
      app.clock.advance(HOLD_MS)
      actionDuringBooking = () => app.worker.runDue()
      assert.equal((await book()).status, 200)
      assert.equal(actionDuringBooking, undefined, 'the job ran during the booking')
      await assertBooksConsistent(app.db)
    })
  })
}
