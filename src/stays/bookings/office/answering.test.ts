import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { isoDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import { enginesFor } from '#testing/engines.ts'
import { keepSignedIn } from '#testing/keep-signed-in.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { expireHolds } from '../hold.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`confirmRequest and declineRequest, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let staffToken: string
    let ownerToken: string
    let guestToken: string
    let arrivalOffset = 20
    before(async () => {
      ;[staffToken, ownerToken, guestToken] = [
        await app.signIn('staff'),
        await app.signIn('owner'),
        await app.newGuest(),
      ]
    })
    beforeEach(() => void (arrivalOffset += 4))

    async function requestStay(overrides: object = {}, language: Language = 'en'): Promise<string> {
      const form = createStayForm(app, {
        checkin: app.day(arrivalOffset),
        checkout: app.day(arrivalOffset + 3),
        ...overrides,
      })
      const body = await app.callOk('requestGuestBooking', form, {
        token: guestToken,
        key: randomUUID(),
        language,
      })
      assert.equal(body.status, 'pending_approval')
      return body.booking_id
    }
    const answer = (name: 'confirmRequest' | 'declineRequest', code: string, message = '', token = staffToken) =>
      app.call(name, { code, message }, { token })
    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const isFree = async () => {
      const search = { check_in: app.day(arrivalOffset), check_out: app.day(arrivalOffset + 3), adult: 1, child: 0 }
      const price = await app.call('getStayPrice', { slug: 'family', ...search })
      return price.body.free as boolean
    }
    const setDeadline = (code: string, deadlineMs: number) =>
      app.db.updateTable('booking').set({ expires_at: deadlineMs }).where('code', '=', code).execute()
    const countOpenRequests = async (code: string) =>
      (
        await app.db
          .selectFrom('open_request')
          .innerJoin('booking', 'booking.id', 'booking_id')
          .select('who')
          .where('code', '=', code)
          .execute()
      ).length

    test('getBookingRecord returns whether the address is confirmed, and how many more rooms are free on these nights (OFF-348)', async () => {
      const readRequestState = async (code: string) => {
        const { body } = await app.call('getBookingRecord', { code }, { token: staffToken })
        return [body.is_email_confirmed, body.free]
      }
      const { capacity } = await app.db
        .selectFrom('room')
        .select('capacity')
        .where('slug', '=', 'single')
        .executeTakeFirstOrThrow()
      const createFreeUnits = (unitCount: number) => [{ room_name: 'Single Room', units: unitCount }]
      const code = await requestStay()
      assert.deepEqual(await readRequestState(code), [false, createFreeUnits(capacity - 1)])
      await requestStay({
        checkin: app.day(arrivalOffset + 2),
        checkout: app.day(arrivalOffset + 4),
        email: 'other@buyer.example',
      })
      assert.deepEqual(await readRequestState(code), [false, createFreeUnits(capacity - 2)])
      await app.db.updateTable('booking').set({ email_verified_at: app.clock.now }).where('code', '=', code).execute()
      assert.deepEqual(await readRequestState(code), [true, createFreeUnits(capacity - 2)])
      await answer('confirmRequest', code)
      assert.deepEqual(await readRequestState(code), [true, null])
    })

    test('confirms a request, removes its deadline and returns the whole booking (OFF-2)', async () => {
      const code = await requestStay()
      await setDeadline(code, app.clock.now + MINUTE_MS)
      const { status, body } = await answer('confirmRequest', code, 'The door is open all night.')
      assert.equal(status, 200)
      assert.deepEqual([body.status, body.can_be_answered, body.held_until], ['confirmed', false, null])
      assert.equal(body.answer, 'The door is open all night.')
      assert.deepEqual(
        body.history.map(({ what, who }: { what: string; who: string }) => [what, who]),
        [
          ['asked', 'Rafiq Islam'],
          ['booking confirmed', 'Tanvir Hasan'],
        ],
      )
      assert.equal((await readRow(code)).expires_at, null)
      assert.equal(await countOpenRequests(code), 0)
      await app.worker.runDue()
      const emails = body.emails.map((email: object) => ({ ...email, state: 'sent' }))
      assert.deepEqual((await app.call('getBookingRecord', { code }, { token: ownerToken })).body, { ...body, emails })
      await assertBooksConsistent(app.db)
    })

    test('releases the nights immediately when a request is declined (OFF-2, BOOK-8)', async () => {
      const code = await requestStay({ slug: 'family' })
      assert.equal(await isFree(), false)
      const { status, body } = await answer('declineRequest', code)
      assert.deepEqual([status, body.status, body.payment_status], [200, 'declined', 'unpaid'])
      assert.equal(await isFree(), true)
      assert.equal(await countOpenRequests(code), 0)
      await assertBooksConsistent(app.db)
    })

    test('emails the guest in their language, with the message exactly as typed (OFF-3)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        for (const [name, subject] of [
          ['confirmRequest', 'mail.confirmed_subject'],
          ['declineRequest', 'mail.declined_subject'],
        ] as const) {
          arrivalOffset += 4
          const code = await requestStay({}, language)
          await answer(name, code, 'Come by <b>noon</b> & ring.\nTwice.')
          const email = (await readEmailsTo(app, 'rafiq@guest.example')).at(-1)!
          assert.equal(email.header('subject'), t(subject, { code }))
          assert.ok(email.text.includes('Come by <b>noon</b> & ring.\nTwice.'))
          assert.ok(email.html.includes('Come by &lt;b&gt;noon&lt;/b&gt; &amp; ring.<br>Twice.'))
          const path = name === 'confirmRequest' ? 'booking-success\\?stay=[\\w-]{43}' : 'rooms'
          assert.match(email.text, new RegExp(`https://selvage.example${language === 'bn' ? '/bn' : ''}/${path}`))
          assert.doesNotMatch(email.text, /Rafiq/)
          const { emails } = (await app.call('getBookingRecord', { code }, { token: staffToken })).body
          assert.deepEqual(
            emails.map((listed: { subject: string; state: string }) => [listed.subject, listed.state]),
            [
              [t('mail.booking_subject', { code }), 'sent'],
              [t(subject, { code }), 'sent'],
            ],
          )
        }
      }
    })

    test('rejects a second answer with 409 and the current status (OFF-4)', async () => {
      const code = await requestStay()
      await answer('confirmRequest', code)
      const rowBefore = await readRow(code)
      for (const name of ['declineRequest', 'confirmRequest'] as const) {
        const { status, body } = await answer(name, code, 'too late', ownerToken)
        assert.deepEqual([status, body.message], [409, translatorFor('en').t('booking.now_confirmed')])
      }
      assert.deepEqual(await readRow(code), rowBefore)
      await assertBooksConsistent(app.db)
    })

    test('accepts one of twenty concurrent answers and sends one email (OFF-4, BOOK-8)', async () => {
      for (let round = 0; round < 3; round++) {
        arrivalOffset += 4
        const code = await requestStay()
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            answer(index % 2 ? 'confirmRequest' : 'declineRequest', code, '', index % 3 ? staffToken : ownerToken),
          ),
        )
        const acceptedResponses = responses.filter(({ status }) => status === 200)
        assert.equal(acceptedResponses.length, 1)
        assert.ok(responses.every(({ status }) => status === 200 || status === 409))
        assert.equal((await readRow(code)).status, acceptedResponses[0]!.body.status)
        const emails = await app.db.selectFrom('mail').select('id').where('about', '=', `booking ${code}`).execute()
        assert.equal(emails.length, 2)
        await assertBooksConsistent(app.db)
      }
    })

    test('results in one final status, and counts the nights once, when a request is answered and cancelled together (OFF-4)', async () => {
      for (const name of ['confirmRequest', 'declineRequest'] as const) {
        for (let round = 0; round < 3; round++) {
          arrivalOffset += 4
          const code = await requestStay()
          const [answerResponse, cancelledResponse] = await Promise.all([
            answer(name, code),
            app.call('cancelBooking', { id: code, fee: 0 }, { token: guestToken }),
          ])
          const { status } = await readRow(code)
          if (name === 'confirmRequest') {
            // A guest may cancel a stay that was just confirmed. Staff may not confirm a stay that was just cancelled.
            assert.deepEqual([cancelledResponse.status, status], [200, 'cancelled'])
            assert.ok([200, 409].includes(answerResponse.status))
          } else {
            assert.deepEqual([answerResponse.status, cancelledResponse.status].sort(), [200, 409])
            assert.equal(status, answerResponse.status === 200 ? 'declined' : 'cancelled')
          }
          await assertBooksConsistent(app.db)
        }
      }
    })

    test('rejects an answer after the deadline, even before the expiry is stored (OFF-4)', async () => {
      const code = await requestStay()
      await setDeadline(code, app.clock.now + MINUTE_MS)
      app.clock.advance(MINUTE_MS)
      const [firstResponse, , secondResponse] = await Promise.all([
        answer('confirmRequest', code),
        expireHolds(app.db, app.clock.now, app),
        answer('declineRequest', code, '', ownerToken),
      ])
      for (const { status, body } of [firstResponse, secondResponse])
        assert.deepEqual([status, body.message], [409, translatorFor('en').t('booking.now_expired')])
      const record = (await app.call('getBookingRecord', { code }, { token: staffToken })).body
      assert.deepEqual([record.status, record.can_be_answered], ['expired', false])
      await assertBooksConsistent(app.db)
    })

    test('rejects confirming a request whose nights are over, which can still be declined (OFF-4)', async () => {
      const startedAt = app.clock.now
      const code = await requestStay()
      const { check_out } = await readRow(code)
      await setDeadline(code, startedAt + 200 * DAY_MS)
      app.clock.now = Date.parse(`${isoDay(check_out + 1)}T00:00:00+06:00`)
      await keepSignedIn(app.db)
      try {
        const { status, body } = await answer('confirmRequest', code)
        assert.deepEqual([status, body.message], [409, translatorFor('en').t('desk.stay_over')])
        assert.equal((await readRow(code)).status, 'pending_approval')
        assert.equal((await answer('declineRequest', code)).status, 200)
        await assertBooksConsistent(app.db)
      } finally {
        app.clock.now = startedAt
      }
    })

    test('getWaitingRequests lists pending requests in pages, sorted by deadline (OFF-1)', async () => {
      const listAll = async () => {
        const foundCodes: string[] = []
        let after: string | undefined
        do {
          const { body } = await app.call('getWaitingRequests', after ? { after } : {}, { token: staffToken })
          assert.ok(body.data.length <= 50)
          foundCodes.push(...body.data.map(({ code }: { code: string }) => code))
          after = body.more ?? undefined
          assert.ok(body.waiting >= foundCodes.length)
        } while (after)
        return foundCodes
      }
      for (const code of await listAll()) await answer('declineRequest', code)
      assert.deepEqual(await listAll(), [])
      const codes: string[] = []
      for (let index = 0; index < 52; index++) {
        arrivalOffset += 1
        codes.push(
          await requestStay({ checkout: app.day(arrivalOffset + 1), slug: ['single', 'twin', 'deluxe'][index % 3] }),
        )
      }
      for (const [index, code] of codes.entries()) await setDeadline(code, app.clock.now + (60 - index) * MINUTE_MS)
      const expectedOrder = codes.toReversed()
      assert.deepEqual(await listAll(), expectedOrder)
      await answer('confirmRequest', expectedOrder[0]!)
      assert.deepEqual(await listAll(), expectedOrder.slice(1))
      app.clock.advance(10 * MINUTE_MS)
      assert.deepEqual(await listAll(), expectedOrder.slice(2))
    })

    test('getWaitingRequests returns the completed setup steps only while no room can be booked (OFF-1, OFF-107)', async () => {
      const readCompletedSteps = async () =>
        (await app.call('getWaitingRequests', {}, { token: staffToken })).body.begun
      assert.equal(await readCompletedSteps(), null)
      await app.db.updateTable('booking').set({ status: 'declined' }).where('status', '=', 'pending_approval').execute()
      assert.equal(await readCompletedSteps(), null)
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).execute())
      assert.deepEqual(await readCompletedSteps(), ['company', 'room', 'units', 'goods', 'texts', 'team'])
    })
  })
}
