import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRequestContext, testContext } from '#testing/request-context.ts'
import { enginesFor, type TestDatabase } from '#testing/engines.ts'
import { watchHashes, type WatchedHashes } from '#testing/watch-hashes.ts'
import { passwordsByUsername, demoContent, setUpTestApp, type ApiResponse } from '#testing/test-app.ts'
import { recordQueries } from '#testing/record-queries.ts'
import { tier } from '#testing/tier.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { requestPasswordReset } from './password-change.ts'
import { hashPassword, MAX_WAITING_HASHES } from './password.ts'
import { signIn as signInTo } from './sign-in.ts'
import { HOUR_MS } from '#platform/durations.ts'

const password = passwordsByUsername.anna

/** These tests make hundreds of hashes, so the hashes are cheap. The soak test uses real ones. */
let watchedHashes: WatchedHashes
const watchHashCalls = (): void => {
  before(() => void (watchedHashes = watchHashes({ areCheap: tier !== 'soak' })))
  after(() => watchedHashes.restore())
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`sign-in, on ${engine.name}`, () => {
    watchHashCalls()
    const app = setUpTestApp(engine)
    before(async () => {
      const hash = await hashPassword(password)
      await app.db.updateTable('account').set({ password: hash }).where('username', '=', 'anna').execute()
    })

    const signIn = (form: object, language = 'en') => app.call('userLogin', form, { language })
    const createPasswordChange = (newPassword: string) => ({
      old_password: password,
      new_password: newPassword,
      new_password_confirmation: newPassword,
    })
    const updateAnna = (state: { suspended_at: number | null } | { closed_at: number | null }) =>
      app.db.updateTable('account').set(state).where('username', '=', 'anna').execute()

    test('accepts username or email address in either field and in any case (API-12, ACCT-5, ACCT-6)', async () => {
      const forms = [
        { username: 'anna' },
        { username: ' ANNA ' },
        { email: 'anna@buyer.example' },
        { email: 'Anna@BUYER.example' },
        { username: 'anna@buyer.example' },
        { email: 'anna' },
        { username: '', email: 'anna@buyer.example' },
        { username: 'anna', email: 'owner@selvage.example' },
      ]
      for (const form of forms) {
        const { status, body } = await signIn({ ...form, password })
        assert.equal(status, 200, JSON.stringify(form))
        assert.deepEqual(Object.keys(body).sort(), ['access_token', 'device_token', 'user'])
        assert.deepEqual({ ...body.user, id: 0 }, { id: 0, name: 'Anna Becker', role: 'member' })
      }
    })

    test('returns a 256-bit token and stores only its hash (S8)', async () => {
      const tokens = await Promise.all([app.signIn('anna'), app.signIn('anna')])
      for (const token of tokens) assert.match(token, /^[\w-]{43}$/)
      assert.notEqual(tokens[0], tokens[1])
      const rows = await app.db.selectFrom('session').selectAll().execute()
      const storedValues = rows
        .map((row) => [
          row.user_agent,
          Buffer.from(row.token_hash).toString('base64url'),
          Buffer.from(row.token_hash).toString('latin1'),
        ])
        .flat()
      for (const token of tokens) assert.ok(!storedValues.some((text) => text.includes(token)))
    })

    test('responds equally to a wrong password and an unknown account (S7, ACCT-7)', async () => {
      await updateAnna({ suspended_at: null })
      const invalidForms = [
        { username: 'anna', password: 'wrong password' },
        { username: 'nobody', password },
        { email: 'nobody@buyer.example', password },
        { email: 'rafiq@guest.example', password },
        { username: 'anna', password: password + ' ' },
        { username: 'anna', password: password.toUpperCase() },
        { username: "anna' or '1'='1", password },
        { username: '%', password },
      ]
      const expectedError = {
        message: 'Check the marked fields.',
        errors: { account: ['Invalid username or password.'] },
      }
      for (const form of invalidForms) {
        const { status, headers, body } = await signIn(form)
        assert.equal(status, 422, JSON.stringify(form))
        assert.deepEqual(body, expectedError)
        assert.equal(headers.get('content-length'), String(JSON.stringify(expectedError).length))
      }
      assert.match((await signIn(invalidForms[0]!, 'bn')).body.errors.account[0], /[\u0980-\u09ff]{3}/)
    })

    test('rejects suspended and closed accounts like unknown ones (T53)', async () => {
      const failureBody = (await signIn({ username: 'nobody', password })).body
      for (const column of ['suspended_at', 'closed_at'] as const) {
        await updateAnna({ [column]: app.clock.now } as { suspended_at: number })
        const { status, body } = await signIn({ username: 'anna', password })
        assert.equal(status, 422)
        assert.deepEqual(body, failureBody)
        await updateAnna({ [column]: null } as { suspended_at: null })
      }
      assert.equal((await signIn({ username: 'anna', password })).status, 200)
    })

    test('starts no session if the password changes during the check (ACCT-12)', async () => {
      const { body } = await signIn({ username: 'anna', password })
      const hashCountBefore = watchedHashes.calls.length
      const release = watchedHashes.hold(1)
      const lateSignIn = signIn({ username: 'anna', password })
      while (watchedHashes.calls.length === hashCountBefore) await sleep(5)
      const passwordChange = await app.call('updatePassword', createPasswordChange('dhaka-to-hamburg'), {
        token: body.access_token,
      })
      assert.equal(passwordChange.status, 200)
      release()
      assert.equal((await lateSignIn).status, 422)
      const restoreForm = { ...createPasswordChange(password), old_password: 'dhaka-to-hamburg' }
      assert.equal((await app.call('updatePassword', restoreForm, { token: body.access_token })).status, 200)
    })

    test('starts no lasting session with the old password during a concurrent change (ACCT-12)', async () => {
      const { body } = await signIn({ username: 'anna', password })
      const responses: ApiResponse[] = []
      let hasChanged = false
      // Signs in until the password has changed. Sessions from before the change are signed out, because too many
      // sessions would end the first one.
      const signInUntilChanged = async () => {
        while (!hasChanged) {
          const response = await signIn({ username: 'anna', password })
          if (hasChanged || response.status !== 200) responses.push(response)
          else await app.call('logout', {}, { token: response.body.access_token })
        }
      }
      const signInLoops = Array.from({ length: 6 }, signInUntilChanged)
      const changeResponse = await app.call('updatePassword', createPasswordChange('dhaka-to-hamburg'), {
        token: body.access_token,
      })
      hasChanged = true
      await Promise.all(signInLoops)
      assert.equal(changeResponse.status, 200)
      for (const { status, body: session } of responses)
        if (status === 200)
          assert.equal((await app.call('getUserRow', {}, { token: session.access_token })).status, 401)
      const restoreForm = { ...createPasswordChange(password), old_password: 'dhaka-to-hamburg' }
      const secondSignIn = await signIn({ username: 'anna', password: 'dhaka-to-hamburg' })
      assert.equal(
        (await app.call('updatePassword', restoreForm, { token: secondSignIn.body.access_token })).status,
        200,
      )
    })

    test('reports missing fields (ACCT-7)', async () => {
      const invalidForms: [object, object][] = [
        [{}, { username: ['Please fill this in.'], password: ['Please fill this in.'] }],
        [{ password }, { username: ['Please fill this in.'] }],
        [{ email: '', password }, { email: ['Please fill this in.'] }],
        [{ username: 'anna' }, { password: ['Please fill this in.'] }],
        [{ username: 'anna', password: '' }, { password: ['Please fill this in.'] }],
        [{ username: 'anna', password: 'x'.repeat(257) }, { password: ['This may have at most 256 characters.'] }],
        [
          { username: 7, password: true },
          { username: ['This must be text.'], password: ['This must be text.'] },
        ],
      ]
      for (const [form, errors] of invalidForms) {
        const { status, body } = await signIn(form)
        assert.equal(status, 422)
        assert.deepEqual(body.errors, errors)
      }
    })

    test('does not block reads during a flood, and rejects sign-ins when the queue is full (A5)', async () => {
      const release = watchedHashes.hold()
      const responses: ApiResponse[] = []
      // Two hashes run at a time; the other requests wait.
      const rejectedCount = 38
      const signIns = Array.from({ length: 2 + MAX_WAITING_HASHES + rejectedCount }, async (_, index) => {
        responses.push(await signIn({ username: `nobody${index}`, password: 'wrong password' }))
      })
      while (responses.length < rejectedCount) await sleep(5)
      for (let readCount = 0; readCount < 10; readCount++)
        assert.equal((await app.call('getRoomDetails', { slug: 'single' })).status, 200)
      assert.equal(responses.length, rejectedCount, 'the other requests still wait')
      for (const { status, headers, body } of responses)
        assert.deepEqual(
          [status, headers.get('retry-after'), body],
          [503, '3', { message: translatorFor('en').count('error.sign_in_busy', 3) }],
        )
      release()
      await Promise.all(signIns)
      assert.equal(responses.filter(({ status }) => status === 422).length, 2 + MAX_WAITING_HASHES)
      assert.equal((await signIn({ username: 'anna', password })).status, 200)
    })
  })

  describe(`unknown user, on ${engine.name}`, () => {
    watchHashCalls()
    let database: TestDatabase
    const statements: string[] = []
    before(async () => {
      database = await recordQueries(engine, ({ sql }) => statements.push(sql)).filled(demoContent)
      const hash = await hashPassword(password)
      await database.db.updateTable('account').set({ password: hash }).where('username', '=', 'anna').execute()
    })
    after(() => database.close())

    const visitor = {
      ...createRequestContext(null),
      address: '203.0.113.1',
      context: { ...testContext, isLimited: true },
    }
    /** The statements and hashes that one request causes, in order and without values. */
    async function measureWork(request: () => Promise<unknown>): Promise<object> {
      const hashCountBefore = watchedHashes.calls.length
      statements.length = 0
      await request()
      return { statements: [...statements], hashes: watchedHashes.calls.slice(hashCountBefore) }
    }

    test('causes the same statements and hash as a known user with a wrong password (S7)', async () => {
      const createRejectedSignIn = (username: string) => () =>
        assert.rejects(signInTo(database.db, visitor, { username, password: 'wrong password' }), { status: 422 })
      const workForKnownUser = await measureWork(createRejectedSignIn('anna'))
      assert.deepEqual(await measureWork(createRejectedSignIn('nobody')), workForKnownUser)
      assert.ok('hashes' in workForKnownUser && (workForKnownUser.hashes as object[]).length === 1)
    })

    test('causes the same statements as a known user for a password reset (ACCT-4, S7)', async () => {
      const requestReset = (email: string) => () => requestPasswordReset(database.db, visitor, { email })
      const workForKnownUser = await measureWork(requestReset('anna@buyer.example'))
      assert.deepEqual(await measureWork(requestReset('nobody@buyer.example')), workForKnownUser)
    })
  })
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`flood of sign-ins, on ${engine.name}`, () => {
    watchHashCalls()
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    const goodPassword = 'a long way to dhaka'
    const usernames = Array.from({ length: 14 }, (_, index) => `person${'abcdefghjknpqr'[index]}`)
    before(async () => {
      for (const username of usernames) {
        const form = {
          name: username,
          email: `${username}@buyer.example`,
          username,
          password: goodPassword,
          password_confirmation: goodPassword,
        }
        assert.equal((await post('userRegister', form)).status, 200)
      }
    })
    beforeEach(() => app.clock.advance(2 * HOUR_MS))

    const post = (name: EndpointName, input: object, address = '203.0.113.1') =>
      app.fetch(endpoints[name][1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(input),
      })

    for (const [place, getAddress] of [
      ['the same address', () => '203.0.113.1'],
      ['other addresses', (index: number) => `198.51.100.${index}`],
    ] as const) {
      test(`blocks none of 14 correct sign-ins from ${place} during 150 wrong attempts (A5)`, async () => {
        const victimUsername = usernames[0]!
        const deviceToken = (
          await (await post('userLogin', { username: victimUsername, password: goodPassword })).json()
        ).device_token as string
        const wrongSignIns = Array.from({ length: 150 }, (_, index) =>
          post('userLogin', {
            username: index % 3 === 0 ? victimUsername : `made-up-${index}`,
            password: 'wrong password',
          }),
        )
        const correctSignIns = usernames.map((username, index) =>
          post(
            'userLogin',
            { username, password: goodPassword, ...(username === victimUsername && { device: deviceToken }) },
            getAddress(index),
          ),
        )
        const listStatuses = (responses: Response[]) => responses.map(({ status }) => status)
        assert.deepEqual(
          listStatuses(await Promise.all(correctSignIns)),
          usernames.map(() => 200),
        )
        const rejectedStatuses = listStatuses(await Promise.all(wrongSignIns))
        assert.ok(rejectedStatuses.every((status) => status === 422 || status === 429))
        assert.equal(
          rejectedStatuses.filter((status) => status === 429).length,
          45,
          'five of fifty attempts at one account were free',
        )
      })
    }
  })
}
