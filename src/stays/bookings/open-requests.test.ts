import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertBooksConsistent } from '#testing/assert-books.ts'
import { bothEngines } from '#testing/engines.ts'
import { startTestApp, type ApiResponse, type TestApp } from '#testing/test-app.ts'
import { purgeStays } from '#testing/purge-stays.ts'
import { addRoom } from '#testing/rooms.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { valueForTier } from '#testing/tier.ts'
import { writeCompany } from '#content/company.ts'
import { endpoints, languages } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { DAY_MS } from '#platform/durations.ts'

const SENDER_COUNT = valueForTier({ gate: 24, all: 100, soak: 100 })

for (const engine of bothEngines) {
  describe(`the limit of open requests, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
      await addRoom(app.db, 'barracks', 500)
    })
    beforeEach(async () => {
      await app.db.deleteFrom('rate_limit').execute()
      await purgeStays(app.db)
      await writeCompany(app.db, { offlineNeedsApproval: true, takesOnlinePayments: false })
    })
    after(() => app.close())

    const post = async (
      name: 'guestRegister' | 'requestGuestBooking' | 'requestBooking',
      address: string,
      input: object,
      headers: Record<string, string> = {},
    ): Promise<ApiResponse> => {
      const response = await app.fetch(endpoints[name][1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
        body: JSON.stringify(input),
      })
      // A request that waited too long for the database gets 503 and is sent again.
      if (response.status === 503) return post(name, address, input, headers)
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const createContactData = (email: string) => ({ name: 'Rafiq Islam', email, phone: '+8801700000004' })
    const requestAsGuestAt = async (address: string, email: string): Promise<string> => {
      const { status, body } = await post('guestRegister', address, createContactData(email))
      assert.equal(status, 200)
      return body.access_token
    }
    const createForm = (email: string, overrides: object = {}) =>
      createStayForm(app, { slug: 'barracks', email, ...overrides })
    const book = async (address: string, email: string, overrides: object = {}) =>
      post('requestGuestBooking', address, createForm(email, overrides), {
        authorization: `Bearer ${await requestAsGuestAt(address, email)}`,
        'idempotency-key': randomUUID(),
      })
    const getCode = ({ body }: ApiResponse): string => body.booking_id
    const filterByStatus = (responses: readonly ApiResponse[], status: number) =>
      responses.filter((answer) => answer.status === status)
    const readBookings = () => app.db.selectFrom('booking').selectAll().execute()

    test('allows three requests per mailbox, in any spelling and from any network, even if many are sent concurrently', async () => {
      const addressSpellings = [
        'rafiq@guest.example',
        'Rafiq@Guest.example',
        'ra.fiq@guest.example',
        'rafiq+stay@guest.example',
      ]
      const senders = await Promise.all(
        Array.from({ length: SENDER_COUNT }, async (_, index) => {
          const [address, email] = [`203.0.${index}.9`, addressSpellings[index % 4]!]
          return { from: address, email, token: await requestAsGuestAt(address, email) }
        }),
      )
      const responses = await Promise.all(
        senders.map(({ from, email, token }) =>
          post('requestGuestBooking', from, createForm(email), { authorization: `Bearer ${token}` }),
        ),
      )
      assert.deepEqual(
        [filterByStatus(responses, 200).length, filterByStatus(responses, 429).length],
        [3, SENDER_COUNT - 3],
      )
      assert.equal((await readBookings()).length, 3)
      await assertBooksConsistent(app.db)
      assert.equal((await book('198.51.100.7', 'rafique@guest.example')).status, 200, 'another mailbox is not affected')
    })

    const networks = {
      'with 256 addresses': (index: number) => `203.0.113.${index}`,
      'with IPv4-mapped IPv6 addresses': (index: number) =>
        index % 2 ? `::ffff:203.0.113.${index}` : `203.0.113.${index}`,
      'of an IPv6 household': (index: number) => `2001:db8:7:4${index.toString(16).padStart(2, '0')}::1`,
      'of an IPv6 company': (index: number) => `2001:db8:7:${index.toString(16)}00::${index}`,
    }
    for (const [description, addressOf] of Object.entries(networks)) {
      test(`allows ten requests from one network ${description}, even if many are sent concurrently`, async () => {
        const senders = await Promise.all(
          Array.from({ length: SENDER_COUNT }, async (_, index) => {
            const [address, email] = [addressOf(index + 1), `guest-${index}@guest.example`]
            return { from: address, email, token: await requestAsGuestAt(address, email) }
          }),
        )
        const responses = await Promise.all(
          senders.map(({ from, email, token }) =>
            post('requestGuestBooking', from, createForm(email), { authorization: `Bearer ${token}` }),
          ),
        )
        assert.deepEqual(
          [filterByStatus(responses, 200).length, filterByStatus(responses, 429).length],
          [10, SENDER_COUNT - 10],
        )
        assert.equal((await readBookings()).length, 10)
        await assertBooksConsistent(app.db)
        for (const [index, otherAddress] of ['203.0.114.1', '2001:db8:8::1'].entries()) {
          assert.equal((await book(otherAddress, `else-${index}@guest.example`)).status, 200, otherAddress)
        }
      })
    }

    test('rejects further requests with a helpful message, and stores nothing', async () => {
      for (let attempt = 0; attempt < 3; attempt++) await book('203.0.113.7', 'rafiq@guest.example')
      const token = await requestAsGuestAt('203.0.113.7', 'rafiq@guest.example')
      const countRows = async () =>
        Promise.all(
          (['booking', 'inventory', 'request_key', 'mail', 'job', 'signed_link', 'open_request', 'audit'] as const).map(
            (table) =>
              app.db
                .selectFrom(table)
                .select((row) => row.fn.countAll().as('count'))
                .executeTakeFirst(),
          ),
        )
      const countsBefore = await countRows()
      for (const language of languages) {
        const headers = { authorization: `Bearer ${token}`, 'accept-language': language, 'idempotency-key': 'fourth' }
        const { status, body } = await post(
          'requestGuestBooking',
          '203.0.113.7',
          createForm('rafiq@guest.example'),
          headers,
        )
        assert.deepEqual([status, body], [429, { message: translatorFor(language).t('booking.too_many_open') }])
      }
      assert.deepEqual(await countRows(), countsBefore)
    })

    test('applies to members but not to staff', async () => {
      const annaToken = await app.signIn('anna')
      const requestStayAs = (token: string) =>
        post('requestBooking', '203.0.113.7', createForm('anna@buyer.example'), {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        })
      const responses = [
        await requestStayAs(annaToken),
        await requestStayAs(annaToken),
        await requestStayAs(annaToken),
        await requestStayAs(annaToken),
      ]
      assert.deepEqual(
        responses.map(({ status }) => status),
        [200, 200, 200, 429],
      )
      for (const name of ['staff', 'owner'])
        assert.equal((await requestStayAs(await app.signIn(name))).status, 200, name)
    })

    test('does not count requests that are cancelled, answered or expired', async () => {
      const email = 'rafiq@guest.example'
      const token = await requestAsGuestAt('203.0.113.7', email)
      const requestAgain = () =>
        post('requestGuestBooking', '203.0.113.7', createForm(email), {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        })
      const responses = [await requestAgain(), await requestAgain(), await requestAgain()]
      assert.equal((await requestAgain()).status, 429)
      assert.equal((await app.call('cancelBooking', { id: getCode(responses[0]!), fee: 0 }, { token })).status, 200)
      assert.equal((await requestAgain()).status, 200)
      assert.equal((await requestAgain()).status, 429)
      for (const status of ['confirmed', 'declined'] as const) {
        const openRequest = await app.db
          .selectFrom('booking')
          .select('id')
          .where('status', '=', 'pending_approval')
          .executeTakeFirstOrThrow()
        await app.db.updateTable('booking').set({ status }).where('id', '=', openRequest.id).execute()
        if (status === 'declined')
          await app.db
            .updateTable('inventory')
            .set((row) => ({ sold: row('sold', '-', 1) }))
            .execute()
        assert.equal((await requestAgain()).status, 200, status)
        assert.equal((await requestAgain()).status, 429, status)
      }
      await writeCompany(app.db, { takesOnlinePayments: true })
      const holdRoom = () => book('198.51.100.1', 'held@guest.example', { paymenttype: 1 })
      assert.deepEqual(
        [await holdRoom(), await holdRoom(), await holdRoom(), await holdRoom()].map(({ status }) => status),
        [200, 200, 200, 429],
      )
      app.clock.advance(30 * 60_000)
      assert.equal((await holdRoom()).status, 200, 'an expired hold')
      await assertBooksConsistent(app.db)
      app.clock.advance(20 * DAY_MS)
      assert.equal((await book('203.0.113.7', email)).status, 200, 'a stay in the past')
    })

    test('does not apply to a repeated request with the same key, and returns the first answer', async () => {
      const token = await requestAsGuestAt('203.0.113.7', 'rafiq@guest.example')
      const send = (key: string) =>
        post('requestGuestBooking', '203.0.113.7', createForm('rafiq@guest.example'), {
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        })
      const firstResponse = await send('one')
      await send('two')
      await send('three')
      assert.deepEqual([(await send('one')).body, (await send('four')).status], [firstResponse.body, 429])
    })

    test('stores the network of a request only while the request is open', async () => {
      const readStoredKeys = async () =>
        (await app.db.selectFrom('open_request').select('who').execute()).map(({ who }) => who).toSorted()
      const token = await requestAsGuestAt('2001:db8:7:4a1::1', 'rafiq@guest.example')
      const response = await post('requestGuestBooking', '2001:db8:7:4a1::1', createForm('rafiq@guest.example'), {
        authorization: `Bearer ${token}`,
      })
      const keys = await readStoredKeys()
      assert.deepEqual(
        keys.filter((who) => who.startsWith('network')),
        ['network 2001:db8:7:400::/56', 'network 2001:db8:7::/48'],
      )
      assert.equal(keys.length, 3)
      assert.ok(!keys.some((who) => who.includes('rafiq')))
      await app.call('cancelBooking', { id: getCode(response), fee: 0 }, { token })
      assert.deepEqual(await readStoredKeys(), [])
    })
  })

  describe(`open requests without rate limits, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine)
      await addRoom(app.db, 'barracks', 500)
    })
    after(() => app.close())

    test('are not limited, and no sender is stored', async () => {
      const token = await app.newGuest()
      for (let attempt = 0; attempt < 12; attempt++) {
        const { status } = await app.call('requestGuestBooking', createStayForm(app, { slug: 'barracks' }), {
          token,
          key: randomUUID(),
        })
        assert.equal(status, 200)
      }
      assert.deepEqual(await app.db.selectFrom('open_request').selectAll().execute(), [])
    })
  })
}
