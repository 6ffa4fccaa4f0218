import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { openDesk } from '#testing/desk.ts'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { readBookingTables, createStayForm } from '#testing/stay-form.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { HOUR_MS } from '#platform/durations.ts'

const twin = { slug: 'twin', adult: 2, child: 0 }
const family = { slug: 'family', adult: 2, child: 1 }
const singleRoom = { slug: 'single', adult: 1, child: 0 }

for (const engine of bothEngines) {
  describe(`a booking of several rooms, on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    let arrivalOffset = 10
    before(async () => {
      app = await startTestApp(engine)
    })
    beforeEach(async () => {
      arrivalOffset += 4
      token = await app.newGuest()
    })
    after(() => app.close())

    const createForm = (rooms: object[], overrides: object = {}) => ({
      ...createStayForm(app, { checkin: app.day(arrivalOffset), checkout: app.day(arrivalOffset + 2) }),
      ...rooms[0],
      rooms,
      ...overrides,
    })
    const book = (rooms: object[], overrides: object = {}, options: object = {}) =>
      app.call('requestGuestBooking', createForm(rooms, overrides), { token, key: randomUUID(), ...options })
    const readRows = (code: string) =>
      app.db.selectFrom('booking').selectAll().where('stay_code', '=', code).orderBy('id').execute()
    const countSoldUnits = async () =>
      (await app.db.selectFrom('inventory').select('sold').execute()).reduce((sum, { sold }) => sum + sold, 0)

    test('has one reference and one total, and sends one email to the guest and one to the company (BOOK-4, BOOK-7, BOOK-8)', async () => {
      for (const language of languages) {
        arrivalOffset += 4
        const translator = translatorFor(language)
        const soldCountBefore = await countSoldUnits()
        const { status, body } = await book([twin, family, twin], {}, { language })
        assert.equal(status, 200, JSON.stringify(body))
        const rows = await readRows(body.booking_id)
        assert.equal(rows.length, 3)
        assert.equal(rows[0]!.code, body.booking_id)
        assert.equal(await countSoldUnits(), soldCountBefore + 6)
        assert.equal(body.total, 2 * (6200 + 14_500 + 6200))
        assert.deepEqual([body.adult, body.child], [6, 1])
        assert.deepEqual(
          body.rooms.map(({ adult, child, total }: Record<string, number>) => [adult, child, total]),
          [
            [2, 0, 12_400],
            [2, 1, 29_000],
            [2, 0, 12_400],
          ],
        )
        assert.equal(body.room_name, language === 'en' ? '2\u00a0×\u00a0Twin Room, Family Suite' : body.room_name)
        if (language === 'bn') assert.match(body.room_name, /^২\u00a0×/)
        const guestEmails = (await readEmailsTo(app, 'rafiq@guest.example')).filter(({ text }) =>
          text.includes(body.booking_id),
        )
        assert.equal(guestEmails.length, 1)
        assert.ok(guestEmails[0]!.text.includes(translator.money(body.total)), guestEmails[0]!.text)
        for (const { name, total } of body.rooms) {
          assert.ok(guestEmails[0]!.text.includes(`${name}: `))
          assert.ok(guestEmails[0]!.text.includes(translator.money(total)))
        }
        const companyEmails = (await readEmailsTo(app, 'hello@selvage.example')).filter(({ text }) =>
          text.includes(body.booking_id),
        )
        assert.equal(companyEmails.length, 1)
        await assertBooksConsistent(app.db)
      }
    })

    test('is shown to the guest as one stay with the sum of its rooms (ACCT-8, ACCT-9, API-17, API-18)', async () => {
      const { body } = await book([twin, family])
      const history = (await app.call('activeBookingRooms', {}, { token })).body.data
      assert.equal(history.length, 1)
      assert.deepEqual(
        [history[0].booking_id, history[0].name, history[0].total],
        [body.booking_id, 'Twin Room, Family Suite', body.total],
      )
      const { roomParticular: details } = (await app.call('getBookingDetails', { id: body.booking_id }, { token })).body
      assert.deepEqual(
        [
          details.room_name,
          details.adult,
          details.child,
          details.total,
          details.nights.map(({ price }: { price: number }) => price),
        ],
        ['Twin Room, Family Suite', 4, 1, body.total, [20_700, 20_700]],
      )
      const rows = await readRows(body.booking_id)
      assert.equal((await app.call('getBookingDetails', { id: rows[1]!.code }, { token })).status, 404)
      const calendarText = (await app.call('getStayCalendar', { id: body.booking_id }, { token })).body
      assert.match(calendarText.replaceAll('\r\n ', ''), /SUMMARY:Twin Room\\, Family Suite/)
    })

    test('is shown with the room that is still booked after the first one was cancelled (ACCT-8, ACCT-9)', async () => {
      const { body } = await book([twin, family])
      const [code, desk] = [body.booking_id as string, await openDesk(app, 'owner')]
      await desk.callOk('confirmRequest', { code, message: '' })
      const [firstRoom] = (await desk.callOk('getDeskStay', { code })).rooms
      await desk.callOk('cancelRoom', { booking: firstRoom.booking, version: firstRoom.version, fee: 'none' })
      const { roomParticular, activeRoomImg } = await app.callOk('getBookingDetails', { id: code }, { token })
      const { data } = await app.callOk('activeBookingRooms', {}, { token })
      const room = await app.callOk('getRoomDetails', { slug: family.slug })
      assert.deepEqual(
        [roomParticular.room_name, roomParticular.slug, roomParticular.roomDescription],
        ['Family Suite', family.slug, room.roomParticular.roomDescription],
      )
      assert.deepEqual([data[0].name, data[0].slug], ['Family Suite', family.slug])
      assert.equal(activeRoomImg[0].roomImage, room.activeRoomImg[0].roomImage)
      assert.equal(data[0].roomImage, room.activeRoomImg[0].roomImage)
    })

    test('is rejected with 409, and no room is booked, if one is sold out (BOOK-6, BOOK-8)', async () => {
      const overlappingStay = { checkin: app.day(arrivalOffset + 1), checkout: app.day(arrivalOffset + 2) }
      const singleRoomForm = createStayForm(app, { ...family, ...overlappingStay })
      assert.equal((await app.call('requestGuestBooking', singleRoomForm, { token })).status, 200)
      const stateBefore = await readBookingTables(app)
      for (const language of languages) {
        const { status, body } = await book([twin, singleRoom, family], {}, { language })
        assert.deepEqual([status, body], [409, { message: translatorFor(language).t('booking.one_sold_out') }])
      }
      assert.equal((await book([family, family])).status, 409, 'more rooms than units')
      assert.deepEqual(await readBookingTables(app), stateBefore)
    })

    test('reports validation errors under the field names of each room (BOOK-6)', async () => {
      const stateBefore = await readBookingTables(app)
      const { t, count } = translatorFor('en')
      const invalidRooms = [singleRoom, { ...singleRoom, adult: 3 }, { ...twin, slug: 'no-such-room' }]
      const { status, body } = await book(invalidRooms)
      assert.equal(status, 422)
      assert.deepEqual(body.errors, {
        'rooms.1.adult': [count('error.too_many_adults', 1)],
        'rooms.2.slug': [t('error.room_unknown')],
      })
      for (const rooms of [[twin], Array.from({ length: 11 }, () => twin), [twin, 'twin'], [twin, { slug: 'twin' }]])
        assert.equal((await book(rooms as object[])).status, 422)
      assert.deepEqual(await readBookingTables(app), stateBefore)
    })

    test('is created once per key, and requires a confirmation for a duplicate with another key (BOOK-8)', async () => {
      const key = randomUUID()
      const [firstResponse, secondResponse] = await Promise.all([
        book([twin, singleRoom], {}, { key }),
        book([twin, singleRoom], {}, { key }),
      ])
      assert.deepEqual([firstResponse.status, firstResponse.body], [200, secondResponse.body])
      const duplicateResponse = await book([twin, singleRoom], { again: 0 })
      assert.deepEqual([duplicateResponse.status, Object.keys(duplicateResponse.body.errors)], [422, ['again']])
      assert.match(duplicateResponse.body.errors.again[0], new RegExp(firstResponse.body.booking_id))
      await assertBooksConsistent(app.db)
    })

    test('is cancelled as a whole, for the sum of the fees (ACCT-8, BOOK-8)', async () => {
      const soldCountBefore = await countSoldUnits()
      const { body } = await book([twin, family])
      const rows = await readRows(body.booking_id)
      await app.db
        .updateTable('booking')
        .set({ status: 'confirmed', expires_at: null })
        .where('stay_code', '=', body.booking_id)
        .execute()
      const fee = (await moveFeeTimes(app.db, body.booking_id)).reduce((sum, item) => sum + item, 0) / 100
      assert.equal(fee, 20_700)
      const cancel = (shownFee: number, id = body.booking_id) =>
        app.call('cancelBooking', { id, fee: shownFee }, { token })
      assert.equal((await cancel(6200)).status, 409)
      assert.equal((await cancel(fee, rows[1]!.code)).status, 404)
      const responses = await Promise.all([cancel(fee), cancel(fee), cancel(fee)])
      for (const { status, body: responseBody } of responses) assert.deepEqual([status, responseBody.fee], [200, fee])
      assert.deepEqual(
        (await readRows(body.booking_id)).map(({ status, cancel_fee_poisha }) => [status, cancel_fee_poisha]),
        [
          ['cancelled', 620_000],
          ['cancelled', 1_450_000],
        ],
      )
      assert.equal(await countSoldUnits(), soldCountBefore)
      const emails = (await readEmailsTo(app, 'rafiq@guest.example')).filter((item) =>
        item.header('subject').includes(`${body.booking_id} is cancelled`),
      )
      assert.equal(emails.length, 1)
      await assertBooksConsistent(app.db)
    })

    test('is verified once for all rooms, and all rooms expire together (BOOK-7, BOOK-8)', async () => {
      const soldCountBefore = await countSoldUnits()
      const { body } = await book([twin, singleRoom, family])
      const email = (await readEmailsTo(app, 'rafiq@guest.example')).findLast(({ text }) =>
        text.includes(body.booking_id),
      )!
      const linkToken = /stay=([\w-]+)/.exec(email.text)![1]!
      const verification = await app.call('verifyStay', { token: linkToken })
      assert.deepEqual([verification.body.awaits_verification, verification.body.total], [false, body.total])
      const deadline = app.clock.now + 48 * HOUR_MS
      assert.deepEqual(
        (await readRows(body.booking_id)).map(({ expires_at }) => expires_at),
        [deadline, deadline, deadline],
      )
      app.clock.advance(48 * HOUR_MS)
      const search = { check_in: app.day(arrivalOffset), check_out: app.day(arrivalOffset + 1), adult: 1, child: 0 }
      await Promise.all([app.worker.runDue(), ...Array.from({ length: 5 }, () => app.call('filterBooking', search))])
      assert.deepEqual([...new Set((await readRows(body.booking_id)).map(({ status }) => status))], ['expired'])
      assert.ok((await countSoldUnits()) <= soldCountBefore)
      const endedEmails = (await readEmailsTo(app, 'rafiq@guest.example')).filter((item) =>
        item.header('subject').includes(`${body.booking_id} has expired`),
      )
      assert.equal(endedEmails.length, 1)
      await assertBooksConsistent(app.db)
    })

    test('causes no deadlock or overbooking if fifty parties book the same rooms in any order (BOOK-8)', async () => {
      const roomLists = [
        [singleRoom, twin, family],
        [family, twin, singleRoom],
        [twin, singleRoom],
        [singleRoom, singleRoom],
        [twin, family],
      ]
      const responses = await Promise.all(
        Array.from({ length: 50 }, async (_, index) =>
          book(roomLists[index % roomLists.length]!, {}, { token: await app.newGuest() }),
        ),
      )
      const countWithStatus = (status: number) => responses.filter((item) => item.status === status).length
      assert.equal(
        countWithStatus(200) + countWithStatus(409),
        50,
        JSON.stringify(responses.find(({ status }) => ![200, 409].includes(status))?.body),
      )
      assert.ok(countWithStatus(200) > 1)
      await assertBooksConsistent(app.db)
    })
  })

  describe(`the limit of open requests for several rooms, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on' })
    })
    after(() => app.close())

    test('allows a first request of many rooms per mailbox, and rejects further requests (BOOK-8)', async () => {
      const rooms = [singleRoom, singleRoom, singleRoom, twin]
      const requestStay = async (requestedRooms: object[], from: number) => {
        const dates = { checkin: app.day(from), checkout: app.day(from + 1) }
        const body = {
          ...createStayForm(app, dates),
          ...requestedRooms[0],
          ...(requestedRooms.length > 1 && { rooms: requestedRooms }),
        }
        return (await app.call('requestGuestBooking', body, { token: await app.newGuest(), key: randomUUID() })).status
      }
      assert.equal(await requestStay(rooms, 20), 200)
      assert.equal(await requestStay([singleRoom], 30), 429)
      assert.equal(await requestStay(rooms, 40), 429)
    })
  })
}
