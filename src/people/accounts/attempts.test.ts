import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp, type ApiResponse } from '#testing/test-app.ts'
import { readEmailsTo, extractLink } from '#testing/emails.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { purgeExpiredDevices } from './known-device.ts'
import { hashPassword } from './password.ts'
import { HOUR_MS, SECOND_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`the limit of password attempts, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    beforeEach(() => app.clock.advance(2 * HOUR_MS))

    let addressCount = 0
    const createAddress = () => `198.51.${Math.floor(++addressCount / 250)}.${addressCount % 250}`
    async function callFrom(address: string, name: EndpointName, input: object, token?: string): Promise<ApiResponse> {
      const response = await app.fetch(endpoints[name][1], {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
      })
      return { status: response.status, headers: response.headers, body: await response.json() }
    }
    const signIn = (username: string, password: string, address = createAddress()) =>
      callFrom(address, 'userLogin', { username, password })
    const guessPassword = (username = 'anna', address?: string) => signIn(username, 'wrong password', address)
    const signInFromDevice = (device: string, username = 'anna', password: string = passwordsByUsername.anna) =>
      callFrom(createAddress(), 'userLogin', { username, password, device })
    const readRetryAfter = ({ headers }: ApiResponse) => Number(headers.get('retry-after'))

    test('allows five attempts, then doubles the wait each time up to ten minutes (A3)', async () => {
      for (let attempt = 1; attempt <= 5; attempt++) assert.equal((await guessPassword()).status, 422)
      const pausesSeconds: number[] = []
      for (let attempt = 0; attempt < 12; attempt++) {
        const rejection = await guessPassword()
        assert.equal(rejection.status, 429)
        pausesSeconds.push(readRetryAfter(rejection))
        app.clock.advance(readRetryAfter(rejection) * SECOND_MS - 1)
        assert.equal((await guessPassword()).status, 429)
        app.clock.advance(1)
        assert.equal((await guessPassword()).status, 422)
      }
      assert.deepEqual(pausesSeconds, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
      app.clock.advance(HOUR_MS)
      for (let attempt = 1; attempt <= 5; attempt++) assert.equal((await guessPassword()).status, 422)
    })

    test('slows down attempts at an unknown username exactly like those at a known one (S7)', async () => {
      const collectResponsesFor = async (name: string) => {
        const responses: unknown[] = []
        for (let attempt = 0; attempt < 8; attempt++) {
          const { status, headers, body } = await guessPassword(name)
          responses.push([status, headers.get('retry-after'), body])
        }
        return responses
      }
      assert.deepEqual(await collectResponsesFor('nobody'), await collectResponsesFor('anna'))
      app.clock.advance(2 * HOUR_MS)
      assert.deepEqual(
        await collectResponsesFor('nobody@buyer.example'),
        await collectResponsesFor('anna@buyer.example'),
      )
    })

    test('counts all spellings of username and email address as one account, also for concurrent attempts', async () => {
      const spellings = ['anna', 'ANNA', 'a.n.n.a', 'anna@buyer.example', 'Anna@BUYER.example', 'a_nna']
      const responses = await Promise.all(
        Array.from({ length: 18 }, (_, index) => guessPassword(spellings[index % 6]!)),
      )
      assert.equal(responses.filter(({ status }) => status === 422).length, 5)
      assert.equal(responses.filter(({ status }) => status === 429).length, 13)
    })

    test('lets the account holder sign in from a known browser during the wait, from any address (A3)', async () => {
      const [firstSignIn, staffSignIn] = [
        await signIn('anna', passwordsByUsername.anna),
        await signIn('staff', passwordsByUsername.staff),
      ]
      const deviceTokens = `${staffSignIn.body.device_token} ${firstSignIn.body.device_token}`
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      assert.equal((await signIn('anna', passwordsByUsername.anna)).status, 429)
      assert.equal((await signInFromDevice(deviceTokens)).status, 200)
      assert.equal((await signInFromDevice(deviceTokens, 'anna@buyer.example')).status, 200)
      assert.equal((await signIn('anna', passwordsByUsername.anna)).status, 429, 'unknown browsers still wait')
      for (const forgedToken of ['x'.repeat(43), staffSignIn.body.device_token, ' '])
        assert.equal((await signInFromDevice(forgedToken)).status, 429, forgedToken)
      assert.ok(
        !JSON.stringify(await app.db.selectFrom('known_device').selectAll().execute()).includes(
          firstSignIn.body.device_token,
        ),
      )
    })

    test('slows down a stolen device token without affecting other known browsers (A3)', async () => {
      const [stolenToken, ownToken] = [
        await signIn('anna', passwordsByUsername.anna),
        await signIn('anna', passwordsByUsername.anna),
      ].map(({ body }) => body.device_token)
      const statuses: number[] = []
      for (let attempt = 0; attempt < 7; attempt++)
        statuses.push((await signInFromDevice(stolenToken, 'anna', 'wrong password')).status)
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429])
      assert.equal((await signInFromDevice(stolenToken)).status, 429)
      assert.equal((await signInFromDevice(ownToken)).status, 200)
      assert.equal((await signIn('anna', passwordsByUsername.anna)).status, 200)
    })

    test('remembers at most ten known browsers, each for 180 days after its last use', async () => {
      const deviceTokens: string[] = []
      for (let browser = 0; browser < 12; browser++) {
        app.clock.advance(SECOND_MS)
        deviceTokens.push((await signIn('anna', passwordsByUsername.anna)).body.device_token)
      }
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      const trySignIns = async () => {
        const wereAccepted: boolean[] = []
        for (const device of [deviceTokens[0]!, deviceTokens[1]!, deviceTokens[2]!, deviceTokens[11]!])
          wereAccepted.push((await signInFromDevice(device)).status === 200)
        return wereAccepted
      }
      assert.deepEqual(await trySignIns(), [false, false, true, true])
      const { user } = (await signInFromDevice(deviceTokens[11]!)).body
      assert.equal(
        (await app.db.selectFrom('known_device').selectAll().where('account_id', '=', user.id).execute()).length,
        10,
      )
      app.clock.advance(180 * 24 * HOUR_MS)
      await purgeExpiredDevices(app.db, app.clock.now)
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      assert.deepEqual(await trySignIns(), [false, false, false, false])
    })

    test('forgets other known browsers after a password change or a remote sign-out, but not after a normal sign-out (ACCT-12)', async () => {
      const openSession = async () => (await signIn('anna', passwordsByUsername.anna)).body
      const canSignIn = async ({ device_token }: { device_token: string }) => {
        for (let attempt = 0; attempt < 7; attempt++) await guessPassword()
        const { status } = await signInFromDevice(device_token)
        app.clock.advance(2 * HOUR_MS)
        return status === 200
      }
      const [ownSession, otherSession, thirdSession] = [await openSession(), await openSession(), await openSession()]
      assert.equal((await callFrom(createAddress(), 'logout', {}, thirdSession.access_token)).status, 200)
      assert.deepEqual(
        [await canSignIn(ownSession), await canSignIn(otherSession), await canSignIn(thirdSession)],
        [true, true, true],
      )

      const secondSignIn = await signInFromDevice(thirdSession.device_token)
      assert.equal(secondSignIn.body.device_token, thirdSession.device_token, 'the browser keeps its token')
      const sessions = (await app.call('getSessions', {}, { token: secondSignIn.body.access_token })).body.data
      const ownSessionId = sessions.find((each: { current: boolean }) => each.current).id
      assert.equal(
        (await callFrom(createAddress(), 'endSession', { id: ownSessionId }, ownSession.access_token)).status,
        200,
      )
      assert.deepEqual([await canSignIn(ownSession), await canSignIn(thirdSession)], [true, false])

      const currentSession = (await signInFromDevice(ownSession.device_token)).body
      assert.equal((await callFrom(createAddress(), 'endOtherSessions', {}, currentSession.access_token)).status, 200)
      assert.deepEqual([await canSignIn(ownSession), await canSignIn(otherSession)], [true, false])

      const [changingSession, newSession] = [
        (await signInFromDevice(ownSession.device_token)).body,
        await openSession(),
      ]
      const form = {
        old_password: passwordsByUsername.anna,
        new_password: passwordsByUsername.anna + '!',
        new_password_confirmation: passwordsByUsername.anna + '!',
      }
      assert.equal((await callFrom(createAddress(), 'updatePassword', form, changingSession.access_token)).status, 200)
      const restoredPassword = {
        old_password: passwordsByUsername.anna + '!',
        new_password: passwordsByUsername.anna,
        new_password_confirmation: passwordsByUsername.anna,
      }
      assert.equal(
        (await callFrom(createAddress(), 'updatePassword', restoredPassword, changingSession.access_token)).status,
        200,
      )
      assert.deepEqual([await canSignIn(ownSession), await canSignIn(newSession)], [true, false])
    })

    test('lets the account holder sign in after a password reset while the guessing continues (ACCT-4)', async () => {
      const stolenToken = (await signIn('anna', passwordsByUsername.anna)).body.device_token
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      const rejection = await signIn('anna', passwordsByUsername.anna)
      assert.equal(
        rejection.body.message,
        translatorFor('en').count('login.rate_limited', readRetryAfter(rejection)),
        'the message explains what to do',
      )
      await callFrom(createAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      const { token } = extractLink((await readEmailsTo(app, 'anna@buyer.example')).at(-1))
      const resetForm = {
        token,
        password: passwordsByUsername.anna + '!',
        password_confirmation: passwordsByUsername.anna + '!',
      }
      const { status, body } = await callFrom(createAddress(), 'resetPassword', resetForm)
      assert.equal(status, 200)
      assert.equal((await signIn('anna', passwordsByUsername.anna + '!')).status, 200, 'the wait is over')
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      assert.equal((await signIn('anna', passwordsByUsername.anna + '!')).status, 429)
      assert.equal((await signInFromDevice(stolenToken, 'anna', passwordsByUsername.anna + '!')).status, 429)
      assert.equal((await signInFromDevice(body.device_token, 'anna', passwordsByUsername.anna + '!')).status, 200)
      await app.db
        .updateTable('account')
        .set({ password: await hashPassword(passwordsByUsername.anna) })
        .where('username', '=', 'anna')
        .execute()
    })

    test('blocks a network address after 200 failures at different accounts, not counting successful sign-ins (A3)', async () => {
      const oneAddress = createAddress()
      await app.db
        .insertInto('rate_limit')
        .values({ key: `sign-in:${oneAddress}`, hits: 199, resets_at: app.clock.now + HOUR_MS })
        .execute()
      for (let turn = 0; turn < 3; turn++)
        assert.equal((await signIn('anna', passwordsByUsername.anna, oneAddress)).status, 200)
      const { device_token } = (await signIn('anna', passwordsByUsername.anna, oneAddress)).body
      assert.equal((await guessPassword('nobody-1', oneAddress)).status, 422)
      assert.deepEqual(
        [
          (await guessPassword('nobody-2', oneAddress)).status,
          (await signIn('anna', passwordsByUsername.anna, oneAddress)).status,
        ],
        [429, 429],
      )
      assert.equal(
        (
          await callFrom(oneAddress, 'userLogin', {
            username: 'anna',
            password: passwordsByUsername.anna,
            device: device_token,
          })
        ).status,
        200,
      )
    })

    test('resets counters that were written while the clock was far ahead', async () => {
      const futureMs = 400 * 24 * HOUR_MS
      app.clock.advance(futureMs)
      for (let attempt = 0; attempt < 12; attempt++) await guessPassword()
      assert.equal((await signIn('anna', passwordsByUsername.anna)).status, 429)
      for (let requestCount = 0; requestCount < 3; requestCount++)
        await callFrom(createAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      const emailCount = (await readEmailsTo(app, 'anna@buyer.example')).length
      app.clock.advance(-futureMs)
      assert.equal((await signIn('anna', passwordsByUsername.anna)).status, 200)
      await callFrom(createAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      assert.equal((await readEmailsTo(app, 'anna@buyer.example')).length, emailCount + 1)
    })

    test('resets the counter after a correct password', async () => {
      for (let round = 0; round < 3; round++) {
        for (let attempt = 0; attempt < 4; attempt++) assert.equal((await guessPassword('staff')).status, 422)
        assert.equal((await signIn('staff', passwordsByUsername.staff)).status, 200)
      }
    })

    test('applies to attempts with a stolen session token as well (ACCT-12)', async () => {
      const { body } = await signIn('owner', passwordsByUsername.owner)
      const form = {
        old_password: 'wrong password',
        new_password: 'elbe and padma',
        new_password_confirmation: 'elbe and padma',
      }
      const responses = await Promise.all(
        Array.from({ length: 4 }, (_, index) => [
          callFrom(createAddress(), 'updatePassword', form, body.access_token),
          callFrom(createAddress(), 'closeAccount', { password: `wrong password ${index}` }, body.access_token),
        ]).flat(),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [422, 422, 422, 422, 422, 429, 429, 429])
      assert.equal((await signIn('owner', passwordsByUsername.owner)).status, 200)
    })

    test('counts a wrong old password even if the new password is invalid too (ACCT-12)', async () => {
      const { body } = await signIn('staff', passwordsByUsername.staff)
      const form = { old_password: 'wrong password', new_password: 'a', new_password_confirmation: '' }
      const responses: ApiResponse[] = []
      for (let attempt = 0; attempt < 6; attempt++)
        responses.push(await callFrom(createAddress(), 'updatePassword', form, body.access_token))
      assert.deepEqual(
        responses.map(({ status }) => status),
        [422, 422, 422, 422, 422, 429],
      )
      assert.deepEqual(Object.keys(responses[0]!.body.errors).sort(), Object.keys(form).sort())
    })

    test('does not store the attempted username', async () => {
      await guessPassword('nobody-at-all')
      assert.ok(!JSON.stringify(await app.db.selectFrom('rate_limit').selectAll().execute()).includes('nobody-at-all'))
    })

    test('does not lock out other sessions when a stolen session guesses the password (ACCT-12)', async () => {
      const [stolenToken, ownToken] = [
        await signIn('owner', passwordsByUsername.owner),
        await signIn('owner', passwordsByUsername.owner),
      ].map(({ body }) => body.access_token)
      const form = {
        old_password: 'wrong password',
        new_password: 'elbe and padma',
        new_password_confirmation: 'elbe and padma',
      }
      for (let attempt = 0; attempt < 12; attempt++)
        await callFrom(createAddress(), 'updatePassword', form, stolenToken)
      assert.equal(
        (
          await callFrom(
            createAddress(),
            'updatePassword',
            { ...form, old_password: passwordsByUsername.owner },
            stolenToken,
          )
        ).status,
        429,
      )
      const { status } = await callFrom(
        createAddress(),
        'updatePassword',
        { ...form, old_password: passwordsByUsername.owner, new_password: 'a' },
        ownToken,
      )
      assert.equal(status, 422)
    })
  })
}
