import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { cast, startTestApp, type Answer, type TestApp } from '#testing/test-app.ts'
import { emailsTo, linkIn } from '#testing/emails.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { purgeEndedDevices } from './known-device.ts'
import { hashPassword } from './password.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600 * SECOND_MS

for (const engine of enginesFor(import.meta.url)) {
  describe(`password guessing from many addresses, on ${engine.name}`, () => {
    let app: TestApp
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })
    })
    after(() => app.close())
    beforeEach(() => app.clock.advance(2 * HOUR_MS))

    let addresses = 0
    const newAddress = () => `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}`
    async function callFrom(address: string, name: EndpointName, input: object, token?: string): Promise<Answer> {
      const answer = await app.fetch(endpoints[name][1], {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(input),
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() }
    }
    const signIn = (username: string, password: string, address = newAddress()) =>
      callFrom(address, 'userLogin', { username, password })
    const guess = (username = 'anna', address?: string) => signIn(username, 'wrong password', address)
    const comeBack = (device: string, username = 'anna', password: string = cast.anna) =>
      callFrom(newAddress(), 'userLogin', { username, password, device })
    const waits = ({ headers }: Answer) => Number(headers.get('retry-after'))

    test('allows five attempts, then doubles the wait each time up to ten minutes (A3)', async () => {
      for (let tries = 1; tries <= 5; tries++) assert.equal((await guess()).status, 422)
      const pauses: number[] = []
      for (let tries = 0; tries < 12; tries++) {
        const refused = await guess()
        assert.equal(refused.status, 429)
        pauses.push(waits(refused))
        app.clock.advance(waits(refused) * SECOND_MS - 1)
        assert.equal((await guess()).status, 429)
        app.clock.advance(1)
        assert.equal((await guess()).status, 422)
      }
      assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
      app.clock.advance(HOUR_MS)
      for (let tries = 1; tries <= 5; tries++) assert.equal((await guess()).status, 422)
    })

    test('slows down attempts at an unknown username exactly like those at a known one (S7)', async () => {
      const seen = async (name: string) => {
        const answers: unknown[] = []
        for (let tries = 0; tries < 8; tries++) {
          const { status, headers, body } = await guess(name)
          answers.push([status, headers.get('retry-after'), body])
        }
        return answers
      }
      assert.deepEqual(await seen('nobody'), await seen('anna'))
      app.clock.advance(2 * HOUR_MS)
      assert.deepEqual(await seen('nobody@buyer.example'), await seen('anna@buyer.example'))
    })

    test('counts all spellings of username and email as one account, also for concurrent attempts', async () => {
      const spellings = ['anna', 'ANNA', 'a.n.n.a', 'anna@buyer.example', 'Anna@BUYER.example', 'a_nna']
      const answers = await Promise.all(Array.from({ length: 18 }, (_, index) => guess(spellings[index % 6]!)))
      assert.equal(answers.filter(({ status }) => status === 422).length, 5)
      assert.equal(answers.filter(({ status }) => status === 429).length, 13)
    })

    test('lets the owner sign in from a known browser during the wait, from any address (A3)', async () => {
      const [first, other] = [await signIn('anna', cast.anna), await signIn('staff', cast.staff)]
      const device = `${other.body.device_token} ${first.body.device_token}`
      for (let tries = 0; tries < 12; tries++) await guess()
      assert.equal((await signIn('anna', cast.anna)).status, 429)
      assert.equal((await comeBack(device)).status, 200)
      assert.equal((await comeBack(device, 'anna@buyer.example')).status, 200)
      assert.equal((await signIn('anna', cast.anna)).status, 429, 'unknown browsers still wait')
      for (const forged of ['x'.repeat(43), other.body.device_token, ' '])
        assert.equal((await comeBack(forged)).status, 429, forged)
      assert.ok(
        !JSON.stringify(await app.db.selectFrom('known_device').selectAll().execute()).includes(
          first.body.device_token,
        ),
      )
    })

    test('slows down a stolen known browser without affecting the others (A3)', async () => {
      const [stolen, own] = [await signIn('anna', cast.anna), await signIn('anna', cast.anna)].map(
        ({ body }) => body.device_token,
      )
      const answers: number[] = []
      for (let tries = 0; tries < 7; tries++) answers.push((await comeBack(stolen, 'anna', 'wrong password')).status)
      assert.deepEqual(answers, [422, 422, 422, 422, 422, 429, 429])
      assert.equal((await comeBack(stolen)).status, 429)
      assert.equal((await comeBack(own)).status, 200)
      assert.equal((await signIn('anna', cast.anna)).status, 200)
    })

    test('remembers at most ten browsers, each for 180 days after its last use', async () => {
      const devices: string[] = []
      for (let browser = 0; browser < 12; browser++) {
        app.clock.advance(SECOND_MS)
        devices.push((await signIn('anna', cast.anna)).body.device_token)
      }
      for (let tries = 0; tries < 12; tries++) await guess()
      const passes = async () => {
        const found: boolean[] = []
        for (const device of [devices[0]!, devices[1]!, devices[2]!, devices[11]!])
          found.push((await comeBack(device)).status === 200)
        return found
      }
      assert.deepEqual(await passes(), [false, false, true, true])
      const { user } = (await comeBack(devices[11]!)).body
      assert.equal(
        (await app.db.selectFrom('known_device').selectAll().where('account_id', '=', user.id).execute()).length,
        10,
      )
      app.clock.advance(180 * 24 * HOUR_MS)
      await purgeEndedDevices(app.db, app.clock.now)
      for (let tries = 0; tries < 12; tries++) await guess()
      assert.deepEqual(await passes(), [false, false, false, false])
    })

    test('forgets other browsers after a password change or a remote sign-out, but not after a normal sign-out (ACCT-12)', async () => {
      const open = async () => (await signIn('anna', cast.anna)).body
      const passes = async ({ device_token }: { device_token: string }) => {
        for (let tries = 0; tries < 7; tries++) await guess()
        const { status } = await comeBack(device_token)
        app.clock.advance(2 * HOUR_MS)
        return status === 200
      }
      const [here, there, named] = [await open(), await open(), await open()]
      assert.equal((await callFrom(newAddress(), 'logout', {}, named.access_token)).status, 200)
      assert.deepEqual([await passes(here), await passes(there), await passes(named)], [true, true, true])

      const again = await comeBack(named.device_token)
      assert.equal(again.body.device_token, named.device_token, 'the browser keeps its token')
      const sessions = (await app.call('getSessions', {}, { token: again.body.access_token })).body.data
      const mine = sessions.find((each: { current: boolean }) => each.current).id
      assert.equal((await callFrom(newAddress(), 'endSession', { id: mine }, here.access_token)).status, 200)
      assert.deepEqual([await passes(here), await passes(named)], [true, false])

      const now = (await comeBack(here.device_token)).body
      assert.equal((await callFrom(newAddress(), 'endOtherSessions', {}, now.access_token)).status, 200)
      assert.deepEqual([await passes(here), await passes(there)], [true, false])

      const [changing, left] = [(await comeBack(here.device_token)).body, await open()]
      const form = {
        old_password: cast.anna,
        new_password: cast.anna + '!',
        new_password_confirmation: cast.anna + '!',
      }
      assert.equal((await callFrom(newAddress(), 'updatePassword', form, changing.access_token)).status, 200)
      const back = { old_password: cast.anna + '!', new_password: cast.anna, new_password_confirmation: cast.anna }
      assert.equal((await callFrom(newAddress(), 'updatePassword', back, changing.access_token)).status, 200)
      assert.deepEqual([await passes(here), await passes(left)], [true, false])
    })

    test('lets the owner sign in after a password reset, however long the guessing goes on (ACCT-4)', async () => {
      const stolen = (await signIn('anna', cast.anna)).body.device_token
      for (let tries = 0; tries < 12; tries++) await guess()
      const refused = await signIn('anna', cast.anna)
      assert.equal(
        refused.body.message,
        translatorFor('en').count('login.slowed', waits(refused)),
        'the message explains what to do',
      )
      await callFrom(newAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      const { token } = linkIn((await emailsTo(app, 'anna@buyer.example')).at(-1))
      const reset = { token, password: cast.anna + '!', password_confirmation: cast.anna + '!' }
      const { status, body } = await callFrom(newAddress(), 'resetPassword', reset)
      assert.equal(status, 200)
      assert.equal((await signIn('anna', cast.anna + '!')).status, 200, 'the wait is over')
      for (let tries = 0; tries < 12; tries++) await guess()
      assert.equal((await signIn('anna', cast.anna + '!')).status, 429)
      assert.equal((await comeBack(stolen, 'anna', cast.anna + '!')).status, 429)
      assert.equal((await comeBack(body.device_token, 'anna', cast.anna + '!')).status, 200)
      await app.db
        .updateTable('account')
        .set({ password: await hashPassword(cast.anna) })
        .where('username', '=', 'anna')
        .execute()
    })

    test('blocks one address after 200 failed attempts at different accounts; successful sign-ins do not count (A3)', async () => {
      const one = newAddress()
      await app.db
        .insertInto('rate_limit')
        .values({ key: `sign-in:${one}`, hits: 199, resets_at: app.clock.now + HOUR_MS })
        .execute()
      for (let times = 0; times < 3; times++) assert.equal((await signIn('anna', cast.anna, one)).status, 200)
      const { device_token } = (await signIn('anna', cast.anna, one)).body
      assert.equal((await guess('nobody-1', one)).status, 422)
      assert.deepEqual(
        [(await guess('nobody-2', one)).status, (await signIn('anna', cast.anna, one)).status],
        [429, 429],
      )
      assert.equal(
        (await callFrom(one, 'userLogin', { username: 'anna', password: cast.anna, device: device_token })).status,
        200,
      )
    })

    test('resets counters that were written while the clock was far ahead', async () => {
      const future = 400 * 24 * HOUR_MS
      app.clock.advance(future)
      for (let tries = 0; tries < 12; tries++) await guess()
      assert.equal((await signIn('anna', cast.anna)).status, 429)
      for (let requests = 0; requests < 3; requests++)
        await callFrom(newAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      const written = (await emailsTo(app, 'anna@buyer.example')).length
      app.clock.advance(-future)
      assert.equal((await signIn('anna', cast.anna)).status, 200)
      await callFrom(newAddress(), 'forgotPassword', { email: 'anna@buyer.example' })
      assert.equal((await emailsTo(app, 'anna@buyer.example')).length, written + 1)
    })

    test('resets the counter after a correct password', async () => {
      for (let round = 0; round < 3; round++) {
        for (let tries = 0; tries < 4; tries++) assert.equal((await guess('staff')).status, 422)
        assert.equal((await signIn('staff', cast.staff)).status, 200)
      }
    })

    test('limits password attempts with a stolen token as well (ACCT-12)', async () => {
      const { body } = await signIn('owner', cast.owner)
      const form = {
        old_password: 'wrong password',
        new_password: 'elbe and padma',
        new_password_confirmation: 'elbe and padma',
      }
      const tries = await Promise.all(
        Array.from({ length: 4 }, (_, index) => [
          callFrom(newAddress(), 'updatePassword', form, body.access_token),
          callFrom(newAddress(), 'closeAccount', { password: `wrong password ${index}` }, body.access_token),
        ]).flat(),
      )
      assert.deepEqual(tries.map(({ status }) => status).sort(), [422, 422, 422, 422, 422, 429, 429, 429])
      assert.equal((await signIn('owner', cast.owner)).status, 200)
    })

    test('counts a wrong old password even if the new one is invalid too (ACCT-12)', async () => {
      const { body } = await signIn('staff', cast.staff)
      const form = { old_password: 'wrong password', new_password: 'a', new_password_confirmation: '' }
      const answers: Answer[] = []
      for (let tries = 0; tries < 6; tries++)
        answers.push(await callFrom(newAddress(), 'updatePassword', form, body.access_token))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [422, 422, 422, 422, 422, 429],
      )
      assert.deepEqual(Object.keys(answers[0]!.body.errors).sort(), Object.keys(form).sort())
    })

    test('does not store the attempted username', async () => {
      await guess('nobody-at-all')
      assert.ok(!JSON.stringify(await app.db.selectFrom('rate_limit').selectAll().execute()).includes('nobody-at-all'))
    })

    test('does not lock out other sessions when a stolen session guesses the password (ACCT-12)', async () => {
      const [stolen, own] = [await signIn('owner', cast.owner), await signIn('owner', cast.owner)].map(
        ({ body }) => body.access_token,
      )
      const form = {
        old_password: 'wrong password',
        new_password: 'elbe and padma',
        new_password_confirmation: 'elbe and padma',
      }
      for (let tries = 0; tries < 12; tries++) await callFrom(newAddress(), 'updatePassword', form, stolen)
      assert.equal(
        (await callFrom(newAddress(), 'updatePassword', { ...form, old_password: cast.owner }, stolen)).status,
        429,
      )
      const { status } = await callFrom(
        newAddress(),
        'updatePassword',
        { ...form, old_password: cast.owner, new_password: 'a' },
        own,
      )
      assert.equal(status, 422)
    })
  })
}
