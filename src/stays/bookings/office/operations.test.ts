import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, setUpTestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`an office operation on a stay, on ${engine.name}`, () => {
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
      const options = { token: guestToken, key: randomUUID(), language }
      const body = await app.callOk('requestGuestBooking', form, options)
      return body.booking_id
    }
    async function confirmStay(overrides: object = {}, language: Language = 'en'): Promise<string> {
      const code = await requestStay(overrides, language)
      assert.equal((await app.call('confirmRequest', { code }, { token: staffToken })).status, 200)
      return code
    }
    /** Makes the agreed cancellation fee due from now on. */
    const makeFeeDue = (code: string) => moveFeeTimes(app.db, code, app.clock.now - 1)
    const cancel = (code: string, overrides: object = {}, token = staffToken) =>
      app.call('cancelStayByStaff', { code, fee: 'agreed', ...overrides }, { token })
    const emailGuest = (code: string, overrides: object = {}, options: object = {}) =>
      app.call(
        'emailGuest',
        { code, subject: 'Your arrival', text: 'Come.', ...overrides },
        { token: staffToken, ...options },
      )
    const readRow = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const readBooking = async (code: string) =>
      (await app.call('getBookingRecord', { code }, { token: ownerToken })).body
    const readLog = async (code: string) =>
      (await app.call('getLog', { subject: `booking ${code}` }, { token: ownerToken })).body.data

    test('cancelStayByStaff charges the agreed fee and emails the guest (OFF-43, BOOK-8)', async () => {
      for (const language of languages) {
        arrivalOffset += 4
        const { t, money } = translatorFor(language)
        const code = await confirmStay({}, language)
        await makeFeeDue(code)
        const { cancel_fee: fee, can_be_cancelled } = await readBooking(code)
        assert.ok(fee > 0 && can_be_cancelled)
        const message = 'The <lift> is broken.\nWe are sorry.'
        const { status, body } = await cancel(code, { shown_fee: fee, message })
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual([body.status, body.cancel_cost, body.can_be_cancelled], ['cancelled', fee, false])
        const email = (await readEmailsTo(app, 'rafiq@guest.example')).at(-1)!
        assert.equal(email.header('subject'), t('mail.cancelled_subject', { code }))
        assert.ok(email.text.includes(message))
        assert.ok(email.text.includes(t('cancel.done_costs', { fee: money(fee) })))
        assert.doesNotMatch(email.text, /Rafiq/)
        await assertBooksConsistent(app.db)
      }
    })

    test('cancelStayByStaff can waive the fee (OFF-43)', async () => {
      const code = await confirmStay()
      assert.equal((await readBooking(code)).cancel_fee, 0)
      await makeFeeDue(code)
      const { body } = await cancel(code, { fee: 'none' })
      assert.deepEqual([body.status, body.cancel_cost], ['cancelled', 0])
      const email = (await readEmailsTo(app, 'rafiq@guest.example')).at(-1)!
      assert.ok(email.text.includes(translatorFor('en').t('cancel.done_free')))
    })

    test('cancelStayByStaff never charges more than the office has shown (OFF-43)', async () => {
      const code = await confirmStay()
      await makeFeeDue(code)
      const rejectedResponse = await cancel(code, { shown_fee: 0 })
      assert.equal(rejectedResponse.status, 409)
      assert.equal((await readRow(code)).status, 'confirmed')
      assert.equal((await cancel(code, { shown_fee: (await readBooking(code)).cancel_fee })).status, 200)
    })

    test('cancelStayByStaff rejects a stay that is cancelled already and a pending request with 409 (OFF-4, OFF-43)', async () => {
      const code = await confirmStay()
      await cancel(code)
      const rowBefore = await readRow(code)
      const secondResponse = await cancel(code, { message: 'too late' }, ownerToken)
      assert.deepEqual(
        [secondResponse.status, secondResponse.body.message],
        [409, translatorFor('en').t('booking.now_cancelled')],
      )
      assert.deepEqual(await readRow(code), rowBefore)
      arrivalOffset += 4
      const pendingRequestResponse = await cancel(await requestStay())
      assert.deepEqual(
        [pendingRequestResponse.status, pendingRequestResponse.body.message],
        [409, translatorFor('en').t('booking.now_pending_approval')],
      )
      assert.equal((await cancel('NOSUCH')).status, 404)
    })

    test('cancelStayByStaff cancels a stay in progress and returns 409 after it has ended (OFF-43)', async () => {
      const code = await confirmStay()
      const row = await readRow(code)
      const now = app.clock.now
      try {
        app.clock.now = row.check_out * DAY_MS
        staffToken = await app.signIn('staff')
        const { status, body } = await cancel(code)
        assert.deepEqual([status, body.message], [409, translatorFor('en').t('booking.now_checked_out')])
        app.clock.now = (row.check_in + 1) * DAY_MS
        assert.equal((await cancel(code)).status, 200)
      } finally {
        app.clock.now = now
        ;[staffToken, ownerToken, guestToken] = [
          await app.signIn('staff'),
          await app.signIn('owner'),
          await app.newGuest(),
        ]
      }
      await assertBooksConsistent(app.db)
    })

    test('cancels once and sends one email if ten requests of staff and one of the guest arrive together (OFF-4)', async () => {
      const code = await confirmStay({ slug: 'family' })
      const emailCount = (await readEmailsTo(app, 'rafiq@guest.example')).length
      const responses = await Promise.all([
        ...Array.from({ length: 10 }, (_, index) => cancel(code, {}, index % 2 ? staffToken : ownerToken)),
        app.call('cancelBooking', { id: code, fee: 0 }, { token: guestToken }),
      ])
      const cancelledCount = responses.slice(0, -1).filter(({ status }) => status === 200).length
      assert.ok(cancelledCount <= 1)
      assert.ok(responses.every(({ status }) => status === 200 || status === 409))
      assert.equal((await readEmailsTo(app, 'rafiq@guest.example')).length, emailCount + 1)
      await assertBooksConsistent(app.db)
    })

    test('results in one consistent status if a request is confirmed and cancelled together (OFF-4)', async () => {
      for (let round = 0; round < 4; round++) {
        arrivalOffset += 4
        const code = await requestStay()
        const [confirmResponse, cancelResponse] = await Promise.all([
          app.call('confirmRequest', { code }, { token: staffToken }),
          cancel(code, {}, ownerToken),
        ])
        assert.equal(confirmResponse.status, 200)
        assert.equal((await readRow(code)).status, cancelResponse.status === 200 ? 'cancelled' : 'confirmed')
        await assertBooksConsistent(app.db)
      }
    })

    test("emailGuest sends one email per key in the guest's language, with a reply address, and lists it (OFF-44)", async () => {
      const company = await app.db
        .selectFrom('setting')
        .select('value')
        .where('key', '=', 'company.email')
        .executeTakeFirst()
      for (const language of languages) {
        arrivalOffset += 4
        const code = await requestStay({}, language)
        const text = 'দরজা <খোলা>।\n\nRing twice.'
        const key = randomUUID()
        const firstResponse = await emailGuest(code, { text }, { key })
        assert.equal(firstResponse.status, 200, JSON.stringify(firstResponse.body))
        assert.equal((await emailGuest(code, { text }, { key })).status, 200)
        const emails = await readEmailsTo(app, 'rafiq@guest.example')
        const ownEmails = emails.filter(
          ({ text: emailText }) => emailText.includes(code) && emailText.includes('Ring twice.'),
        )
        assert.equal(ownEmails.length, 1)
        const [email] = ownEmails
        assert.equal(email!.header('subject'), 'Your arrival')
        assert.ok(email!.text.includes('দরজা <খোলা>।'))
        assert.ok(email!.html.includes('দরজা &lt;খোলা&gt;।'))
        assert.ok(email!.text.includes(translatorFor(language).t('mail.greeting_unnamed')))
        assert.ok(email!.header('reply-to').includes('@'), JSON.stringify(company))
        const record = await readBooking(code)
        const listedEmail = record.emails.at(-1)
        assert.deepEqual([listedEmail.subject, listedEmail.state], ['Your arrival', 'sent'])
        assert.ok(listedEmail.text.includes('Ring twice.'))
        assert.equal(record.email_subject, translatorFor(language).t('mail.about_subject', { code }))
        assert.deepEqual(record.history.map(({ what, who }: { what: string; who: string }) => [what, who]).at(-1), [
          'guest emailed',
          'Tanvir Hasan',
        ])
      }
    })

    test('emailGuest rejects an empty email, and a guest whose data was purged (OFF-44)', async () => {
      const code = await requestStay()
      for (const invalidFields of [
        { text: '  ' },
        { subject: '' },
        { subject: 'a\nBcc: x@y.example' },
        { text: 'x'.repeat(4_001) },
      ])
        assert.equal((await emailGuest(code, invalidFields)).status, 422, JSON.stringify(invalidFields))
      await app.db.updateTable('booking').set({ name: '', email: '' }).where('code', '=', code).execute()
      const { status, body } = await emailGuest(code)
      assert.deepEqual([status, body.message], [409, translatorFor('en').t('booking.no_address')])
      assert.equal((await emailGuest('NOSUCH')).status, 404)
    })

    test('is logged with the user, the values before and after, and the network address (OFF-45)', async () => {
      const code = await confirmStay()
      await makeFeeDue(code)
      const { cancel_fee: fee } = await readBooking(code)
      await emailGuest(code)
      await cancel(code, { shown_fee: fee })
      const [cancelledEntry, writtenEntry, answeredEntry] = await readLog(code)
      for (const entry of [cancelledEntry, writtenEntry, answeredEntry])
        assert.deepEqual([entry.who, entry.address], ['Tanvir Hasan', '127.0.0.1'])
      assert.equal(answeredEntry.action, 'booking confirmed')
      assert.deepEqual(answeredEntry.changes, [{ field: 'status', before: 'pending_approval', after: 'confirmed' }])
      assert.equal(writtenEntry.action, 'guest emailed')
      assert.deepEqual(cancelledEntry.changes, [
        { field: 'status', before: 'confirmed', after: 'cancelled' },
        { field: 'fee', before: null, after: fee },
      ])
      assert.doesNotMatch(JSON.stringify([cancelledEntry, writtenEntry, answeredEntry]), /rafiq/i)
    })

    test('lists the other stays of the same guest, who is not identified by the typed address (OFF-42)', async () => {
      const ownStayCode = await requestStay()
      arrivalOffset += 4
      const otherStayCode = await requestStay()
      arrivalOffset += 4
      const registerResponse = await app.call('guestRegister', {
        name: 'Rafiq Islam',
        email: 'rafiq@guest.example',
        phone: '+8801700000004',
      })
      const form = createStayForm(app, { checkin: app.day(arrivalOffset), checkout: app.day(arrivalOffset + 3) })
      const options = { token: registerResponse.body.access_token, key: randomUUID() }
      const strangersStayCode = (await app.call('requestGuestBooking', form, options)).body.booking_id as string
      const readOtherCodes = async (code: string) =>
        (await readBooking(code)).others.map((stay: { code: string }) => stay.code)
      assert.ok((await readOtherCodes(ownStayCode)).includes(otherStayCode))
      assert.deepEqual(await readOtherCodes(strangersStayCode), [], 'a typed address proves nothing')
    })
  })

  test(`emailGuest accepts ten emails per stay and hour, and withholds more emails to the same mailbox, on ${engine.name} (OFF-44)`, async () => {
    const app = await startTestApp(engine, { RATE_LIMIT: 'on' })
    try {
      const [staffToken, guestToken] = [await app.signIn('staff'), await app.newGuest()]
      const requestedResponse = await app.call('requestGuestBooking', createStayForm(app), {
        token: guestToken,
        key: randomUUID(),
      })
      const code = requestedResponse.body.booking_id as string
      const emailGuest = () => app.call('emailGuest', { code, subject: 'Hello', text: 'Come.' }, { token: staffToken })
      for (let index = 0; index < 10; index++) assert.equal((await emailGuest()).status, 200)
      const { status, body } = await emailGuest()
      assert.equal(status, 429)
      assert.match(body.message, /\d/)
      assert.equal(
        (await readEmailsTo(app, 'rafiq@guest.example')).filter((email) => email.header('subject') === 'Hello').length,
        10,
      )
      // The limit of the mailbox itself is used up as well: the office shows the email as withheld.
      const secondForm = createStayForm(app, { checkin: app.day(20), checkout: app.day(22) })
      const otherStayCode = (
        await app.call('requestGuestBooking', secondForm, { token: guestToken, key: randomUUID() })
      ).body.booking_id
      assert.equal(
        (await app.call('emailGuest', { code: otherStayCode, subject: 'More', text: 'Come.' }, { token: staffToken }))
          .status,
        200,
      )
      await app.worker.runDue()
      const { emails } = (await app.call('getBookingRecord', { code: otherStayCode }, { token: staffToken })).body
      assert.equal(emails.at(-1).state, 'withheld')
      app.clock.advance(3_600_000)
      const newToken = await app.signIn('staff')
      assert.equal(
        (await app.call('emailGuest', { code, subject: 'Hello', text: 'Come.' }, { token: newToken })).status,
        200,
      )
    } finally {
      await app.close()
    }
  })
}
