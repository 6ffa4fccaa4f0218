import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { listOperations } from '#testing/api-description.ts'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`second factor, on ${engine.name}`, () => {
    let testApp: TestApp
    before(async () => {
      testApp = await startTestApp(engine)
    })
    after(() => testApp.close())
    beforeEach(async () => {
      testApp.clock.advance(DAY_MS)
      for (const table of ['authenticator', 'passkey', 'recovery_code', 'session'] as const)
        await testApp.db.deleteFrom(table).execute()
      await testApp.db.updateTable('account').set({ second_factors: 0 }).execute()
    })

    const computeCode = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: testApp.clock.now })
    const readOfficeUser = async (token: string) => (await testApp.call('getOfficeUser', {}, { token })).body
    const verify = (token: string, proof: object) => testApp.call('verifyIdentity', proof, { token })

    /** Sets up a code app and recovery codes. */
    async function setUpCodeApp(username: keyof typeof passwordsByUsername = 'staff') {
      const token = await testApp.signIn(username)
      const { body: app } = await testApp.call('setUpAuthenticatorApp', {}, { token })
      const body = await testApp.callOk('confirmAuthenticatorApp', { code: computeCode(app.secret) }, { token })
      testApp.clock.advance(MINUTE_MS)
      return { token: body.access_token as string, secret: app.secret as string, codes: body.codes as string[] }
    }

    test('is required after the password and before anything else (OFF-8, S2)', async () => {
      const { secret } = await setUpCodeApp()
      const token = await testApp.signIn('staff')
      assert.deepEqual(
        [(await readOfficeUser(token)).pending_step, (await readOfficeUser(token)).factors],
        ['confirm second factor', { app: true, passkeys: false }],
      )
      const allowedEndpoints = ['getOfficeUser', 'verifyIdentity', 'getPasskeySignInOptions', 'logout']
      const isClosed = ([name]: [string, unknown]) => !allowedEndpoints.includes(name)
      for (const [name] of Object.entries(everyEndpoint).filter(isClosed)) {
        const { status } = await testApp.call(name as EveryEndpointName, {}, { token })
        const anonymousResponse = await testApp.call(name as EveryEndpointName, {})
        assert.equal(status, anonymousResponse.status, name)
      }
      for (const wrongCode of ['000000', '', '12345', 'x'.repeat(40), computeCode(secret).slice(1)])
        assert.equal((await verify(token, { code: wrongCode })).status, 422, wrongCode)
      assert.equal(
        (await verify(token, { password: passwordsByUsername.staff })).status,
        422,
        'the password is no second factor',
      )
      const verification = await verify(token, { code: computeCode(secret) })
      assert.equal(verification.status, 200)
      assert.equal((await readOfficeUser(verification.body.access_token)).pending_step, null)
      const waitingResponse = await testApp.call('getWaitingRequests', {}, { token: verification.body.access_token })
      assert.equal(waitingResponse.status, 200)
    })

    test('gives the session a new token, and ends the old one, whenever the user verifies (OPS-20)', async () => {
      const tokenBeforeFactor = await testApp.signIn('staff')
      const isValid = async (token: string) => (await testApp.call('getRoles', {}, { token })).status === 200
      const { body: app } = await testApp.call('setUpAuthenticatorApp', {}, { token: tokenBeforeFactor })
      const code = computeCode(app.secret)
      const addedResponse = await testApp.call('confirmAuthenticatorApp', { code }, { token: tokenBeforeFactor })
      testApp.clock.advance(MINUTE_MS)
      const signInToken = await testApp.signIn('staff')
      const wrongResponse = await verify(signInToken, { code: '000000' })
      assert.deepEqual(
        [wrongResponse.body.access_token, await isValid(addedResponse.body.access_token)],
        [undefined, true],
      )
      const verification = await verify(signInToken, { code: computeCode(app.secret) })
      testApp.clock.advance(MINUTE_MS)
      const secondResponse = await verify(verification.body.access_token, { code: computeCode(app.secret) })
      const removedResponse = await testApp.call(
        'removeAuthenticatorApp',
        {},
        { token: secondResponse.body.access_token },
      )
      const passwordResponse = await verify(secondResponse.body.access_token, { password: passwordsByUsername.staff })
      const oldTokens = [
        tokenBeforeFactor,
        signInToken,
        verification.body.access_token,
        secondResponse.body.access_token,
      ]
      for (const token of oldTokens) assert.equal(await isValid(token), false)
      assert.deepEqual([removedResponse.status, removedResponse.body.access_token], [200, undefined], 'no verification')
      assert.equal(await isValid(passwordResponse.body.access_token), true)
      const sessions = await testApp.call('getSessions', {}, { token: passwordResponse.body.access_token })
      assert.equal(sessions.body.data.length, 2, 'a new token is no new session')
    })

    test('logs each verification with its kind, successful or not (OPS-22)', async () => {
      const lastId = Math.max(0, ...(await testApp.db.selectFrom('audit').select('id').execute()).map(({ id }) => id))
      const { secret, codes } = await setUpCodeApp()
      for (const code of [computeCode(secret), '000000', codes[0]!])
        await verify(await testApp.signIn('staff'), { code })
      const rows = await testApp.db
        .selectFrom('audit')
        .select(['action', 'details'])
        .where('id', '>', lastId)
        .where('action', 'like', 'second factor%')
        .orderBy('id')
        .execute()
      const shownEntry = { action: 'second factor confirmed', details: '{"factor":"code"}' }
      assert.deepEqual(rows, [shownEntry, { ...shownEntry, action: 'second factor rejected' }, shownEntry])
    })

    test('also protects own bookings and messages until it is verified (OFF-8)', async () => {
      const { token: signedInToken, secret } = await setUpCodeApp()
      const { body: bookedBooking } = await testApp.call('requestBooking', createStayForm(testApp), {
        token: signedInToken,
      })
      const form = {
        id: bookedBooking.booking_id,
        checkin: testApp.day(40),
        checkout: testApp.day(43),
        total: 1,
        language: 'en',
      }
      const otherFields = { invoice: 1, name: 'Tanvir', company: '', bin: '', address: '', arrival_time: '' }
      const { body: description } = await testApp.call('getOpenApi')
      const linkOperations = [...listOperations(description)].filter(([, { security }]) => security?.length === 2)
      assert.ok(linkOperations.length > 5)
      const readStatuses = async (token?: string) => {
        const responses = linkOperations.map(([name]) =>
          testApp.call(name, { ...form, ...otherFields }, token ? { token } : {}),
        )
        return new Set((await Promise.all(responses)).map(({ status }) => status))
      }
      const firstFactorToken = await testApp.signIn('staff')
      assert.deepEqual(await readStatuses(firstFactorToken), new Set([401]))
      assert.deepEqual(await readStatuses(), new Set([401]))
      const enquiry = { company: 'X', name: 'Tanvir', email: 'staff@selvage.example', lines: [{ product: 'zipper' }] }
      const sentResponse = await testApp.call('sendEnquiry', enquiry, { token: firstFactorToken })
      assert.equal(sentResponse.status, 200, JSON.stringify(sentResponse.body))
      const rows = await testApp.db.selectFrom('enquiry').select('account_id').execute()
      assert.deepEqual(rows, [{ account_id: null }])
      const { body: verification } = await verify(firstFactorToken, { code: computeCode(secret) })
      assert.equal((await readStatuses(verification.access_token)).has(401), false)
    })

    test('accepts a code in Bengali digits, and only once for concurrent requests (OFF-8)', async () => {
      const { secret } = await setUpCodeApp()
      const tokens = await Promise.all(Array.from({ length: 10 }, () => testApp.signIn('staff')))
      const banglaCode = computeCode(secret).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)
      const code = `${banglaCode.slice(0, 3)} ${banglaCode.slice(3)}`
      const statuses = await Promise.all(tokens.map(async (token) => (await verify(token, { code })).status))
      assert.deepEqual(statuses.toSorted(), [200, ...Array.from({ length: 9 }, () => 422)])
    })

    test('accepts each recovery code once and emails the user (OFF-8)', async () => {
      const { codes } = await setUpCodeApp()
      assert.equal(codes.length, 10)
      for (const code of codes) assert.match(code, /^([2-9A-HJ-NP-Z]{4}-){6}[2-9A-HJ-NP-Z]{4}$/)
      const tokens = await Promise.all(Array.from({ length: 5 }, () => testApp.signIn('staff')))
      const typedCode = codes[0]!.toLowerCase().replaceAll('-', ' ')
      const responses = await Promise.all(tokens.map((token) => verify(token, { code: typedCode })))
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 422, 422, 422, 422])
      const subjects = (await readEmailsTo(testApp, 'staff@selvage.example')).map(({ header }) => header('subject'))
      assert.ok(subjects.includes('A recovery code was used to sign in'))
      const signedInToken = responses.find(({ status }) => status === 200)!.body.access_token
      assert.equal((await testApp.call('getFactors', {}, { token: signedInToken })).body.recovery_left, 9)
      const renewedCodes = await testApp.call('renewRecoveryCodes', {}, { token: signedInToken })
      assert.equal(renewedCodes.body.codes.length, 10)
      const laterToken = await testApp.signIn('staff')
      assert.equal((await verify(laterToken, { code: codes[1]! })).status, 422, 'old codes no longer work')
      assert.equal((await verify(laterToken, { code: renewedCodes.body.codes[0] })).status, 200)
      const rows = await testApp.db.selectFrom('recovery_code').selectAll().execute()
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(codes[1]!.replaceAll('-', '')))
    })

    test('ends every other session when it is set up, and emails the user (OFF-8)', async () => {
      const tokenBefore = await testApp.signIn('staff')
      const { token } = await setUpCodeApp()
      assert.equal((await testApp.call('getOfficeUser', {}, { token: tokenBefore })).status, 401)
      assert.equal((await readOfficeUser(token)).pending_step, null)
      const subjects = (await readEmailsTo(testApp, 'staff@selvage.example')).map(({ header }) => header('subject'))
      assert.ok(subjects.includes('An authenticator app was added to your account'))
      assert.equal((await testApp.call('setUpAuthenticatorApp', {}, { token })).status, 409)
    })

    test('can be changed only within ten minutes of a verification (OFF-8)', async () => {
      const { token, secret } = await setUpCodeApp()
      testApp.clock.advance(11 * MINUTE_MS)
      const rejection = await testApp.call('removeAuthenticatorApp', {}, { token })
      assert.deepEqual([rejection.status, Object.keys(rejection.body.errors)], [403, ['proof']])
      assert.equal((await testApp.call('getFactors', {}, { token })).status, 200)
      const { access_token: verifiedToken } = (await verify(token, { code: computeCode(secret) })).body
      assert.equal((await testApp.call('removeAuthenticatorApp', {}, { token: verifiedToken })).status, 200)
      assert.deepEqual((await readOfficeUser(await testApp.signIn('staff'))).pending_step, null)
      assert.deepEqual(await testApp.db.selectFrom('recovery_code').selectAll().execute(), [])
      testApp.clock.advance(11 * MINUTE_MS)
      assert.equal(
        (await testApp.call('setUpAuthenticatorApp', {}, { token: verifiedToken })).status,
        403,
        'without a factor the password is required',
      )
      assert.equal((await verify(verifiedToken, { password: 'wrong password' })).status, 422)
      const { access_token: newToken } = (await verify(verifiedToken, { password: passwordsByUsername.staff })).body
      assert.equal((await testApp.call('setUpAuthenticatorApp', {}, { token: newToken })).status, 200)
    })

    test('is deleted when the account is closed (OFF-8, ACCT-11)', async () => {
      const { token } = await setUpCodeApp()
      const account = testApp.db.selectFrom('account').select('id').where('username', '=', 'staff')
      const { id } = await account.executeTakeFirstOrThrow()
      const passkey = { id: 'key', account_id: id, public_key: Buffer.from('key'), counter: 0, name: "Tanvir's phone" }
      await testApp.db
        .insertInto('passkey')
        .values({ ...passkey, created_at: testApp.clock.now, used_at: null })
        .execute()
      assert.equal((await testApp.call('closeAccount', { password: passwordsByUsername.staff }, { token })).status, 200)
      for (const table of ['authenticator', 'passkey', 'recovery_code'] as const)
        assert.deepEqual(await testApp.db.selectFrom(table).selectAll().execute(), [], table)
    })
  })

  describe(`second factor under attack, on ${engine.name}`, () => {
    test('limits the attempts (OFF-8, S7)', async (context) => {
      const testApp = await startTestApp(engine, { RATE_LIMIT: 'on' })
      context.after(() => testApp.close())
      const token = await testApp.signIn('staff')
      const { body: app } = await testApp.call('setUpAuthenticatorApp', {}, { token })
      const code = new TOTP({ secret: Secret.fromBase32(app.secret) }).generate({ timestamp: testApp.clock.now })
      await testApp.call('confirmAuthenticatorApp', { code }, { token })
      const attackerToken = await testApp.signIn('staff')
      const statuses: number[] = []
      for (let attempt = 0; attempt < 12; attempt++)
        statuses.push(
          (await testApp.call('verifyIdentity', { code: String(attempt).padStart(6, '0') }, { token: attackerToken }))
            .status,
        )
      assert.deepEqual([...new Set(statuses)], [422, 429])
      assert.ok(statuses.filter((status) => status === 422).length <= 6)
    })
  })

  describe(`owner outside the demo, on ${engine.name}`, () => {
    test('must set up a second factor and cannot remove the last one (OFF-8)', async (context) => {
      const testApp = await startTestApp(engine, { SEED: 'none' })
      context.after(() => testApp.close())
      let token = await testApp.signIn('owner')
      const officeUser = (await testApp.call('getOfficeUser', {}, { token })).body
      assert.deepEqual([officeUser.pending_step, officeUser.is_demo], ['set up second factor', false])
      for (const name of ['getWaitingRequests', 'getLog', 'getUserRow', 'verifyIdentity'] as const)
        assert.equal((await testApp.call(name, {}, { token })).status, name === 'verifyIdentity' ? 422 : 401, name)
      const { body: app } = await testApp.call('setUpAuthenticatorApp', {}, { token })
      const code = new TOTP({ secret: Secret.fromBase32(app.secret) }).generate({ timestamp: testApp.clock.now })
      assert.equal((await testApp.call('confirmAuthenticatorApp', { code: '000000' }, { token })).status, 422)
      token = (await testApp.call('confirmAuthenticatorApp', { code }, { token })).body.access_token
      assert.equal((await testApp.call('getLog', {}, { token })).status, 200)
      assert.equal((await testApp.call('removeAuthenticatorApp', {}, { token })).status, 409)
      const staffToken = await testApp.signIn('staff')
      assert.equal(
        (await testApp.call('getOfficeUser', {}, { token: staffToken })).body.pending_step,
        null,
        'optional for staff',
      )
    })
  })
}
