import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { openFaultyProxy, type FaultyProxy } from '#testing/faulty-proxy.ts'
import { callEndpoint, startTestApp, type CallOptions, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { DAY_MS } from '#platform/durations.ts'

const rafiq = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }
const password = 'a long way to dhaka'

for (const engine of enginesFor(import.meta.url)) {
  describe(`retry after a lost response, on ${engine.name}`, () => {
    let app: TestApp
    let faultyProxy: FaultyProxy
    let keyCount = 0
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on' })
      faultyProxy = await openFaultyProxy(app)
    })
    after(async () => {
      await faultyProxy.close()
      await app.close()
    })

    const createKey = () => `a secret of this browser, ${keyCount++}`
    const loseResponse = async (name: EndpointName, input: object, options: CallOptions) => {
      faultyProxy.loseResponses(endpoints[name][1], 'answers 504')
      const { status } = await callEndpoint(faultyProxy.url, name, input, options)
      faultyProxy.restore()
      assert.equal(status, 504)
    }
    const retry = (name: EndpointName, input: object, options: CallOptions) =>
      callEndpoint(faultyProxy.url, name, input, options)
    const readAccounts = () => app.db.selectFrom('account').selectAll().orderBy('id').execute()
    const countSessions = async (id: number) =>
      (await app.db.selectFrom('session').select('token_hash').where('account_id', '=', id).execute()).length
    const readHistory = (token: string) => app.call('activeBookingRooms', {}, { token })
    const readKeyRows = () => app.db.selectFrom('request_key').selectAll().execute()

    describe('guest registration', () => {
      test('returns the same guest with a working session (API-9, BOOK-8)', async () => {
        const [key, accountCount] = [createKey(), (await readAccounts()).length]
        await loseResponse('guestRegister', rafiq, { key })
        const responses = [await retry('guestRegister', rafiq, { key }), await retry('guestRegister', rafiq, { key })]
        assert.equal((await readAccounts()).length, accountCount + 1)
        for (const { status, body } of responses) {
          assert.deepEqual([status, body.user], [200, responses[0]!.body.user])
          assert.equal((await readHistory(body.access_token)).status, 200)
        }
        assert.equal(responses[0]!.body.user.id, (await readAccounts()).at(-1)!.id)
      })

      test('creates one guest for ten concurrent requests (API-9)', async () => {
        const [key, accountCount] = [createKey(), (await readAccounts()).length]
        const responses = await Promise.all(Array.from({ length: 10 }, () => retry('guestRegister', rafiq, { key })))
        for (const { status, body } of responses) assert.deepEqual([status, body.user], [200, responses[0]!.body.user])
        assert.equal((await readAccounts()).length, accountCount + 1)
      })

      test('limits the number of sessions (API-9)', async () => {
        const key = createKey()
        const { body } = await retry('guestRegister', rafiq, { key })
        for (let turn = 0; turn < 12; turn++) {
          await app.db.deleteFrom('rate_limit').execute()
          assert.equal((await retry('guestRegister', rafiq, { key })).status, 200)
        }
        assert.equal(await countSessions(body.user.id), 10)
      })

      test('rejects a used key with another name, address or stay (API-9, T1)', async () => {
        const key = createKey()
        const { body } = await retry('guestRegister', rafiq, { key })
        const accountsBefore = await readAccounts()
        for (const change of [
          { name: 'Rafiq' },
          { email: 'r@guest.example' },
          { phone: '+8801700000005' },
          { slug: 'twin' },
          { checkin: app.day(3) },
        ]) {
          const rejection = await retry('guestRegister', { ...rafiq, ...change }, { key })
          assert.deepEqual([rejection.status, rejection.body.errors, rejection.body.access_token], [422, {}, undefined])
        }
        assert.deepEqual(await readAccounts(), accountsBefore)
        assert.equal(await countSessions(body.user.id), 1)
      })

      test('rejects an idempotency key that is short enough to guess (API-9, T1)', async () => {
        const accountsBefore = await readAccounts()
        for (const key of ['1', 'guess-me', 'x'.repeat(19)]) {
          const { status, body } = await retry('guestRegister', rafiq, { key })
          assert.equal(status, 400)
          assert.match(body.message, /at least 20/)
        }
        assert.deepEqual(await readAccounts(), accountsBefore)
        assert.equal((await retry('guestRegister', rafiq, { key: 'x'.repeat(20) })).status, 200)
      })

      test('creates one new guest if the first account was closed or deleted, also for concurrent requests (API-9)', async () => {
        for (const removeAccount of [
          (id: number) =>
            app.db.updateTable('account').set({ closed_at: app.clock.now }).where('id', '=', id).execute(),
          async (id: number) => {
            await app.db.deleteFrom('session').where('account_id', '=', id).execute()
            await app.db.deleteFrom('account').where('id', '=', id).execute()
          },
        ]) {
          await app.db.deleteFrom('rate_limit').execute()
          const key = createKey()
          const { body } = await retry('guestRegister', rafiq, { key })
          await removeAccount(body.user.id)
          app.clock.advance(1)
          const otherUser = (await retry('guestRegister', rafiq, {})).body.user // may reuse the ID of the deleted account
          const responses = await Promise.all(Array.from({ length: 5 }, () => retry('guestRegister', rafiq, { key })))
          assert.ok(![body.user.id, otherUser.id].includes(responses[0]!.body.user.id))
          for (const response of responses)
            assert.deepEqual([response.status, response.body.user], [200, responses[0]!.body.user])
          assert.equal((await readHistory(responses[0]!.body.access_token)).status, 200)
        }
      })

      test('stores no data that gives access to the account of the guest (T1)', async () => {
        const key = createKey()
        const { body } = await retry('guestRegister', rafiq, { key })
        const storedKeysJson = JSON.stringify(await readKeyRows())
        for (const secret of [key, body.access_token]) assert.ok(!storedKeysJson.includes(secret), storedKeysJson)
      })
    })

    describe('sign-up', () => {
      const forms = [
        [
          'userRegister',
          (name: string) => ({
            name: 'Mina Rahman',
            email: `${name}@buyer.example`,
            username: name,
            password,
            password_confirmation: password,
          }),
        ],
        ['register', (name: string) => ({ name: 'Mina Rahman', email: `${name}@buyer.example`, password })],
      ] as const
      for (const [name, createForm] of forms) {
        test(`succeeds once with ${name} (ACCT-1, ACCT-2)`, async () => {
          await app.db.deleteFrom('rate_limit').execute()
          const [key, minaForm] = [createKey(), createForm(`mina-${name}`)]
          await loseResponse(name, minaForm, { key })
          const [accountsBefore, rateLimitRows] = [
            await readAccounts(),
            await app.db.selectFrom('rate_limit').selectAll().where('key', 'like', 'sign-up:%').execute(),
          ]
          assert.equal(rateLimitRows.length, 1)
          await app.db.updateTable('rate_limit').set({ hits: 15 }).where('key', 'like', 'sign-up:%').execute()
          for (const _ of [1, 2]) {
            const { status, body } = await retry(name, minaForm, { key })
            assert.deepEqual(
              [status, body],
              [200, { message: 'Done.' }],
              'a retry does not count against the rate limit',
            )
          }
          assert.equal((await retry(name, createForm('somebody-else'), { key: createKey() })).status, 429)
          assert.deepEqual(await readAccounts(), accountsBefore)
          assert.equal((await readEmailsTo(app, minaForm.email)).length, 1)
          assert.equal((await app.call('userLogin', { email: minaForm.email, password })).status, 200)
        })

        test(`creates one account for concurrent requests with ${name}, and all of them succeed (ACCT-1, ACCT-2)`, async () => {
          await app.db.deleteFrom('rate_limit').execute()
          const [key, minaForm, accountCount] = [createKey(), createForm(`twin-${name}`), (await readAccounts()).length]
          const responses = await Promise.all([1, 2, 3].map(() => retry(name, minaForm, { key })))
          for (const { status, body } of responses) assert.deepEqual([status, body], [200, { message: 'Done.' }])
          assert.equal((await readAccounts()).length, accountCount + 1)
          assert.equal((await readEmailsTo(app, minaForm.email)).length, 1)
        })

        test(`rejects another password or key because the name is taken, and another name because the key was used, with ${name} (ACCT-3)`, async () => {
          await app.db.deleteFrom('rate_limit').execute()
          const [key, minaForm] = [createKey(), createForm(`other-${name}`)]
          await loseResponse(name, minaForm, { key })
          const accountsBefore = await readAccounts()
          const otherPassword = 'another way to dhaka'
          const changedForm = {
            ...minaForm,
            password: otherPassword,
            ...('password_confirmation' in minaForm && { password_confirmation: otherPassword }),
          }
          for (const [input, usedKey] of [
            [changedForm, key],
            [minaForm, createKey()],
            [minaForm, undefined],
          ] as const) {
            const { status, body } = await retry(name, input, { ...(usedKey && { key: usedKey }) })
            assert.deepEqual([status, body.errors?.email], [422, ['This email address is already in use.']])
          }
          const otherResponse = await retry(name, createForm(`else-${name}`), { key })
          assert.deepEqual(
            [otherResponse.status, otherResponse.body],
            [422, { message: 'This idempotency key was used for another request.', errors: {} }],
          )
          assert.equal((await retry(name, minaForm, { key: 'guess-me' })).status, 400)
          assert.deepEqual(await readAccounts(), accountsBefore)
        })

        test(`creates a new account with ${name} if the first was closed (ACCT-1, ACCT-2)`, async () => {
          await app.db.deleteFrom('rate_limit').execute()
          const [key, minaForm] = [createKey(), createForm(`back-${name}`)]
          assert.equal((await retry(name, minaForm, { key })).status, 200)
          const { body } = await app.call('userLogin', { email: minaForm.email, password })
          assert.equal((await app.call('closeAccount', { password }, { token: body.access_token })).status, 200)
          for (const _ of [1, 2]) assert.equal((await retry(name, minaForm, { key })).status, 200)
          const newSignIn = await app.call('userLogin', { email: minaForm.email, password })
          assert.equal(newSignIn.status, 200)
          assert.notEqual(newSignIn.body.user.id, body.user.id)
        })
      }

      test('stores a request hash that does not depend on the password (T1)', async () => {
        await app.db.deleteFrom('rate_limit').execute()
        const form = { name: 'Mina Rahman', email: 'trace@buyer.example', password }
        const otherForm = { ...form, email: 'trace-2@buyer.example', password: 'another way to dhaka' }
        const registerAndReadHash = async (input: typeof form) => {
          const keyRowsBefore = (await readKeyRows()).map(({ key }) => key)
          assert.equal((await retry('register', input, { key: createKey() })).status, 200)
          return (await readKeyRows()).find(({ key }) => !keyRowsBefore.includes(key))!.request_hash
        }
        await registerAndReadHash(otherForm)
        const firstHash = await registerAndReadHash(form)
        await app.db
          .updateTable('account')
          .set({ email_key: null, username_key: null })
          .where('email', '=', form.email)
          .execute()
        const secondHash = await registerAndReadHash({ ...form, password: 'another way to dhaka' })
        assert.equal(secondHash, firstHash, 'the stored request hash does not depend on the password')
      })
    })

    describe('cancelling a stay', () => {
      for (const method of ['its own session', 'the link in its email'] as const) {
        test(`returns the same response and sends one email, using ${method} (ACCT-8)`, async () => {
          await app.db.deleteFrom('rate_limit').execute()
          const email = `${method.replaceAll(' ', '-')}@guest.example`
          const guestToken = (await app.call('guestRegister', { ...rafiq, email })).body.access_token
          const stay = {
            ...rafiq,
            email,
            checkin: app.day(20),
            checkout: app.day(22),
            paymenttype: 2,
            adult: 1,
            child: 0,
            slug: 'twin',
          }
          const { body } = await app.call('requestGuestBooking', stay, { token: guestToken })
          const message = (await readEmailsTo(app, email)).at(-1)!
          const token = /stay=([\w-]{43})/.exec(message.text)![1]!
          const [name, input, options] =
            method === 'its own session'
              ? (['cancelBooking', { id: body.booking_id, fee: 0 }, { token: guestToken }] as const)
              : (['cancelStay', { token, fee: 0 }, {}] as const)
          await loseResponse(name, input, options)
          app.clock.advance(DAY_MS / 2)
          const retryResponses = [await retry(name, input, options), await retry(name, input, options)]
          for (const { status, body: result } of retryResponses) {
            assert.deepEqual(
              [status, result.status, result.fee, result.message],
              [200, 'cancelled', 0, 'Your stay is cancelled.'],
            )
          }
          assert.equal((await readEmailsTo(app, email)).length, 2, 'one booking email and one cancellation email')
        })
      }
    })
  })
}
