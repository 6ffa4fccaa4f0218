import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { enginesFor } from '#testing/engines.ts'
import { openDesk } from '#testing/desk.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { passwordsByUsername, setUpTestApp, startTestApp, type TestApp } from '#testing/test-app.ts'
import { addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { writeCompany } from '#content/company.ts'
import { bookingsPersonalData, purgeGuests, purgeRequestSenders } from './personal-data.ts'
import { expireHolds } from './hold.ts'
import { DAY_MS } from '#platform/durations.ts'

const parseDhakaTime = (time: string) => Date.parse(`${time}+06:00`)

for (const engine of enginesFor(import.meta.url)) {
  describe(`purging the personal data of guests, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
      await addRoom(app.db, 'barracks', 50)
    })
    after(() => app.close())

    const purge = () => purgeGuests(app.db, app.clock.now)
    const book = async (token: string, overrides: object = {}): Promise<string> => {
      const body = await app.callOk('requestGuestBooking', createStayForm(app, { slug: 'barracks', ...overrides }), {
        token,
        key: randomUUID(),
      })
      const code = body.booking_id
      // Otherwise the worker expires the request at any time after the clock is advanced.
      await app.db.updateTable('booking').set({ expires_at: null }).where('code', '=', code).execute()
      return code
    }
    const readStay = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
    const readAccount = async (code: string) =>
      app.db
        .selectFrom('account')
        .selectAll()
        .where('id', '=', (await readStay(code)).guest_id)
        .executeTakeFirstOrThrow()
    const hasContactData = async (code: string) => {
      const { name, email, phone, message } = await readStay(code)
      const personalTexts = [name, email, phone, message]
      assert.ok(personalTexts.every(Boolean) || !personalTexts.some(Boolean), personalTexts.join())
      return personalTexts.every(Boolean)
    }

    test('deletes guests who have not booked within two days, with their sessions', async () => {
      await app.newGuest()
      const senderToken = await app.newGuest()
      const enquiry = {
        company: 'Rafiq',
        name: 'Rafiq Islam',
        email: 'rafiq@guest.example',
        lines: [{ product: 'zipper' }],
      }
      assert.equal((await app.call('sendEnquiry', enquiry, { token: senderToken })).status, 200)
      const countGuests = async () =>
        (await app.db.selectFrom('account').select('id').where('role', '=', 'guest').orderBy('id').execute()).length
      const readMembers = () =>
        app.db.selectFrom('account').selectAll().where('role', '<>', 'guest').orderBy('id').execute()
      const [guestCount, members] = [await countGuests(), await readMembers()]
      app.clock.advance(2 * DAY_MS)
      await purge()
      assert.equal(await countGuests(), guestCount)
      app.clock.advance(1)
      await purge()
      const sessionsQuery = app.db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select('account.id')
      assert.deepEqual(
        [await countGuests(), (await sessionsQuery.where('role', '=', 'guest').execute()).length],
        [0, 0],
      )
      assert.deepEqual(await readMembers(), members)
    })

    test('deletes the contact data of a stay 24 months after departure, but keeps the stay and its amounts', async () => {
      const token = await app.newGuest()
      const [earlyStayCode, lateStayCode] = [
        await book(token, { checkin: '2027-01-10', checkout: '2027-01-12' }),
        await book(token, { checkin: '2027-02-01', checkout: '2027-02-03' }),
      ]
      const bookedRow = await readStay(earlyStayCode)
      app.clock.now = parseDhakaTime('2029-01-12T23:59:59')
      await purge()
      assert.deepEqual([await hasContactData(earlyStayCode), await hasContactData(lateStayCode)], [true, true])
      app.clock.now = parseDhakaTime('2029-01-13T00:00:00')
      await purge()
      assert.deepEqual([await hasContactData(earlyStayCode), await hasContactData(lateStayCode)], [false, true])
      assert.deepEqual(await readStay(earlyStayCode), { ...bookedRow, name: '', email: '', phone: '', message: '' })
      assert.equal((await readAccount(lateStayCode)).name, 'Rafiq Islam', 'a later stay still has its contact data')
      app.clock.now = parseDhakaTime('2029-02-04T00:00:00')
      await purge()
      assert.deepEqual([await hasContactData(earlyStayCode), await hasContactData(lateStayCode)], [false, false])
      const { name, email, phone, closed_at } = await readAccount(lateStayCode)
      assert.deepEqual([name, email, phone, closed_at], ['', '', null, app.clock.now])
      await assertBooksConsistent(app.db)
    })

    test('includes guests without an email address, their preferences, notes about the stay, and reasons for voided payments', async () => {
      const token = await app.signIn('owner')
      const call = (name: Parameters<TestApp['call']>[0], form: object) => app.callOk(name, form, { token })
      const twin = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      const { code } = await call('bookAtDesk', {
        from: app.day(0),
        to: app.day(1),
        rooms: [{ room: twin.id, adults: 1 }],
        source: 'walk_in',
        name: 'Mina Akter',
        phone: '+8801700000009',
        language: 'bn',
      })
      const { guest_id } = await readStay(code)
      await call('saveGuestPreferences', { id: guest_id, preferences: 'Mina Akter is allergic to nuts', before: '' })
      await call('addDeskNote', { code, text: 'Her passport is in the safe' })
      await call('addDeskNote', { text: 'The lift is repaired on Monday' })
      const { payments } = await call('takePayment', { code, amount: 100, method: 'cash' })
      await call('voidPayment', { code, id: payments[0].id, reason: 'Mina Akter had no change' })
      const now = new Date(app.clock.now)
      now.setUTCFullYear(now.getUTCFullYear() + 2)
      app.clock.now = now.getTime() + 2 * DAY_MS
      await purge()
      const { name, phone, id } = await readStay(code)
      assert.deepEqual([name, phone], ['', ''])
      assert.equal((await readAccount(code)).preferences, '')
      const notes = await app.db.selectFrom('desk_note').select('text').execute()
      assert.deepEqual(notes, [{ text: 'The lift is repaired on Monday' }])
      const paymentRows = await app.db
        .selectFrom('payment')
        .select(['amount_poisha', 'reason'])
        .where('booking_id', '=', id)
        .execute()
      assert.deepEqual(paymentRows, [
        { amount_poisha: 10_000, reason: '' },
        { amount_poisha: -10_000, reason: '' },
      ])
    })

    test('applies to a stay that staff have moved to another guest since', async () => {
      const code = await book(await app.newGuest(), { checkin: app.day(1), checkout: app.day(2) })
      const { guest_id: id } = await readStay(code)
      app.clock.now += 700 * DAY_MS
      await app.callOk('splitGuest', { id, codes: [code] }, { token: await app.signIn('owner') })
      assert.notEqual((await readStay(code)).guest_id, id)
      await purge()
      assert.equal(await hasContactData(code), true)
      app.clock.now += 40 * DAY_MS
      await purge()
      assert.equal(await hasContactData(code), false)
      assert.equal((await readAccount(code)).name, '')
    })

    test('applies to cancelled stays 24 months after the cancellation, and to declined stays 24 months after the request', async () => {
      const startedAt = app.clock.now
      const dates = { checkin: app.day(400), checkout: app.day(401) }
      const token = await app.newGuest()
      const [cancelledStayCode, declinedStayCode, openRequestCode] = [
        await book(token, dates),
        await book(token, dates),
        await book(token, dates),
      ]
      await app.db.updateTable('booking').set({ status: 'declined' }).where('code', '=', declinedStayCode).execute()
      await app.db
        .updateTable('inventory')
        .set((row) => ({ sold: row('sold', '-', 1) }))
        .where('sold', '=', 3)
        .execute()
      app.clock.advance(10 * 3_600_000)
      assert.equal((await app.call('cancelBooking', { id: cancelledStayCode, fee: 0 }, { token })).status, 200)
      const readContactDataStates = async () => [
        await hasContactData(cancelledStayCode),
        await hasContactData(declinedStayCode),
        await hasContactData(openRequestCode),
      ]
      const timeInTwoYears = new Date(startedAt)
      timeInTwoYears.setUTCFullYear(timeInTwoYears.getUTCFullYear() + 2)
      app.clock.now = timeInTwoYears.getTime()
      await purge()
      assert.deepEqual(await readContactDataStates(), [true, true, true])
      app.clock.advance(1)
      await purge()
      assert.deepEqual(await readContactDataStates(), [true, false, true])
      app.clock.advance(10 * 3_600_000)
      await purge()
      assert.deepEqual(await readContactDataStates(), [false, false, true])
      await assertBooksConsistent(app.db)
    })

    test("does not apply to a member's own stay, but to a stay that the member booked for another guest", async () => {
      const annaToken = await app.signIn('anna')
      const form = createStayForm(app, { slug: 'barracks', name: 'Anna Becker', email: 'anna@buyer.example' })
      const { body } = await app.call('requestBooking', form, { token: annaToken })
      const responseForOther = await app.call('requestBooking', createStayForm(app, { slug: 'barracks' }), {
        token: annaToken,
      })
      app.clock.advance(1000 * DAY_MS)
      await purge()
      assert.equal(await hasContactData(body.booking_id), true)
      assert.equal(await hasContactData(responseForOther.body.booking_id), false, 'the guest is not a member')
      assert.equal((await readAccount(body.booking_id)).name, 'Anna Becker')
    })

    test('covers hundreds of guests in one run', async () => {
      for (let index = 0; index < 700; index++) {
        await app.db
          .insertInto('account')
          .values({ role: 'guest', name: 'Rafiq', email: 'r@guest.example', created_at: app.clock.now })
          .execute()
      }
      app.clock.advance(3 * DAY_MS)
      await purge()
      const remainingRows = await app.db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'guest')
        .where('name', '=', 'Rafiq')
        .execute()
      assert.deepEqual(remainingRows, [])
    })
  })

  describe(`closing the account of a guest, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    test('keeps the contact data of a stay until its last room is over, also after its first room was cancelled', async () => {
      const [token, desk] = [await app.signIn('anna'), await openDesk(app, 'owner')]
      const email = 'anna@buyer.example'
      const request = createStayForm(app, { name: 'Anna Becker', email })
      const { booking_id } = await app.callOk('requestBooking', request, { token })
      const { code } = await desk.book('Anna Becker', 20, 22, { at: [null, null], email, guest_of: booking_id })
      const [firstRoom] = (await desk.callOk('getDeskStay', { code })).rooms
      await desk.callOk('cancelRoom', { booking: firstRoom.booking, version: firstRoom.version, fee: 'none' })
      await app.callOk('closeAccount', { password: passwordsByUsername.anna }, { token })
      const [closingEmail] = (await readEmailsTo(app, email)).slice(-1)
      assert.ok(closingEmail!.text.includes(code), 'the email has a link to the stay')
      const readName = async () => {
        await bookingsPersonalData.purgeClosedAccounts(app.db, app.clock.now)
        const query = app.db.selectFrom('booking').select('name').where('code', '=', code)
        return (await query.executeTakeFirstOrThrow()).name
      }
      assert.equal(await readName(), 'Anna Becker')
      app.clock.advance(20 * DAY_MS)
      const { booking, version } = (await desk.callOk('getDeskStay', { code })).rooms[1]
      const unit = desk.kind('single').units[0]!.id
      await desk.callOk('checkGuestIn', { booking, version, unit, anyway: true })
      app.clock.advance(3 * DAY_MS)
      assert.equal(await readName(), 'Anna Becker', 'the guest should have left yesterday, but is still here')
      app.clock.advance(2 * DAY_MS)
      assert.equal(await readName(), '')
    })
  })

  describe(`the networks of open requests, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on' })
      await addRoom(app.db, 'barracks', 50)
    })
    after(() => app.close())

    const readCodesWithSenders = async () =>
      (
        await app.db
          .selectFrom('open_request')
          .innerJoin('booking', 'booking.id', 'booking_id')
          .select('code')
          .distinct()
          .execute()
      )
        .map(({ code }) => code)
        .toSorted()
    const book = async (from: number): Promise<string> => {
      const form = createStayForm(app, { slug: 'barracks', checkin: app.day(from), checkout: app.day(from + 1) })
      const body = await app.callOk('requestGuestBooking', form, { token: await app.newGuest() })
      return body.booking_id
    }

    test('are deleted once a request is answered or its dates have passed, and after 90 days at the latest', async () => {
      await writeCompany(app.db, { proofHours: 24 * 400 })
      const [answeredStayCode, nextMonthStayCode, farFutureStayCode] = [await book(20), await book(30), await book(400)]
      const purge = () => purgeRequestSenders(app.db, app.clock.now)
      await purge()
      assert.deepEqual(
        await readCodesWithSenders(),
        [answeredStayCode, nextMonthStayCode, farFutureStayCode].toSorted(),
      )
      await app.db.updateTable('booking').set({ status: 'confirmed' }).where('code', '=', answeredStayCode).execute()
      await purge()
      assert.deepEqual(await readCodesWithSenders(), [nextMonthStayCode, farFutureStayCode].toSorted())
      app.clock.advance(31 * DAY_MS)
      await purge()
      assert.deepEqual(await readCodesWithSenders(), [farFutureStayCode])
      app.clock.advance((90 - 31) * DAY_MS)
      await purge()
      assert.deepEqual(await readCodesWithSenders(), [farFutureStayCode])
      app.clock.advance(1)
      await purge()
      assert.deepEqual(await readCodesWithSenders(), [])
    })

    test("are part of a member's data export", async () => {
      const annaToken = await app.signIn('anna')
      await app.call('requestBooking', createStayForm(app, { slug: 'barracks', email: 'anna@buyer.example' }), {
        token: annaToken,
      })
      const { body } = await app.call('getMyData', {}, { token: annaToken })
      assert.deepEqual(body.bookings.at(-1).asked_from, ['127.0.0.0/24'])
      assert.deepEqual(
        body.bookings.map(({ payments }: { payments: { method: string }[] }) => payments.map(({ method }) => method)),
        [['card'], [], []],
      )
    })
  })

  describe(`the audit log of a stay, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    test('contains cancellations and expiries, but not the request, because the booking row names its account', async () => {
      const token = await app.newGuest()
      const readStay = (code: string) =>
        app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
      const book = async (overrides: object) =>
        (await app.call('requestGuestBooking', createStayForm(app, overrides), { token })).body.booking_id as string
      const cancelledStayCode = await book({})
      await app.call('cancelBooking', { id: cancelledStayCode, fee: 0 }, { token })
      await app.call('cancelBooking', { id: cancelledStayCode, fee: 0 }, { token })
      await writeCompany(app.db, { takesOnlinePayments: true, holdMinutes: 30 })
      const expiredStayCode = await book({ paymenttype: 1 })
      app.clock.advance(30 * 60_000)
      await expireHolds(app.db, app.clock.now, app)
      const { id } = await app.db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'guest')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const auditEntries = await app.db
        .selectFrom('audit')
        .select(['account_id', 'action', 'subject'])
        .orderBy('id')
        .execute()
      assert.equal((await readStay(expiredStayCode)).booker_id, id)
      assert.deepEqual(
        auditEntries.filter(({ action }) => action.startsWith('booking')),
        [
          { account_id: id, action: 'booking cancelled', subject: `booking ${cancelledStayCode}` },
          { account_id: null, action: 'booking expired', subject: `booking ${expiredStayCode}` },
        ],
      )
    })
  })
}
