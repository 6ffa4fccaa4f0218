import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readBookingTables, createStayForm } from '#testing/stay-form.ts'
import { publish } from '#platform/database/publish.ts'
import { languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatMessageRef, type MessageRef, type Values, type MessageKey } from '#locales/translator.ts'

for (const engine of bothEngines) {
  describe(`POST requestBooking and requestGuestBooking, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
    })
    after(() => app.close())

    const createForm = (overrides: object = {}) => createStayForm(app, overrides)

    test('books a room and returns the booking and the next steps (API-9, API-10, BOOK-4, BOOK-7)', async () => {
      const token = await app.newGuest()
      const { status, body } = await app.call('requestGuestBooking', createForm(), { token })
      assert.equal(status, 200)
      const { booking_id, picture, ...confirmation } = body
      assert.match(picture.src, /room-single-desk/)
      assert.match(booking_id, /^[2-9A-HJ-NP-Z]{10}$/)
      assert.deepEqual(confirmation, {
        message: 'Successfully booked.',
        room_name: 'Single Room',
        rooms: [{ name: 'Single Room', adult: 1, child: 0, total: 3 * 4500 }],
        checkin: app.day(10),
        checkout: app.day(13),
        nights: 3,
        adult: 1,
        child: 0,
        total: 3 * 4500,
        status: 'pending_approval',
        payment_status: 'unpaid',
        pay_until: null,
        due: 0,
        due_text: null,
        to_pay: null,
        paid: 0,
        refunded: 0,
        invoice_when: 'after check-out',
        answer_until: '2027-01-05T03:00:00.000Z',
        awaits_verification: true,
        next: 'We have sent you an email. Please open its link by 5 January 2027, 09:00, Dhaka time to confirm that the address is yours. The room is reserved for you until then.',
        follows: [
          'We will then answer by email within 48 hours. The room stays reserved for you.',
          'Once we have confirmed your stay, you can check in on 14 January 2027 from 14:00.',
          'You pay during your stay.',
        ],
        arrival_time: '',
        arrival: '',
        beds: '',
        package: '',
        cancelling: {
          fee: 0,
          terms:
            'Free cancellation until we confirm, and until 12 January 2027, 14:00, Dhaka time. After that, or for a no-show: BDT\u00a04,500.',
          note: 'Cancellation is free until we confirm your stay.',
          steps: [
            { from: null, when: 'Until 12 January 2027, 14:00, Dhaka time', fee: 0 },
            { from: '2027-01-12T08:00:00.000Z', when: 'From 12 January 2027, 14:00, Dhaka time', fee: 4_500 },
          ],
          no_show: 4_500,
          deposit: 0,
          refund: 0,
          cost: null,
        },
        change: { allowed: 'any', locked: null },
      })
      const emails = await app.deliverEmails()
      assert.equal(emails.length, 2)
      assert.match(emails[0]!, new RegExp(`Subject: Your booking request ${booking_id}`))
      assert.match(emails[0]!, /To: rafiq@guest\.example/)

      const details = await app.call('getBookingDetails', { id: booking_id }, { token })
      assert.equal(details.body.roomParticular.total_booking_days, 3)
      assert.equal(details.body.roomParticular.room_name, 'Single Room')
    })

    test("accepts a member's booking as multipart, and lists it in the history (API-11, API-17)", async () => {
      const token = await app.signIn('anna')
      const body = await app.callOk('requestBooking', createForm({ slug: 'twin' }), {
        token,
        multipart: true,
      })
      const history = await app.call('activeBookingRooms', {}, { token })
      assert.ok(history.body.data.some((item: { booking_id: string }) => item.booking_id === body.booking_id))
    })

    test('charges the rate of each night, and the search shows the same total (SRCH-4, BOOK-8, API-5)', async () => {
      const dates = { checkin: app.day(29), checkout: app.day(32) }
      const search = { check_in: dates.checkin, check_out: dates.checkout, adult: 1, child: 0 }
      const freeRooms = (await app.call('filterBooking', search)).body.data
      const offeredRoom = freeRooms.find((room: { slug: string }) => room.slug === 'deluxe')
      const callOptions = { token: await app.newGuest() }
      const { body } = await app.call('requestGuestBooking', createForm({ ...dates, slug: 'deluxe' }), callOptions)
      assert.equal(body.total, offeredRoom.total)
      assert.equal(body.total, 7500 + 8500 + 8500)
    })

    test('accepts an arrival on the day on which another guest leaves (BOOK-8)', async () => {
      const token = await app.newGuest()
      for (const [from, to] of [
        [50, 52],
        [52, 53],
        [48, 50],
      ] as const) {
        const stay = { slug: 'family', checkin: app.day(from), checkout: app.day(to) }
        assert.equal(
          (await app.call('requestGuestBooking', createForm(stay), { token })).status,
          200,
          `${from} to ${to}`,
        )
      }
    })

    test('reports each validation error under its field in both languages, and stores nothing (BOOK-6, SRCH-4, API-10, API-11)', async () => {
      const annaToken = await app.signIn('anna')
      const guestToken = await app.newGuest()
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 0 }).where('slug', '=', 'executive').execute())
      await publish(app.db, (tx) => tx.updateTable('room').set({ capacity: 0 }).where('slug', '=', 'twin').execute())
      const { id } = await app.db
        .selectFrom('room')
        .select('id')
        .where('slug', '=', 'super-deluxe')
        .executeTakeFirstOrThrow()
      const rates = [
        { day: 70, closed: 1 },
        { day: 80, closed_to_arrival: 1 },
        { day: 84, closed_to_departure: 1 },
        { day: 90, max_nights: 2 },
      ]
      for (const { day, ...rule } of rates) {
        const row = {
          room_id: id,
          day: toDayNumber(app.day(day)),
          price_poisha: null,
          min_nights: null,
          max_nights: null,
          ...rule,
        }
        await publish(app.db, (tx) =>
          tx
            .insertInto('rate')
            .values(row as never)
            .execute(),
        )
      }
      const createSuperDeluxeForm = (from: number, to: number) => ({
        slug: 'super-deluxe',
        checkin: app.day(from),
        checkout: app.day(to),
      })
      const invalidCases: [object, string, MessageKey | MessageRef, Values?][] = [
        [{ checkin: app.day(-1) }, 'checkin', 'error.check_in_past'],
        [{ checkin: '2027-02-30' }, 'checkin', 'error.date'],
        [{ checkin: 20_000 }, 'checkin', 'error.not_text'],
        [{ checkin: undefined }, 'checkin', 'error.required'],
        [{ checkout: app.day(10) }, 'checkout', 'error.check_out_order'],
        [{ checkout: app.day(9) }, 'checkout', 'error.check_out_order'],
        [{ checkout: app.day(41) }, 'checkout', { key: 'error.stay_too_long', count: 30 }],
        [
          { checkin: app.day(539), checkout: app.day(541) },
          'checkout',
          'error.stay_too_far_ahead',
          { day: app.day(540) },
        ],
        [
          { checkin: '9999-12-30', checkout: '9999-12-31' },
          'checkout',
          'error.stay_too_far_ahead',
          { day: app.day(540) },
        ],
        [createSuperDeluxeForm(69, 72), 'checkin', 'error.stay_closed', { day: app.day(70) }],
        [createSuperDeluxeForm(80, 82), 'checkin', 'error.stay_closed_to_arrival', { day: app.day(80) }],
        [createSuperDeluxeForm(82, 84), 'checkout', 'error.stay_closed_to_departure', { day: app.day(84) }],
        [createSuperDeluxeForm(30, 31), 'checkout', 'error.stay_min_nights', { day: app.day(30), min: 2 }],
        [
          createSuperDeluxeForm(90, 93),
          'checkout',
          { key: 'error.stay_max_nights', count: 2, values: { day: app.day(90) } },
        ],
        [{ adult: 0 }, 'adult', 'error.adult_needed'],
        [{ adult: 2 }, 'adult', { key: 'error.too_many_adults', count: 1 }],
        [{ adult: 1.5 }, 'adult', 'error.not_whole'],
        [{ adult: '1' }, 'adult', 'error.not_number'],
        [{ adult: null }, 'adult', 'error.required'],
        [{ child: -1 }, 'child', 'error.too_small', { min: 0 }],
        [{ child: 1 }, 'child', { key: 'error.no_children' }],
        [{ slug: 'family', adult: 3, child: 2 }, 'adult', { key: 'error.too_many_guests', count: 4 }],
        [{ paymenttype: 0 }, 'paymenttype', 'error.payment_type'],
        [{ paymenttype: 3 }, 'paymenttype', 'error.too_big', { max: 2 }],
        [{ slug: 'no-such-room' }, 'slug', 'error.room_unknown'],
        [{ slug: 'executive' }, 'slug', 'error.room_unknown'],
        [{ slug: ['single'] }, 'slug', 'error.not_text'],
        [{ name: '' }, 'name', 'error.required'],
        [{ name: 'x'.repeat(101) }, 'name', 'error.too_long', { max: 100 }],
        [{ email: 'nobody' }, 'email', 'error.email'],
        [{ phone: 'call me' }, 'phone', 'error.phone'],
        [{ message: 'x'.repeat(2001) }, 'message', 'error.too_long', { max: 2000 }],
        [{ message: 'a\u0000b' }, 'message', 'error.unsafe_text'],
      ]
      const stateBefore = await readBookingTables(app)
      for (const [invalidFields, field, expectedMessage, values] of invalidCases) {
        const message =
          typeof expectedMessage === 'string' ? { key: expectedMessage, ...(values && { values }) } : expectedMessage
        for (const language of languages) {
          for (const [name, token] of [
            ['requestGuestBooking', guestToken],
            ['requestBooking', annaToken],
          ] as const) {
            const { status, body } = await app.call(name, createForm(invalidFields), { token, language })
            assert.equal(status, 422, JSON.stringify(invalidFields))
            assert.deepEqual(
              body.errors,
              { [field]: [formatMessageRef(translatorFor(language), message)] },
              JSON.stringify(invalidFields),
            )
          }
        }
      }
      const invalidForm = createForm({ checkin: app.day(-1), paymenttype: 0, adult: 5, child: 5 })
      const { body } = await app.call('requestGuestBooking', invalidForm, { token: guestToken })
      assert.deepEqual(Object.keys(body.errors), ['checkin', 'paymenttype', 'adult', 'child'])
      const malformedResponse = await app.call(
        'requestGuestBooking',
        createForm({ name: '', checkin: app.day(-1), adult: 5, child: 0 }),
        { token: guestToken },
      )
      assert.deepEqual(Object.keys(malformedResponse.body.errors).sort(), ['adult', 'checkin', 'name'])
      const { status } = await app.call('requestGuestBooking', createForm({ slug: 'twin' }), { token: guestToken })
      assert.equal(status, 409, 'a room without units')
      assert.deepEqual(await readBookingTables(app), stateBefore)
      await publish(app.db, (tx) => tx.updateTable('room').set({ active: 1 }).where('slug', '=', 'executive').execute())
      await publish(app.db, (tx) => tx.updateTable('room').set({ capacity: 3 }).where('slug', '=', 'twin').execute())
    })

    test('ignores prices, accounts and statuses that the client sends (BOOK-8, API-11)', async () => {
      const token = await app.newGuest()
      const stay = { checkin: app.day(100), checkout: app.day(101), slug: 'executive' }
      const formWithExtras = {
        ...stay,
        roomPrice: 1,
        total: 1,
        price: 1,
        status: 'confirmed',
        user_id: 1,
        account_type: 'member',
      }
      const { body } = await app.call('requestGuestBooking', createForm(formWithExtras), { token })
      assert.equal(body.total, 12_000)
      const row = await app.db
        .selectFrom('booking')
        .selectAll()
        .where('code', '=', body.booking_id)
        .executeTakeFirstOrThrow()
      const guest = await app.db
        .selectFrom('account')
        .select('role')
        .where('id', '=', row.guest_id)
        .executeTakeFirstOrThrow()
      assert.equal(guest.role, 'guest')
      assert.equal(row.status, 'pending_approval')
      assert.equal(row.total_poisha, 1_200_000)
      assert.equal(row.vat_poisha, 1_200_000 - Math.round(1_200_000 / 1.15))
    })

    test('keeps the agreed terms when the room, rate or tax changes later (BOOK-8)', async () => {
      const token = await app.newGuest()
      const stay = { checkin: app.day(110), checkout: app.day(112), slug: 'deluxe' }
      const { body } = await app.call('requestGuestBooking', createForm(stay), { token })
      const readDetails = async () =>
        (await app.call('getBookingDetails', { id: body.booking_id }, { token })).body.roomParticular
      const agreedDetails = await readDetails()
      await publish(app.db, (tx) =>
        tx
          .updateTable('room')
          .set({ price_poisha: 1, name_en: 'Another', bed_en: 'None' })
          .where('slug', '=', 'deluxe')
          .execute(),
      )
      await publish(app.db, (tx) => tx.updateTable('rate').set({ price_poisha: 2 }).execute())
      await publish(app.db, (tx) => tx.updateTable('vat_rate').set({ basis_points: 700 }).execute())
      const { room_name, bed_name, total, vat, roomPrice } = await readDetails()
      assert.deepEqual(
        { room_name, bed_name, total, vat, roomPrice },
        {
          room_name: agreedDetails.room_name,
          bed_name: agreedDetails.bed_name,
          total: body.total,
          vat: agreedDetails.vat,
          roomPrice: agreedDetails.roomPrice,
        },
      )
    })
  })
}

const toDayNumber = (iso: string) => Date.parse(iso) / 86_400_000
