import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { engines } from '../../testing/engines.ts'
import { openHouse, type TestHouse } from '../../testing/house.ts'

const DAY_MS = 24 * 3_600_000
const password = 'a long way to dhaka'
const mina = {
  name: 'Mina Rahman',
  email: 'mina@buyer.example',
  username: 'mina',
  password,
  password_confirmation: password,
}

for (const engine of engines) {
  describe(`what is kept of somebody, on ${engine.name}`, () => {
    let house: TestHouse
    let token: string
    let accountId: number
    before(async () => {
      house = await openHouse(engine)
    })
    after(() => house.close())
    beforeEach(async () => {
      house.clock.advance(DAY_MS)
      assert.equal((await house.call('userRegister', mina, { language: 'bn' })).status, 200)
      const { body } = await house.call('userLogin', { username: 'mina', password })
      token = body.access_token
      accountId = body.user.id
      const profile = { ...mina, phone: '01712-345678', company: 'Rahman Textiles' }
      await house.call('updateBookingUser', profile, { token })
    })

    const close = (typed = password, as = token) => house.call('closeAccount', { password: typed }, { token: as })
    const book = async (from: number, slug = 'twin', more: object = {}) => {
      const stay = { checkin: house.day(from), checkout: house.day(from + 2), paymenttype: 2, adult: 1, child: 0, slug }
      const { name, email } = mina
      const form = { name, email, phone: '+8801712345678', message: 'We arrive late', ...stay, ...more }
      const { status, body } = await house.call('requestBooking', form, { token })
      assert.equal(status, 200, JSON.stringify(body))
      return body.booking_id as string
    }
    const enquire = async () => {
      const { id } = await house.db.selectFrom('product').select('id').orderBy('id').executeTakeFirstOrThrow()
      const { name, email } = mina
      const enquiry = await house.db
        .insertInto('enquiry')
        .values({
          code: `E${accountId}`,
          account_id: accountId,
          company: 'Rahman Textiles',
          name,
          email,
          phone: '',
          notes: '',
          language: 'en',
          created_at: house.clock.now,
          handled_at: null,
          handled_by: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await house.db
        .insertInto('enquiry_line')
        .values({
          enquiry_id: enquiry.id,
          position: 1,
          product_id: id,
          product_name: 'Zipper',
          quantity: '500',
          notes: 'brass',
        })
        .execute()
    }

    test('is told whole to whoever it is about, and nothing of others (ACCT-11)', async () => {
      const code = await book(10)
      await enquire()
      await house.call(
        'requestGuestBooking',
        {
          name: 'Someone',
          email: mina.email,
          phone: '+8801700000009',
          checkin: house.day(30),
          checkout: house.day(31),
          paymenttype: 2,
          adult: 1,
          child: 0,
          slug: 'single',
        },
        { token: await house.newGuest() },
      )
      const { status, body } = await house.call('getMyData', {}, { token })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['account', 'sessions', 'bookings', 'enquiries'])
      const { referral_code, created_at, ...account } = body.account
      assert.deepEqual(account, {
        name: 'Mina Rahman',
        email: 'mina@buyer.example',
        pending_email: '',
        phone: '+8801712345678',
        company_name: 'Rahman Textiles',
        username: 'mina',
        role_id: 2,
        referral_count: 0,
        role: 'member',
        language: 'bn',
      })
      assert.equal(created_at, new Date(house.clock.now).toISOString())
      assert.equal(referral_code.length, 8)
      assert.deepEqual(
        body.sessions.map(({ current }: { current: boolean }) => current),
        [true],
      )
      assert.equal(body.bookings.length, 1)
      const [{ booking_id, name, email, phone, message, checkin, total }] = body.bookings
      assert.deepEqual(
        { booking_id, name, email, phone, message, checkin, isPriced: total > 0 },
        {
          booking_id: code,
          name: 'Mina Rahman',
          email: 'mina@buyer.example',
          phone: '+8801712345678',
          message: 'We arrive late',
          checkin: house.day(10),
          isPriced: true,
        },
      )
      assert.deepEqual(body.enquiries[0].lines, [{ product_name: 'Zipper', quantity: '500', notes: 'brass' }])
      assert.ok(!JSON.stringify(body).includes('argon2'))
      await close()
    })
  })
}
