import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { contract } from '#app/product-api.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import type { Endpoint } from '../contract.ts'
import { HOUR_MS } from '../durations.ts'

/** The hourly limit per network for each group of public endpoints. */
const limits: [times: number, ...EndpointName[]][] = [
  [200, 'userRegister', 'register'],
  [30, 'guestRegister'],
  [10, 'forgotPassword'],
  [60, 'resetPassword', 'confirmEmail', 'undoEmailChange', 'checkLink'],
  [20, 'sendContact'],
]

/** The hourly limit per account for each group of endpoints that need one. */
const accountLimits: [times: number, ...EndpointName[]][] = [
  [30, 'requestGuestBooking', 'requestBooking'],
  [10, 'updatePassword', 'closeAccount'],
  [60, 'updateBookingUser', 'cancelEmailChange'],
  [20, 'getMyData'],
]

for (const engine of bothEngines) {
  describe(`the rate limit of an account on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })
    const readKeys = async () => (await app.db.selectFrom('rate_limit').select('key').execute()).map(({ key }) => key)

    test('does not count callers without a session, for every limited endpoint (SEC-4)', async () => {
      const limitedEndpoints = Object.entries<Endpoint>(contract).filter(
        ([, { limit, who }]) => limit && who !== 'anyone' && who !== 'stay link',
      )
      assert.ok(limitedEndpoints.length > 40)
      for (const [name] of limitedEndpoints) {
        const { status } = await app.call(name as EveryEndpointName)
        assert.equal(status, 401, name)
      }
      assert.deepEqual(await readKeys(), [])
    })

    test('does not count callers without the permission (SEC-4)', async () => {
      const token = await app.newGuest()
      await app.db.deleteFrom('rate_limit').execute()
      for (const name of ['verifyIdentity', 'suspendColleague', 'getMyData'] as const)
        assert.equal((await app.call(name, {}, { token })).status, 403, name)
      assert.deepEqual(await readKeys(), [])
    })

    test('allows a verification by the owner after a stranger on the same network tried 62 times (SEC-4)', async () => {
      const token = await app.signIn('owner')
      for (let callCount = 0; callCount < 62; callCount++) assert.equal((await app.call('verifyIdentity')).status, 401)
      assert.equal((await app.call('verifyIdentity', { password: passwordsByUsername.owner }, { token })).status, 200)
    })

    test('allows exactly the configured number of calls, shared by endpoints of one bucket (SEC-4)', async () => {
      await app.db.deleteFrom('rate_limit').execute()
      const [annaToken, ownerToken] = [await app.signIn('anna'), await app.signIn('owner')]
      for (const [times, ...group] of accountLimits) {
        const responses = await Promise.all(
          Array.from({ length: times + 12 }, (_, index) =>
            app.call(group[index % group.length]!, {}, { token: annaToken }),
          ),
        )
        assert.equal(responses.filter(({ status }) => status === 429).length, 12, group.join())
        assert.notEqual(
          (await app.call(group[0]!, {}, { token: ownerToken })).status,
          429,
          'another account on the network',
        )
      }
    })

    test('is shared by all guests of a network, because guests are not verified (SEC-4)', async () => {
      await app.db.deleteFrom('rate_limit').execute()
      const guests = [await app.newGuest(), await app.newGuest()]
      const responses = await Promise.all(
        Array.from({ length: 32 }, (_, index) => app.call('requestGuestBooking', {}, { token: guests[index % 2]! })),
      )
      assert.equal(responses.filter(({ status }) => status === 429).length, 2)
    })
  })

  describe(`the rate limit of an address on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })

    const collectStatuses = async (callCount: number, call: (index: number) => Promise<{ status: number }>) => {
      const responses = await Promise.all(Array.from({ length: callCount }, (_, index) => call(index)))
      return responses.map(({ status }) => status)
    }
    const countRejected = (results: number[]) => results.filter((status) => status === 429).length
    const callWithHeaders = (address: Record<string, string>) =>
      app.fetch(endpoints.forgotPassword[1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...address },
        body: '{}',
      })

    test('allows exactly the configured number of concurrent calls, shared by endpoints of one bucket (A3)', async () => {
      for (const [times, ...group] of limits) {
        const statuses = await collectStatuses(times + 12, (index) => app.call(group[index % group.length]!))
        assert.equal(countRejected(statuses), 12, group.join())
      }
    })

    test('reports the wait in Retry-After and in the message (API-22)', async () => {
      const { status, headers, body } = await app.call('forgotPassword')
      assert.equal(status, 429)
      assert.equal(headers.get('retry-after'), '3600')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.deepEqual(body, { message: 'Too many attempts. Please wait 60 minutes and try again.' })
      const banglaResponse = await app.call('forgotPassword', {}, { language: 'bn' })
      assert.match(banglaResponse.body.message, /৬০ মিনিট/)
    })

    test('rejects a call before it creates a session', async () => {
      const countSessions = () =>
        app.db
          .selectFrom('session')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirst()
      const sessionCountBefore = await countSessions()
      assert.equal(
        (await app.call('guestRegister', { name: 'A', email: 'a@b.example', phone: '+8801700000004' })).status,
        429,
      )
      assert.deepEqual(await countSessions(), sessionCountBefore)
    })

    test('lasts until the end of the window, also after a restart', async () => {
      app.clock.advance(HOUR_MS - 1)
      assert.equal((await app.call('forgotPassword')).headers.get('retry-after'), '1')
      await app.restart()
      assert.equal((await app.call('forgotPassword')).status, 429)
      app.clock.advance(1)
      assert.equal((await app.call('forgotPassword')).status, 422)
    })

    test('allows the same number of calls again after the window', async () => {
      const guest = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
      for (let callCount = 1; callCount <= 30; callCount++)
        assert.equal((await app.call('guestRegister', guest)).status, 200, `call ${callCount}`)
      assert.equal((await app.call('guestRegister', guest)).status, 429)
    })

    test('ignores address headers of untrusted clients (T45)', async () => {
      app.clock.advance(HOUR_MS)
      const createForgedHeaders = (index: number): Record<string, string> => {
        const address = `203.0.113.${index}`
        return index % 2
          ? { 'x-forwarded-for': address, 'x-real-ip': address }
          : { forwarded: `for=${address}`, 'cf-connecting-ip': address, 'true-client-ip': address }
      }
      assert.equal(countRejected(await collectStatuses(40, (index) => callWithHeaders(createForgedHeaders(index)))), 30)
    })

    test('counts failed sign-ups separately from created accounts (ACCT-3)', async () => {
      app.clock.advance(HOUR_MS)
      const password = 'a long way to dhaka'
      const signUp = (name: string, index: number) =>
        app.call('register', { name, email: `mina-${index}@buyer.example`, password })
      assert.deepEqual(new Set(await collectStatuses(30, (index) => signUp('', index))), new Set([422]))
      assert.equal(countRejected(await collectStatuses(18, (index) => signUp('Mina', index))), 3)
    })

    test('reveals only a few times whether an email address has an account (A3)', async () => {
      app.clock.advance(HOUR_MS)
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => app.call('register', { email: 'anna@buyer.example' })),
      )
      assert.deepEqual(
        responses.map(({ status }) => status),
        Array(12).fill(422),
      )
      assert.equal(responses.filter(({ body }) => body.errors.email).length, 5)
    })

    test('ends a window that started far in the future because of a wrong clock', async () => {
      const futureMs = 400 * 24 * HOUR_MS
      app.clock.advance(futureMs)
      assert.equal(countRejected(await collectStatuses(12, () => app.call('forgotPassword'))), 2)
      app.clock.advance(-futureMs)
      assert.equal(countRejected(await collectStatuses(12, () => app.call('forgotPassword'))), 2)
      app.clock.advance(-30_000)
      assert.equal(
        countRejected(await collectStatuses(1, () => app.call('forgotPassword'))),
        1,
        'a small difference between clocks is accepted',
      )
      app.clock.advance(HOUR_MS + 30_000)
      assert.equal(countRejected(await collectStatuses(1, () => app.call('forgotPassword'))), 0)
    })

    test('does not count reads', async () => {
      const readEndpoints = ['activeRooms', 'getCaptcha', 'getOpenApi'] as const
      assert.equal(countRejected(await collectStatuses(90, (index) => app.call(readEndpoints[index % 3]!))), 0)
    })
  })

  describe(`the rate limit of an address behind a proxy on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

    const sendContactFrom = (forwardedFor: string) =>
      app.fetch(endpoints.sendContact[1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor },
        body: '{}',
      })

    test('counts the address that the trusted proxy saw, and ignores earlier entries (T45)', async () => {
      const responses = await Promise.all(
        Array.from({ length: 25 }, (_, index) => sendContactFrom(`198.51.100.${index}, 203.0.113.9`)),
      )
      assert.equal(responses.filter(({ status }) => status === 429).length, 5)
      assert.equal((await sendContactFrom('203.0.113.10')).status, 422)
      const rows = await app.db.selectFrom('rate_limit').select('key').orderBy('key').execute()
      assert.deepEqual(
        rows.map(({ key }) => key),
        ['contact:203.0.113.10', 'contact:203.0.113.9'],
      )
    })

    test('counts an IPv6 network as one caller, and all notations of an address as one', async () => {
      await app.db.deleteFrom('rate_limit').execute()
      const notations = [
        '2001:db8:0:7::1',
        '2001:DB8::7:0:0:0:2',
        '2001:0db8:0000:0007:ffff:ffff:ffff:ffff',
        '2001:db8:0:8::1',
        '::1',
        '::ffff:203.0.113.9',
        '203.0.113.9',
      ]
      for (const address of notations) assert.equal((await sendContactFrom(address)).status, 422)
      const rows = await app.db.selectFrom('rate_limit').select(['key', 'hits']).orderBy('key').execute()
      assert.deepEqual(
        rows.map(({ key, hits }) => [key, hits]),
        [
          ['contact:0:0:0:0', 1],
          ['contact:2001:db8:0:7', 3],
          ['contact:2001:db8:0:8', 1],
          ['contact:203.0.113.9', 2],
        ],
      )
    })
  })
}
