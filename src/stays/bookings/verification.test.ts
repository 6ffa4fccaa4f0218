import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { endpoints, languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

const companyAddress = 'hello@selvage.example'

for (const engine of enginesFor(import.meta.url)) {
  describe(`verification of a request, on ${engine.name}`, () => {
    let app: TestApp
    let arrivalOffset = 10
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    })
    beforeEach(async () => {
      arrivalOffset += 4
      await app.db.deleteFrom('rate_limit').execute()
      await writeCompany(app.db, { proofHours: 24, answerHours: 48 })
    })
    after(() => app.close())

    /** Counts from a fixed day, because the tests move the clock. */
    const getDateAfter = (ahead: number) => isoDay(parseDay('2027-01-04')! + ahead)
    const createForm = (overrides: object = {}) =>
      createStayForm(app, {
        checkin: getDateAfter(arrivalOffset),
        checkout: getDateAfter(arrivalOffset + 2),
        ...overrides,
      })
    const createSearchInput = () => ({
      check_in: getDateAfter(arrivalOffset),
      check_out: getDateAfter(arrivalOffset + 2),
      adult: 1,
      child: 0,
    })
    const readFreeRooms = async (): Promise<string[]> =>
      (await app.call('filterBooking', createSearchInput())).body.data.map(({ slug }: { slug: string }) => slug)
    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

    let strangerCount = 0
    /** Sends a request as a new guest from a network of its own. */
    async function requestAsStranger(overrides: object = {}, language: Language = 'en') {
      strangerCount++
      const email = `nobody-${strangerCount}@made-up.example`
      const headers = {
        'content-type': 'application/json',
        'accept-language': language,
        'x-forwarded-for': `203.0.${strangerCount}.7`,
      }
      const post = async (path: string, body: object, token?: string) => {
        const requestOptions = {
          method: 'POST',
          headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
        }
        return (await app.fetch(path, { ...requestOptions, body: JSON.stringify(body) })).json() as Promise<never>
      }
      const guestForm = { name: 'Nobody', email, phone: '+8801700000004' }
      const { access_token: token } = await post(endpoints.guestRegister[1], guestForm)
      const body = await post(endpoints.requestGuestBooking[1], createForm({ email, ...overrides }), token)
      return { email, token, ...(body as { booking_id: string; next: string; answer_until: string }) }
    }
    const findToken = ({ text }: { text: string }) => /stay=([\w-]+)/.exec(text)![1]!

    test('releases the rooms of unverified requests after one day, and emails the guests and the company (BOOK-7, BOOK-8, SRCH-4)', async () => {
      const rooms = await app.db.selectFrom('room').select(['slug', 'capacity']).where('active', '=', 1).execute()
      const units = rooms.flatMap(({ slug, capacity }) => Array.from({ length: capacity }, () => slug))
      assert.equal(units.length, 15)
      const requests = []
      for (const slug of units) requests.push(await requestAsStranger({ slug }))
      assert.deepEqual(await readFreeRooms(), [])
      await app.deliverEmails()

      app.clock.advance(24 * HOUR_MS - 1)
      assert.deepEqual(await readFreeRooms(), [])
      app.clock.advance(1)
      assert.deepEqual(
        (await readFreeRooms()).toSorted(),
        rooms.map(({ slug }) => slug).toSorted(),
        'the rooms are free immediately',
      )
      await assertBooksConsistent(app.db)

      const companyEmails = await readEmailsTo(app, companyAddress)
      for (const { booking_id, email } of requests) {
        assert.equal((await readRow(booking_id)).status, 'expired')
        const [requestEmail, expiryEmail] = await readEmailsTo(app, email)
        assert.match(requestEmail!.text, /Please open the link below by 5 January 2027, 09:00, Dhaka time/)
        assert.equal(expiryEmail!.header('subject'), `Your request ${booking_id} has expired`)
        assert.match(expiryEmail!.text, /link in our email was not opened in time/)
        assert.doesNotMatch(expiryEmail!.text, /Nobody/)
        const subjects = companyEmails
          .filter(({ text }) => text.includes(booking_id))
          .map((message) => message.header('subject'))
        assert.deepEqual(
          subjects.map((subject) => subject.split(':')[0]),
          [`Booking request ${booking_id}`, `Expired ${booking_id}`],
        )
      }
      app.clock.advance(-24 * HOUR_MS)
    })

    test('holds the request for two days after the verification, and emails both sides when the request expires (BOOK-7, BOOK-8)', async () => {
      for (const language of languages) {
        arrivalOffset += 4
        const { t, moment } = translatorFor(language)
        const { email, booking_id, next } = await requestAsStranger({ slug: 'family' }, language)
        const requestedAt = app.clock.now
        assert.equal(next, t('stay.next_pending_proof', { until: moment(new Date(requestedAt + 24 * HOUR_MS)) }))
        const token = findToken((await readEmailsTo(app, email))[0]!)

        app.clock.advance(23 * HOUR_MS)
        const viewResponse = await app.call('getStay', { token }, { language })
        assert.deepEqual(
          [viewResponse.body.awaits_verification, viewResponse.body.next],
          [true, next],
          'only viewing the stay does not verify it',
        )
        const verificationResponse = await app.call('verifyStay', { token }, { language })
        const deadline = app.clock.now + 48 * HOUR_MS
        assert.equal(verificationResponse.status, 200)
        assert.deepEqual(
          [
            verificationResponse.body.awaits_verification,
            verificationResponse.body.answer_until,
            verificationResponse.body.next,
          ],
          [
            false,
            new Date(deadline).toISOString(),
            t('stay.next_pending_approval_until', { until: moment(new Date(deadline)) }),
          ],
        )
        app.clock.advance(HOUR_MS)
        const secondResponse = await app.call('verifyStay', { token }, { language })
        assert.deepEqual(secondResponse.body, verificationResponse.body, 'a second click does not extend it')

        await app.worker.runDue()
        app.clock.advance(47 * HOUR_MS - 1)
        await app.worker.runDue()
        assert.ok(!(await readFreeRooms()).includes('family'))
        app.clock.advance(1)
        assert.ok((await readFreeRooms()).includes('family'))
        assert.equal((await readRow(booking_id)).status, 'expired')
        const expiryEmail = (await readEmailsTo(app, email)).at(-1)!
        assert.equal(expiryEmail.header('subject'), t('mail.ended_subject', { code: booking_id }))
        assert.ok(expiryEmail.text.includes(t('mail.ended_again')))
        const companyEmails = (await readEmailsTo(app, companyAddress)).at(-1)!.text
        assert.match(companyEmails, /did not answer the request from Rafiq Islam for Family Suite/)
        assert.match(companyEmails, /nights are available again, and we have emailed Rafiq Islam\./)
        assert.equal((await app.call('verifyStay', { token }, { language })).body.status, 'expired')
        app.clock.advance(-71 * HOUR_MS)
      }
    })

    test('is not needed for a member who uses their confirmed address (BOOK-5, BOOK-7)', async () => {
      const annaToken = await app.signIn('anna')
      const requestStay = async (overrides: object) =>
        (await app.call('requestBooking', createForm({ slug: 'single', ...overrides }), { token: annaToken })).body
      const getAnswerHours = ({ answer_until }: { answer_until: string }) =>
        (Date.parse(answer_until) - app.clock.now) / HOUR_MS
      const ownAddressRequest = await requestStay({ email: 'anna@buyer.example' })
      const otherAddressRequest = await requestStay({ email: 'anna@elsewhere.example' })
      assert.deepEqual(
        [
          getAnswerHours(ownAddressRequest),
          ownAddressRequest.awaits_verification,
          getAnswerHours(otherAddressRequest),
          otherAddressRequest.awaits_verification,
        ],
        [48, false, 24, true],
      )
      await writeCompany(app.db, { proofHours: 3, answerHours: 7 })
      const memberRequest = await requestStay({ email: 'anna@buyer.example', slug: 'twin' })
      assert.equal(getAnswerHours(memberRequest), 7, 'the configured answer time')
    })

    test('happens when a new member confirms the email address (BOOK-5, BOOK-7, ACCT-1)', async () => {
      const password = 'a long word of hers'
      const mina = {
        name: 'Mina',
        email: 'mina@buyer.example',
        username: 'mina',
        password,
        password_confirmation: password,
      }
      assert.equal((await app.call('userRegister', mina)).status, 200)
      const { body } = await app.call('userLogin', { username: 'mina', password })
      const requestResponse = await app.call('requestBooking', createForm({ email: mina.email, slug: 'twin' }), {
        token: body.access_token,
      })
      assert.equal(requestResponse.body.awaits_verification, true)
      const welcomeEmail = (await readEmailsTo(app, mina.email)).find(({ text }) => text.includes('#token='))!
      const token = /#token=([\w-]+)/.exec(welcomeEmail.text)![1]!
      assert.equal((await app.call('confirmEmail', { token })).status, 200)
      const { email_verified_at, expires_at } = await readRow(requestResponse.body.booking_id)
      assert.deepEqual([email_verified_at, expires_at], [app.clock.now, app.clock.now + 48 * HOUR_MS])
    })

    test('is not needed for staff (BOOK-5)', async () => {
      const token = await app.signIn('staff')
      const { body } = await app.call('requestBooking', createForm({ slug: 'single' }), { token })
      assert.equal(body.awaits_verification, false)
    })

    test('leaves a request either verified or expired if both happen concurrently (BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        arrivalOffset += 3
        const { email, booking_id } = await requestAsStranger({ slug: 'family' })
        const token = findToken((await readEmailsTo(app, email))[0]!)
        app.clock.advance(24 * HOUR_MS - (round % 2))
        const verify = () => app.call('verifyStay', { token })
        const searchRooms = () => readFreeRooms()
        await Promise.all(
          (round % 3 ? [verify, searchRooms, verify, searchRooms] : [searchRooms, verify, searchRooms, verify]).map(
            (run) => run(),
          ),
        )
        const { status, email_verified_at } = await readRow(booking_id)
        assert.ok(
          status === 'expired'
            ? email_verified_at === null
            : status === 'pending_approval' && email_verified_at !== null,
        )
        await assertBooksConsistent(app.db)
        app.clock.advance(round % 2)
      }
    })
  })

  describe(`a second identical stay, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const countBookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length

    test('is booked by the same account only after the guest confirms it (BOOK-4, BOOK-8)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const token = await app.newGuest()
        const book = (overrides: object) =>
          app.call('requestGuestBooking', createStayForm(app, { again: 0, slug: 'twin', ...overrides }), {
            token,
            language,
          })
        const firstResponse = await book({})
        assert.equal(firstResponse.status, 200)
        const bookingCount = await countBookings()
        const duplicateResponse = await book({ message: 'Pressed again after going back' })
        const duplicateMessage = t('booking.already_booked', {
          room: firstResponse.body.room_name,
          from: firstResponse.body.checkin,
          to: firstResponse.body.checkout,
          code: firstResponse.body.booking_id,
        })
        assert.deepEqual(
          [duplicateResponse.status, duplicateResponse.body.errors],
          [422, { again: [duplicateMessage] }],
        )
        assert.equal(await countBookings(), bookingCount)
        const overlappingResponse = await book({ checkin: app.day(11) })
        assert.equal(overlappingResponse.status, 200, 'different nights are no duplicate')
        await app.call('cancelBooking', { id: overlappingResponse.body.booking_id, fee: 0 }, { token })
        const confirmedResponse = await book({ message: 'Pressed again after going back', again: 1 })
        assert.equal(confirmedResponse.status, 200)
        assert.notEqual(confirmedResponse.body.booking_id, firstResponse.body.booking_id)
        for (const { body } of [firstResponse, confirmedResponse])
          await app.call('cancelBooking', { id: body.booking_id, fee: 0 }, { token })
        const newResponse = await book({ message: 'after cancelling' })
        assert.equal(newResponse.status, 200, 'a cancelled stay does not count')
        await app.call('cancelBooking', { id: newResponse.body.booking_id, fee: 0 }, { token })
      }
    })

    test('is booked without a confirmation by another guest with the same address (ACCT-13)', async () => {
      const statuses = []
      for (let turn = 0; turn < 2; turn++) {
        const form = createStayForm(app, { again: 0, checkin: app.day(60), checkout: app.day(62) })
        statuses.push((await app.call('requestGuestBooking', form, { token: await app.newGuest() })).status)
      }
      assert.deepEqual(statuses, [200, 200])
    })
  })
}
