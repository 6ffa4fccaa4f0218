import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import type { TestApp } from '#testing/test-app.ts'
import { mina, startMinaTests } from '#testing/mina.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`personal data export, on ${engine.name}`, () => {
    let app: TestApp
    const { session, close, book, sendEnquiry } = startMinaTests(engine, (startedApp) => {
      app = startedApp
    })

    test('returns all data of the member and nothing of others (ACCT-11)', async () => {
      const code = await book(10)
      await sendEnquiry()
      await app.call(
        'requestGuestBooking',
        {
          name: 'Someone',
          email: mina.email,
          phone: '+8801700000009',
          checkin: app.day(30),
          checkout: app.day(31),
          paymenttype: 2,
          adult: 1,
          child: 0,
          slug: 'single',
        },
        { token: await app.newGuest() },
      )
      const { status, body } = await app.call('getMyData', {}, { token: session.token })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), ['account', 'sessions', 'bookings', 'enquiries', 'quotations', 'invoices'])
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
        preferences: '',
      })
      assert.equal(created_at, new Date(app.clock.now).toISOString())
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
          checkin: app.day(10),
          isPriced: true,
        },
      )
      assert.deepEqual(body.enquiries[0].lines, [{ product_name: 'Zipper', quantity: '500', notes: 'brass' }])
      assert.ok(!JSON.stringify(body).includes('argon2'))
      await close()
    })
  })
}
