import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { openAuthenticator, type Authenticator, type Forgery } from '#testing/passkey.ts'
import { MINUTE_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`passkey, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(async () => {
      app.clock.advance(24 * 60 * MINUTE_MS)
      for (const table of ['passkey', 'recovery_code', 'session'] as const) await app.db.deleteFrom(table).execute()
      await app.db.updateTable('account').set({ second_factors: 0 }).execute()
    })

    const readOptions = async (name: 'getPasskeyCreationOptions' | 'getPasskeySignInOptions', token: string) => {
      const body = await app.callOk(name, {}, { token })
      return body.options as { challenge: string }
    }
    const addPasskey = (token: string, made: object) => app.call('addPasskey', { name: 'Phone', made }, { token })
    const verify = (token: string, passkey: object) => app.call('verifyIdentity', { passkey }, { token })
    const readPendingStep = async (token: string) =>
      (await app.call('getOfficeUser', {}, { token })).body.pending_step as string | null
    /** Registers a passkey for the user. */
    async function enroll(username: 'staff' | 'owner'): Promise<Authenticator> {
      const token = await app.signIn(username)
      const authenticator = openAuthenticator(app.publicUrl)
      const { status, body } = await addPasskey(
        token,
        authenticator.make(await readOptions('getPasskeyCreationOptions', token)),
      )
      assert.equal(status, 200, JSON.stringify(body))
      return authenticator
    }
    const signIn = async () => {
      const token = await app.signIn('staff')
      return { token, options: await readOptions('getPasskeySignInOptions', token) }
    }

    test('verifies a session once per assertion, also for ten concurrent copies (SEC-10)', async () => {
      const phone = await enroll('staff')
      const { token, options } = await signIn()
      const assertion = phone.sign(options)
      const responses = await Promise.all(Array.from({ length: 10 }, () => verify(token, assertion)))
      const [acceptedResponse, ...otherAcceptedResponses] = responses.filter(({ status }) => status === 200)
      assert.deepEqual(otherAcceptedResponses, [])
      // A copy that arrives after the accepted one has the old token.
      assert.ok(responses.every(({ status }) => [200, 401, 422].includes(status)))
      const { access_token: verifiedToken } = acceptedResponse!.body
      assert.equal(await readPendingStep(verifiedToken), null)
      await readOptions('getPasskeySignInOptions', verifiedToken)
      assert.equal((await verify(verifiedToken, assertion)).status, 422, 'the challenge is a new one')
    })

    test('verifies no other session with a used or intercepted assertion (SEC-10)', async () => {
      const phone = await enroll('staff')
      const [ownSession, attackerSession] = [await signIn(), await signIn()]
      const assertion = phone.sign(ownSession.options)
      assert.equal((await verify(attackerSession.token, assertion)).status, 422, 'the challenge of another session')
      assert.equal((await verify(ownSession.token, assertion)).status, 200)
      await readOptions('getPasskeySignInOptions', attackerSession.token)
      assert.equal((await verify(attackerSession.token, assertion)).status, 422)
      assert.equal(await readPendingStep(attackerSession.token), 'confirm second factor')
    })

    test('accepts each challenge once, within five minutes (SEC-10)', async () => {
      const phone = await enroll('staff')
      const lateSession = await signIn()
      app.clock.advance(5 * MINUTE_MS)
      assert.equal((await verify(lateSession.token, phone.sign(lateSession.options))).status, 422)
      const timelySession = await signIn()
      app.clock.advance(5 * MINUTE_MS - 1)
      assert.equal((await verify(timelySession.token, phone.sign(timelySession.options))).status, 200)
      const wrongSession = await signIn()
      assert.equal(
        (await verify(wrongSession.token, phone.sign(wrongSession.options, { origin: 'https://evil.example' }))).status,
        422,
      )
      assert.equal(
        (await verify(wrongSession.token, phone.sign(wrongSession.options))).status,
        422,
        'a wrong answer uses up the challenge',
      )
      const replacedSession = await signIn()
      await readOptions('getPasskeySignInOptions', replacedSession.token)
      assert.equal(
        (await verify(replacedSession.token, phone.sign(replacedSession.options))).status,
        422,
        'there is a newer challenge',
      )
      const tokenWithoutChallenge = await app.signIn('staff')
      for (const challenge of ['', 'null', 'undefined'])
        assert.equal(
          (await verify(tokenWithoutChallenge, phone.sign({ challenge }))).status,
          422,
          'no challenge was issued',
        )
    })

    test('is rejected if its counter does not increase, as on a copied device (SEC-10)', async () => {
      const phone = await enroll('staff')
      const statuses = []
      for (const counter of [10, 10, 9, 0, 11]) {
        const { token, options } = await signIn()
        statuses.push((await verify(token, phone.sign(options, { counter }))).status)
      }
      assert.deepEqual(statuses, [200, 422, 422, 422, 200])
      const { counter } = await app.db.selectFrom('passkey').select('counter').executeTakeFirstOrThrow()
      assert.equal(Number(counter), 11)
    })

    test('is rejected if it is signed for another site or purpose, or without user verification (SEC-10)', async () => {
      const phone = await enroll('staff')
      const forgeries: Forgery[] = [
        { origin: 'https://evil.example' },
        { origin: 'http://selvage.example' },
        { origin: 'https://selvage.example:8443' },
        { origin: 'https://selvage.example.evil.example' },
        { origin: 'https://login.selvage.example' },
        { rpId: 'evil.example' },
        { rpId: 'example' },
        { type: 'webauthn.create' },
        { isUserVerified: false },
        { challenge: 'bm90IGFza2Vk' },
      ]
      for (const forgery of forgeries) {
        const { token, options } = await signIn()
        const { status, body } = await verify(token, phone.sign(options, forgery))
        assert.equal(status, 422, JSON.stringify(forgery))
        assert.deepEqual(body.errors, { passkey: ['This passkey was not accepted. Please try again.'] })
        assert.equal(await readPendingStep(token), 'confirm second factor')
      }
    })

    test('is rejected for another account, even if it claims the ID of that account (SEC-10)', async () => {
      const [ownersPhone, staffPhone] = [await enroll('owner'), await enroll('staff')]
      const { token, options } = await signIn()
      assert.equal((await verify(token, ownersPhone.sign(options))).status, 422)
      const newOptions = await readOptions('getPasskeySignInOptions', token)
      const renamedAssertion = { ...ownersPhone.sign(newOptions), id: staffPhone.id, rawId: staffPhone.id }
      assert.equal((await verify(token, renamedAssertion)).status, 422, 'the signature belongs to another key')
      const staffSession = await signIn()
      const { access_token: verifiedToken } = (await verify(staffSession.token, staffPhone.sign(staffSession.options)))
        .body
      const removedResponse = await app.call('removePasskey', { passkey: ownersPhone.id }, { token: verifiedToken })
      assert.equal(removedResponse.status, 404)
    })

    test('is rejected if it is malformed (SEC-10)', async () => {
      const phone = await enroll('staff')
      const changes: { id?: string; response?: object }[] = [
        { id: 'a\0b' },
        { response: {} },
        { response: { signature: '' } },
        { response: { signature: 7 } },
        { response: { authenticatorData: 'AA' } },
        { response: { clientDataJSON: Buffer.from('[]').toString('base64url') } },
        { response: { clientDataJSON: '['.repeat(20_000) } },
      ]
      for (const { response, ...change } of changes) {
        const { token, options } = await signIn()
        const validAssertion = phone.sign(options)
        const isEmpty = response && Object.keys(response).length === 0
        const invalidAssertion = {
          ...validAssertion,
          ...change,
          response: isEmpty ? {} : { ...validAssertion.response, ...response },
        }
        const { status, body } = await verify(token, invalidAssertion)
        assert.equal(status, 422, JSON.stringify(body))
      }
    })

    test('is added once, with the challenge of its own session, and not from another site (SEC-10)', async () => {
      const [firstToken, otherToken] = [await app.signIn('staff'), await app.signIn('staff')]
      let token = firstToken
      const forgeries: Forgery[] = [
        { origin: 'https://evil.example' },
        { rpId: 'evil.example' },
        { type: 'webauthn.get' },
        { isUserVerified: false },
      ]
      for (const forgery of forgeries) {
        const registration = openAuthenticator(app.publicUrl).make(
          await readOptions('getPasskeyCreationOptions', token),
          forgery,
        )
        assert.equal((await addPasskey(token, registration)).status, 422, JSON.stringify(forgery))
      }
      const phone = openAuthenticator(app.publicUrl)
      const registration = phone.make(await readOptions('getPasskeyCreationOptions', token))
      assert.equal((await addPasskey(otherToken, registration)).status, 422, 'the challenge of another session')
      await readOptions('getPasskeyCreationOptions', otherToken)
      assert.equal((await addPasskey(otherToken, registration)).status, 422)
      const responses = await Promise.all(Array.from({ length: 5 }, () => addPasskey(firstToken, registration)))
      const [addedResponse, ...otherAddedResponses] = responses.filter(({ status }) => status === 200)
      assert.deepEqual(otherAddedResponses, [])
      assert.ok(responses.every(({ status }) => [200, 401, 422].includes(status)))
      token = addedResponse!.body.access_token
      const ownerToken = await app.signIn('owner')
      const registeredPasskey = phone.make(await readOptions('getPasskeyCreationOptions', ownerToken))
      assert.equal((await addPasskey(ownerToken, registeredPasskey)).status, 422, 'a passkey belongs to one account')
      app.clock.advance(MINUTE_MS)
      const lateOptions = await readOptions('getPasskeyCreationOptions', token)
      app.clock.advance(5 * MINUTE_MS)
      assert.equal((await addPasskey(token, openAuthenticator(app.publicUrl).make(lateOptions))).status, 422)
    })
  })
}
