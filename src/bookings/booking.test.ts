import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'

for (const engine of engines) {
  describe(`taking a room, on ${engine.name}`, () => {
    let house: TestHouse
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())

    const form = (more: object = {}) => ({
      name: 'Rafiq Islam',
      email: 'rafiq@guest.example',
      phone: '+8801700000004',
      checkin: house.day(10),
      checkout: house.day(13),
      paymenttype: 2,
      adult: 1,
      child: 0,
      slug: 'single',
      message: 'Arriving late',
      ...more,
    })

    test('a guest books, and gets the reference and a letter (API-9, API-10, BOOK-4)', async () => {
      const token = await house.newGuest()
      const { status, body } = await house.call('requestGuestBooking', form(), { token })
      assert.equal(status, 200)
      assert.equal(body.total, 3 * 4500)
      assert.equal(body.status, 'pending_approval')
      const letters = await house.letters()
      assert.equal(letters.length, 1)
      assert.match(letters[0]!, new RegExp(`Subject: Your booking request ${body.booking_id}`))
      assert.match(letters[0]!, /To: rafiq@guest\.example/)

      const details = await house.call('getBookingDetails', { id: body.booking_id }, { token })
      assert.equal(details.body.roomParticular.total_booking_days, 3)
      assert.equal(details.body.roomParticular.room_name, 'Single Room')
    })

    test('a member books by multipart as by JSON, and finds it in the history (API-11, API-17)', async () => {
      const token = await house.signIn('anna')
      const { status, body } = await house.call('requestBooking', form({ slug: 'twin' }), { token, multipart: true })
      assert.equal(status, 200, JSON.stringify(body))
      const history = await house.call('activeBookingRooms', {}, { token })
      assert.ok(history.body.data.some((item: { booking_id: string }) => item.booking_id === body.booking_id))
    })

    test('the dated price of a night counts, and the search says the same total (SRCH-4, BOOK-8)', async () => {
      const stay = { checkin: house.day(29), checkout: house.day(32) }
      const search = await house.call('filterBooking', { check_in: stay.checkin, check_out: stay.checkout, adult: 1, child: 0 })
      const offered = search.body.data.find((room: { slug: string }) => room.slug === 'deluxe')
      const { body } = await house.call('requestGuestBooking', form({ ...stay, slug: 'deluxe' }), { token: await house.newGuest() })
      assert.equal(body.total, offered.total)
      assert.equal(body.total, 7500 + 8500 + 8500)
    })

    test('two hundred race for the last unit: exactly one has it (BOOK-8)', async () => {
      const stay = { checkin: house.day(60), checkout: house.day(64), slug: 'family' }
      const token = await house.newGuest()
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, index) => {
          const shift = index % 3
          const overlapping = { ...stay, checkin: house.day(60 + shift), checkout: house.day(64 + shift) }
          return house.call('requestGuestBooking', form(overlapping), { token })
        }),
      )
      const won = answers.filter(({ status }) => status === 200)
      const lost = answers.filter(({ status }) => status === 409)
      assert.equal(won.length, 1)
      assert.equal(lost.length, 199)
      assert.match(lost[0]!.body.message, /just been taken/)
    })

    test('a room with several units is sold that often and no more (BOOK-8)', async () => {
      const stay = { checkin: house.day(80), checkout: house.day(82), slug: 'single' }
      const token = await house.newGuest()
      const answers = await Promise.all(Array.from({ length: 40 }, () => house.call('requestGuestBooking', form(stay), { token })))
      assert.equal(answers.filter(({ status }) => status === 200).length, 4)
      assert.equal(answers.filter(({ status }) => status === 409).length, 36)
      const sold = await house.db.selectFrom('inventory').selectAll().where('sold', '>', 3).execute()
      assert.equal(sold.length, 2)
    })

    test('the same key books once, even pressed ten times at once for the last unit (BOOK-8)', async () => {
      const stay = { checkin: house.day(90), checkout: house.day(92), slug: 'family' }
      const token = await house.newGuest()
      const press = () => house.call('requestGuestBooking', form(stay), { token, key: 'pressed-ten-times' })
      const answers = await Promise.all(Array.from({ length: 10 }, press))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
      assert.equal(new Set(answers.map(({ body }) => body.booking_id)).size, 1)
      const other = await house.call('requestGuestBooking', form({ ...stay, adult: 2 }), { token, key: 'pressed-ten-times' })
      assert.equal(other.status, 422)
    })

    test('what cannot be is said under its field, and nothing is written (BOOK-6, SRCH-4)', async () => {
      const token = await house.newGuest()
      const asBefore = await house.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute()
      const table: [object, string][] = [
        [{ checkin: house.day(-1) }, 'checkin'],
        [{ checkin: '2027-02-30' }, 'checkin'],
        [{ checkout: house.day(10) }, 'checkout'],
        [{ checkout: house.day(9) }, 'checkout'],
        [{ checkout: house.day(41) }, 'checkout'],
        [{ checkin: house.day(600), checkout: house.day(601) }, 'checkout'],
        [{ adult: 0 }, 'adult'],
        [{ adult: 2 }, 'adult'],
        [{ adult: 1.5 }, 'adult'],
        [{ adult: '1' }, 'adult'],
        [{ child: -1 }, 'child'],
        [{ child: 1 }, 'child'],
        [{ paymenttype: 0 }, 'paymenttype'],
        [{ paymenttype: 3 }, 'paymenttype'],
        [{ slug: 'no-such-room' }, 'slug'],
        [{ name: '' }, 'name'],
        [{ name: 'x'.repeat(101) }, 'name'],
        [{ email: 'nobody' }, 'email'],
        [{ phone: 'call me' }, 'phone'],
        [{ message: 'x'.repeat(2001) }, 'message'],
        [{ slug: 'super-deluxe', checkin: house.day(30), checkout: house.day(31) }, 'checkout'],
      ]
      for (const [wrong, field] of table) {
        const { status, body } = await house.call('requestGuestBooking', form(wrong), { token })
        assert.equal(status, 422, JSON.stringify(wrong))
        assert.deepEqual(Object.keys(body.errors), [field], JSON.stringify(wrong))
        assert.ok(body.errors[field][0].length > 10)
      }
      assert.deepEqual(await house.db.selectFrom('inventory').selectAll().orderBy('room_id').orderBy('night').execute(), asBefore)
    })

    test("prices, people and states that a browser sends are not read (BOOK-8, API-11)", async () => {
      const token = await house.newGuest()
      const stay = { checkin: house.day(100), checkout: house.day(101), slug: 'executive' }
      const sent = { ...stay, roomPrice: 1, total: 1, price: 1, status: 'confirmed', user_id: 1, account_type: 'member' }
      const { body } = await house.call('requestGuestBooking', form(sent), { token })
      assert.equal(body.total, 12_000)
      const row = await house.db.selectFrom('booking').selectAll().where('code', '=', body.booking_id).executeTakeFirstOrThrow()
      const guest = await house.db.selectFrom('account').select('role').where('id', '=', row.account_id).executeTakeFirstOrThrow()
      assert.equal(guest.role, 'guest')
      assert.equal(row.total_poisha, 1_200_000)
      assert.equal(row.vat_poisha, 1_200_000 - Math.round(1_200_000 / 1.15))
    })
  })
}
