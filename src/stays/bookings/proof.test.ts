import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { proveBooks } from '#testing/books.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { emailsTo } from '#testing/emails.ts'
import { stayForm } from '#testing/stay.ts'
import { writeCompany } from '#content/company.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { endpoints, languages, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const HOUR_MS = 3_600_000
const company = 'hello@selvage.example'

for (const engine of enginesFor(import.meta.url)) {
  describe(`verification of a request, on ${engine.name}`, () => {
    let app: TestApp
    let from = 10
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    })
    beforeEach(async () => {
      from += 4
      await app.db.deleteFrom('rate_limit').execute()
      await writeCompany(app.db, { proofHours: 24, answerHours: 48 })
    })
    after(() => app.close())

    /** The same date for all tests, although the clock moves on. */
    const day = (ahead: number) => isoDay(parseDay('2027-01-04')! + ahead)
    const stay = (more: object = {}) => stayForm(app, { checkin: day(from), checkout: day(from + 2), ...more })
    const search = () => ({ check_in: day(from), check_out: day(from + 2), adult: 1, child: 0 })
    const freeRooms = async (): Promise<string[]> =>
      (await app.call('filterBooking', search())).body.data.map(({ slug }: { slug: string }) => slug)
    const rowOf = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()

    let strangers = 0
    /** Sends a request as a new guest from a network of its own. */
    async function askAsStranger(more: object = {}, language: Language = 'en') {
      strangers++
      const email = `nobody-${strangers}@made-up.example`
      const headers = {
        'content-type': 'application/json',
        'accept-language': language,
        'x-forwarded-for': `203.0.${strangers}.7`,
      }
      const post = async (path: string, body: object, token?: string) => {
        const sent = { method: 'POST', headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } }
        return (await app.fetch(path, { ...sent, body: JSON.stringify(body) })).json() as Promise<never>
      }
      const guest = { name: 'Nobody', email, phone: '+8801700000004' }
      const { access_token: token } = await post(endpoints.guestRegister[1], guest)
      const body = await post(endpoints.requestGuestBooking[1], stay({ email, ...more }), token)
      return { email, token, ...(body as { booking_id: string; next: string; answer_until: string }) }
    }
    const keyIn = ({ text }: { text: string }) => /stay=([\w-]+)/.exec(text)![1]!

    test('limits fifteen fake requests, which sell out all rooms, to one day, and emails guests and company on expiry (BOOK-7, BOOK-8, SRCH-4)', async () => {
      const rooms = await app.db.selectFrom('room').select(['slug', 'capacity']).where('active', '=', 1).execute()
      const units = rooms.flatMap(({ slug, capacity }) => Array.from({ length: capacity }, () => slug))
      assert.equal(units.length, 15)
      const made = []
      for (const slug of units) made.push(await askAsStranger({ slug }))
      assert.deepEqual(await freeRooms(), [])
      await app.letters()

      app.clock.advance(24 * HOUR_MS - 1)
      assert.deepEqual(await freeRooms(), [])
      app.clock.advance(1)
      assert.deepEqual((await freeRooms()).toSorted(), rooms.map(({ slug }) => slug).toSorted(), 'the rooms are free at once')
      await proveBooks(app.db)

      const told = await emailsTo(app, company)
      for (const { booking_id, email } of made) {
        assert.equal((await rowOf(booking_id)).status, 'expired')
        const [asked, ended] = await emailsTo(app, email)
        assert.match(asked!.text, /Please open the link below by 5 January 2027, 09:00, Dhaka time/)
        assert.equal(ended!.header('subject'), `Your request ${booking_id} has ended`)
        assert.match(ended!.text, /link in our letter was not opened in time/)
        assert.doesNotMatch(ended!.text, /Nobody/)
        const about = told.filter(({ text }) => text.includes(booking_id)).map((each) => each.header('subject'))
        assert.deepEqual(
          about.map((subject) => subject.split(':')[0]),
          [`Booking request ${booking_id}`, `Ended ${booking_id}`],
        )
      }
      app.clock.advance(-24 * HOUR_MS)
    })

    test('extends the request by two days once the link in the email is opened, and emails both sides when it expires (BOOK-7, BOOK-8)', async () => {
      for (const language of languages) {
        from += 4
        const { t, moment } = translatorFor(language)
        const { email, booking_id, next } = await askAsStranger({ slug: 'family' }, language)
        const askedAt = app.clock.now
        assert.equal(next, t('stay.next_pending_proof', { until: moment(new Date(askedAt + 24 * HOUR_MS)) }))
        const token = keyIn((await emailsTo(app, email))[0]!)

        app.clock.advance(23 * HOUR_MS)
        const looked = await app.call('getStay', { token }, { language })
        assert.deepEqual([looked.body.awaits_proof, looked.body.next], [true, next], 'only viewing the stay does not verify it')
        const proven = await app.call('proveStay', { token }, { language })
        const until = app.clock.now + 48 * HOUR_MS
        assert.equal(proven.status, 200)
        assert.deepEqual(
          [proven.body.awaits_proof, proven.body.answer_until, proven.body.next],
          [
            false,
            new Date(until).toISOString(),
            t('stay.next_pending_approval_until', { until: moment(new Date(until)) }),
          ],
        )
        app.clock.advance(HOUR_MS)
        const again = await app.call('proveStay', { token }, { language })
        assert.deepEqual(again.body, proven.body, 'a second click does not extend it')

        await app.worker.runDue()
        app.clock.advance(47 * HOUR_MS - 1)
        await app.worker.runDue()
        assert.ok(!(await freeRooms()).includes('family'))
        app.clock.advance(1)
        assert.ok((await freeRooms()).includes('family'))
        assert.equal((await rowOf(booking_id)).status, 'expired')
        const ended = (await emailsTo(app, email)).at(-1)!
        assert.equal(ended.header('subject'), t('mail.ended_subject', { code: booking_id }))
        assert.ok(ended.text.includes(t('mail.ended_again')))
        const told = (await emailsTo(app, company)).at(-1)!.text
        assert.match(told, /did not answer the request of Rafiq Islam for Family Suite/)
        assert.match(told, /nights are free again, and Rafiq Islam was told\./)
        assert.equal((await app.call('proveStay', { token }, { language })).body.status, 'expired')
        app.clock.advance(-71 * HOUR_MS)
      }
    })

    test('is not needed for a member who uses their confirmed address (BOOK-5, BOOK-7)', async () => {
      const anna = await app.signIn('anna')
      const ask = async (more: object) =>
        (await app.call('requestBooking', stay({ slug: 'single', ...more }), { token: anna })).body
      const hours = ({ answer_until }: { answer_until: string }) => (Date.parse(answer_until) - app.clock.now) / HOUR_MS
      const own = await ask({ email: 'anna@buyer.example' })
      const typed = await ask({ email: 'anna@elsewhere.example' })
      assert.deepEqual([hours(own), own.awaits_proof, hours(typed), typed.awaits_proof], [48, false, 24, true])
      await writeCompany(app.db, { proofHours: 3, answerHours: 7 })
      const later = await ask({ email: 'anna@buyer.example', slug: 'twin' })
      assert.equal(hours(later), 7, 'the configured answer time')
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
      const asked = await app.call('requestBooking', stay({ email: mina.email, slug: 'twin' }), {
        token: body.access_token,
      })
      assert.equal(asked.body.awaits_proof, true)
      const welcome = (await emailsTo(app, mina.email)).find(({ text }) => text.includes('#token='))!
      const token = /#token=([\w-]+)/.exec(welcome.text)![1]!
      assert.equal((await app.call('confirmEmail', { token })).status, 200)
      const { proven_at, expires_at } = await rowOf(asked.body.booking_id)
      assert.deepEqual([proven_at, expires_at], [app.clock.now, app.clock.now + 48 * HOUR_MS])
    })

    test('is not needed for staff (BOOK-5)', async () => {
      const token = await app.signIn('staff')
      const { body } = await app.call('requestBooking', stay({ slug: 'single' }), { token })
      assert.equal(body.awaits_proof, false)
    })

    test('either succeeds or the request expires, never both, when the two run together (BOOK-8)', async () => {
      for (let round = 0; round < 6; round++) {
        from += 3
        const { email, booking_id } = await askAsStranger({ slug: 'family' })
        const token = keyIn((await emailsTo(app, email))[0]!)
        app.clock.advance(24 * HOUR_MS - (round % 2))
        const prove = () => app.call('proveStay', { token })
        const look = () => freeRooms()
        await Promise.all((round % 3 ? [prove, look, prove, look] : [look, prove, look, prove]).map((each) => each()))
        const { status, proven_at } = await rowOf(booking_id)
        assert.ok(status === 'expired' ? proven_at === null : status === 'pending_approval' && proven_at !== null)
        await proveBooks(app.db)
        app.clock.advance(round % 2)
      }
    })
  })

  describe(`a second identical stay of the same account, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const bookings = async () => (await app.db.selectFrom('booking').select('id').execute()).length

    test('is booked only after the guest confirms it (BOOK-4, BOOK-8)', async () => {
      for (const language of languages) {
        const { t } = translatorFor(language)
        const token = await app.newGuest()
        const book = (more: object) =>
          app.call('requestGuestBooking', stayForm(app, { again: 0, slug: 'twin', ...more }), { token, language })
        const first = await book({})
        assert.equal(first.status, 200)
        const count = await bookings()
        const twin = await book({ message: 'Pressed again after going back' })
        const asked = t('booking.have_already', {
          room: first.body.room_name,
          from: first.body.checkin,
          to: first.body.checkout,
          code: first.body.booking_id,
        })
        assert.deepEqual([twin.status, twin.body.errors], [422, { again: [asked] }])
        assert.equal(await bookings(), count)
        const overlapping = await book({ checkin: app.day(11) })
        assert.equal(overlapping.status, 200, 'different nights are no duplicate')
        await app.call('cancelBooking', { id: overlapping.body.booking_id, fee: 0 }, { token })
        const second = await book({ message: 'Pressed again after going back', again: 1 })
        assert.equal(second.status, 200)
        assert.notEqual(second.body.booking_id, first.body.booking_id)
        for (const { body } of [first, second])
          await app.call('cancelBooking', { id: body.booking_id, fee: 0 }, { token })
        const anew = await book({ message: 'after cancelling' })
        assert.equal(anew.status, 200, 'a cancelled stay does not count')
        await app.call('cancelBooking', { id: anew.body.booking_id, fee: 0 }, { token })
      }
    })

    test('is not reported for stays of other guests with the same address (ACCT-13)', async () => {
      const answers = []
      for (let times = 0; times < 2; times++) {
        const form = stayForm(app, { again: 0, checkin: app.day(60), checkout: app.day(62) })
        answers.push((await app.call('requestGuestBooking', form, { token: await app.newGuest() })).status)
      }
      assert.deepEqual(answers, [200, 200])
    })
  })
}
