import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type ApiResponse } from '#testing/test-app.ts'

const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }

for (const engine of enginesFor(import.meta.url)) {
  describe(`guest registration, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    const registerGuest = (overrides: object = {}, options: { token?: string } = {}) =>
      app.call('guestRegister', { ...rafiq, ...overrides }, options)
    const readAccounts = () => app.db.selectFrom('account').selectAll().orderBy('id').execute()
    const book = async (token: string, from: number): Promise<string> => {
      const form = {
        ...rafiq,
        checkin: app.day(from),
        checkout: app.day(from + 1),
        paymenttype: 2,
        adult: 1,
        child: 0,
        slug: 'twin',
      }
      const body = await app.callOk('requestGuestBooking', form, { token })
      return body.booking_id
    }
    const readBookingIds = async (token: string) =>
      ((await app.call('activeBookingRooms', {}, { token })).body.data as { booking_id: string }[]).map(
        (stay) => stay.booking_id,
      )
    const getShape = ({ status, body }: ApiResponse) => [
      status,
      { ...body, access_token: body.access_token.length, user: { ...body.user, id: 0 } },
    ]

    test('creates a new account on each call, even for a known email address (API-9, T1)', async () => {
      const accountsBefore = await readAccounts()
      const [firstResponse, ...otherResponses] = [
        await registerGuest(),
        await registerGuest(),
        await registerGuest({ email: 'anna@buyer.example' }),
        await registerGuest({ email: 'OWNER@selvage.example' }),
      ]
      for (const response of otherResponses) assert.deepEqual(getShape(response), getShape(firstResponse))
      assert.deepEqual(firstResponse.body.user, { id: firstResponse.body.user.id, name: 'Rafiq Islam', role: 'guest' })
      const accountsAfter = await readAccounts()
      assert.deepEqual(accountsAfter.slice(0, accountsBefore.length), accountsBefore)
      const newRows = accountsAfter.slice(accountsBefore.length)
      assert.deepEqual(
        newRows.map(({ id }) => id),
        [firstResponse, ...otherResponses].map(({ body }) => body.user.id),
      )
      for (const row of newRows) {
        assert.equal(row.role, 'guest')
        assert.deepEqual(
          [row.email_key, row.username, row.username_key, row.password, row.referral_code],
          [null, null, null, null, null],
        )
      }
    })

    test('gives no access to the member account with the same email address (T1)', async () => {
      const bookingResponse = await app.call(
        'requestBooking',
        { ...rafiq, checkin: app.day(40), checkout: app.day(41), paymenttype: 2, adult: 1, child: 0, slug: 'twin' },
        { token: annaToken },
      )
      const accountsBefore = await readAccounts()
      const { body } = await registerGuest({ name: 'Anna Becker', email: 'anna@buyer.example' })
      const token = body.access_token
      assert.deepEqual(await readBookingIds(token), [])
      assert.equal(
        (await app.call('getBookingDetails', { id: bookingResponse.body.booking_id }, { token })).status,
        404,
      )
      for (const name of ['getUserRow', 'getRoles', 'updateBookingUser', 'updatePassword', 'requestBooking'] as const) {
        const passwordForm = {
          old_password: 'hamburg-to-dhaka',
          new_password: 'dhaka-to-hamburg',
          new_password_confirmation: 'dhaka-to-hamburg',
        }
        const profile = { name: 'Thief', email: 'anna@buyer.example', username: 'anna' }
        assert.equal((await app.call(name, { ...passwordForm, ...profile }, { token })).status, 403, name)
      }
      assert.deepEqual((await readAccounts()).slice(0, accountsBefore.length), accountsBefore)
      assert.equal(
        (await app.call('userLogin', { username: 'anna@buyer.example', password: 'hamburg-to-dhaka' })).body.user.role,
        'member',
      )
    })

    test('gives access only to the stays that were booked with the same token (T2, T4)', async () => {
      const [firstToken, otherToken] = [await app.newGuest(), await app.newGuest()]
      const [firstCode, secondCode, otherCode] = [
        await book(firstToken, 10),
        await book(firstToken, 11),
        await book(otherToken, 12),
      ]
      assert.deepEqual(await readBookingIds(firstToken), [secondCode, firstCode])
      assert.deepEqual(await readBookingIds(otherToken), [otherCode])
      const missingResponse = await app.call('getBookingDetails', { id: 'NOSUCHCODE' }, { token: firstToken })
      assert.equal(missingResponse.status, 404)
      for (const id of [
        otherCode,
        otherCode.toLowerCase(),
        ` ${otherCode}`,
        '1',
        '0',
        '-1',
        '%',
        '',
        "' or '1'='1",
        `${firstCode}' --`,
      ]) {
        const response = await app.call('getBookingDetails', { id }, { token: firstToken })
        assert.deepEqual([response.status, response.body], [404, missingResponse.body], id)
      }
      assert.equal(
        (await app.call('getBookingDetails', { id: firstCode }, { token: firstToken })).body.roomParticular.id,
        firstCode,
      )
    })

    test('does not move stays to a member account that is created later with the same address (T1)', async () => {
      const guestToken = await app.newGuest()
      const code = await book(guestToken, 20)
      await app.call('register', { name: 'Rafiq Islam', email: rafiq.email, password: 'a long way to dhaka' })
      const { body } = await app.call('userLogin', { email: rafiq.email, password: 'a long way to dhaka' })
      assert.deepEqual(await readBookingIds(body.access_token), [])
      assert.equal((await app.call('getBookingDetails', { id: code }, { token: body.access_token })).status, 404)
      assert.deepEqual(await readBookingIds(guestToken), [code])
    })

    test('creates a new guest even for a signed-in user, whose session stays unchanged (T3)', async () => {
      const { body } = await registerGuest({}, { token: annaToken })
      assert.equal(body.user.role, 'guest')
      assert.equal((await app.call('getUserRow', {}, { token: annaToken })).body.data.name, 'Anna Becker')
      assert.equal((await app.call('getUserRow', {}, { token: body.access_token })).status, 403)
    })

    test('creates the account with the guest role even if the request sends another role (T5, T6)', async () => {
      const claims = {
        id: 1,
        user_id: 1,
        role: 'owner',
        rule_id: 4,
        status: 1,
        account_type: 'member',
        password: 'a long way to dhaka',
        username: 'rafiq',
        domain: { deep: ['evil.example'] },
      }
      const { status, body } = await registerGuest({
        email: 'claims@guest.example',
        slug: 'single',
        checkin: app.day(1),
        checkout: app.day(2),
        ...claims,
      })
      assert.equal(status, 200)
      const row = await app.db
        .selectFrom('account')
        .selectAll()
        .where('email', '=', 'claims@guest.example')
        .executeTakeFirstOrThrow()
      assert.deepEqual([row.id, row.role, row.password, row.username], [body.user.id, 'guest', null, null])
    })

    test('rejects missing and invalid fields (BOOK-6)', async () => {
      const accountsBefore = await readAccounts()
      const invalidForms: [object, string][] = [
        [{ name: '' }, 'name'],
        [{ name: 'x'.repeat(101) }, 'name'],
        [{ name: 'a\r\nBcc: b' }, 'name'],
        [{ email: 'rafiq' }, 'email'],
        [{ email: 'a@b.example\nBcc: c@d.example' }, 'email'],
        [{ phone: '' }, 'phone'],
        [{ phone: undefined }, 'phone'],
        [{ phone: 'call me' }, 'phone'],
        [{ checkin: '2027-02-30' }, 'checkin'],
        [{ checkout: 'soon' }, 'checkout'],
        [{ slug: 7 }, 'slug'],
      ]
      for (const [change, field] of invalidForms) {
        const { status, body } = await registerGuest(change)
        assert.equal(status, 422, JSON.stringify(change))
        assert.deepEqual(Object.keys(body.errors), [field])
      }
      assert.deepEqual(await readAccounts(), accountsBefore)
    })

    test('reports the errors of the contact data and of the stay together (API-9)', async () => {
      const accountsBefore = await readAccounts()
      const stayFields = { slug: 'penthouse', checkin: '2020-01-01', checkout: '2020-01-03' }
      const responseWithoutContact = await app.call('guestRegister', stayFields)
      assert.equal(responseWithoutContact.status, 422)
      assert.deepEqual(Object.keys(responseWithoutContact.body.errors), ['checkin', 'slug', 'name', 'email', 'phone'])
      const { status, body } = await registerGuest(stayFields)
      assert.deepEqual(
        [status, body.errors],
        [
          422,
          {
            checkin: ['Check In cannot be in the past.'],
            slug: ['This room cannot be booked.'],
          },
        ],
      )
      assert.deepEqual(await readAccounts(), accountsBefore)
    })
  })
}
