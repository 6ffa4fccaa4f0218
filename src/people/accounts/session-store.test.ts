import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { bothEngines } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import type { Role } from '#schema/accounts.ts'
import { beginSession, purgeExpiredSessions } from './session-store.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

for (const engine of bothEngines) {
  describe(`session, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let anna: { id: number; role: Role }
    before(async () => {
      anna = await readAccount('anna')
    })
    beforeEach(() => app.db.deleteFrom('session').execute())

    const readAccount = (username: string) =>
      app.db.selectFrom('account').select(['id', 'role']).where('username', '=', username).executeTakeFirstOrThrow()
    const openSession = (account = anna) => beginSession(app.db, app.clock.now, account, 'a browser')
    const isValid = async (token: string) => (await app.call('activeBookingRooms', {}, { token })).status === 200

    test('is identified by its bearer token, with or without quotes (APP-3)', async () => {
      const token = await openSession()
      const readStatus = async (headers: Record<string, string>, query = '') =>
        (await app.get(`/api/booking/getUserRow${query}`, headers)).status
      for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`, `Bearer "${token}"`])
        assert.equal(await readStatus({ authorization }), 200, authorization)
      const rejectedAuthorizations = [
        '',
        token,
        `Token ${token}`,
        `Basic ${Buffer.from(`anna:${passwordsByUsername.anna}`).toString('base64')}`,
        'Bearer',
        'Bearer ',
        `Bearer ${token}x`,
        `Bearer ${token.slice(1)}`,
        `Bearer ${token} x`,
        `Bearer '${token}'`,
        `Bearer ${token}, Bearer ${token}`,
        `Bearer ${'x'.repeat(5_000)}`,
        'Bearer null',
        'Bearer undefined',
        'Bearer %',
        `Bearer ${token.toLowerCase()}`,
      ]
      for (const authorization of rejectedAuthorizations)
        assert.equal(await readStatus({ authorization }), 401, authorization)
      assert.equal(
        await readStatus(
          { cookie: `token=${token}`, 'x-access-token': token },
          `?access_token=${token}&token=${token}`,
        ),
        401,
      )
    })

    test('ends on sign-out without affecting other sessions (APP-4)', async () => {
      const [hereToken, thereToken] = [await openSession(), await openSession()]
      const { status, body } = await app.call('logout', {}, { token: hereToken })
      assert.equal(status, 200)
      assert.deepEqual(body, { message: 'Done.' })
      assert.equal(await isValid(hereToken), false)
      assert.equal(await isValid(thereToken), true)
      assert.equal((await app.call('logout', {}, { token: hereToken })).status, 401)
    })

    test('ends when the password is changed in another session (ACCT-12)', async () => {
      const [hereToken, thereToken] = [await openSession(), await openSession()]
      const ownerToken = await openSession(await readAccount('owner'))
      const changePassword = (old_password: string, new_password: string) =>
        app.call(
          'updatePassword',
          { old_password, new_password, new_password_confirmation: new_password },
          { token: hereToken, multipart: true },
        )
      assert.equal((await changePassword('wrong password', 'dhaka-to-hamburg')).status, 422)
      assert.equal(await isValid(thereToken), true)
      assert.equal((await changePassword(passwordsByUsername.anna, 'dhaka-to-hamburg')).status, 200)
      assert.deepEqual(
        [await isValid(hereToken), await isValid(thereToken), await isValid(ownerToken)],
        [true, false, true],
      )
      assert.equal((await app.call('userLogin', { username: 'anna', password: passwordsByUsername.anna })).status, 422)
      assert.equal((await app.call('userLogin', { username: 'anna', password: 'dhaka-to-hamburg' })).status, 200)
    })

    test('ends after its idle timeout and after its maximum lifetime', async () => {
      const lifetimeCases = [
        ['guest', 24 * HOUR_MS, 24 * HOUR_MS],
        ['anna', 12 * HOUR_MS, 24 * HOUR_MS],
        ['staff', 2 * HOUR_MS, 12 * HOUR_MS],
        ['owner', 2 * HOUR_MS, 12 * HOUR_MS],
      ] as const
      for (const [name, idleMs, totalMs] of lifetimeCases) {
        const openNamedSession = async () => (name === 'guest' ? app.newGuest() : openSession(await readAccount(name)))
        const [unusedToken, usedToken] = [await openNamedSession(), await openNamedSession()]
        app.clock.advance(idleMs - 1)
        assert.equal(await isValid(usedToken), true, name)
        app.clock.advance(1)
        assert.equal(await isValid(unusedToken), false, name)
        assert.equal(await isValid(usedToken), idleMs < totalMs, name)

        const busyToken = await openNamedSession()
        let elapsedMs = 0
        while (elapsedMs + idleMs / 2 < totalMs) {
          app.clock.advance(idleMs / 2)
          elapsedMs += idleMs / 2
          assert.equal(await isValid(busyToken), true, `${name} after ${elapsedMs / HOUR_MS} h`)
        }
        app.clock.advance(totalMs - elapsedMs)
        assert.equal(await isValid(busyToken), false, name)
      }
    })

    test("ends when the account is suspended or closed, and always has the account's current role (T53)", async () => {
      const token = await openSession(await readAccount('staff'))
      const updateStaffAccount = (state: object) =>
        app.db.updateTable('account').set(state).where('username', '=', 'staff').execute()
      const readRoleId = async () => (await app.call('getUserRow', {}, { token })).body.data?.role_id
      assert.equal(await readRoleId(), 3)
      await updateStaffAccount({ role: 'member' })
      assert.equal(await readRoleId(), 2)
      for (const column of ['suspended_at', 'closed_at']) {
        await updateStaffAccount({ [column]: app.clock.now })
        assert.equal((await app.call('getUserRow', {}, { token })).status, 401, column)
        await updateStaffAccount({ [column]: null })
      }
      assert.equal(await readRoleId(), 2)
    })

    test('is limited to the newest ten per account, also for equal start times (S8)', async () => {
      const tokens: string[] = []
      for (let count = 0; count < 13; count++) {
        if (count > 10) app.clock.advance(1)
        const token = await openSession()
        assert.equal(await isValid(token), true, `session ${count + 1}`)
        tokens.push(token)
      }
      const areSessionsValid = await Promise.all(tokens.map(isValid))
      assert.equal(areSessionsValid.filter(Boolean).length, 10)
      assert.deepEqual(areSessionsValid.slice(-2), [true, true])
      const accountsWithSession = await app.db.selectFrom('session').select('account_id').distinct().execute()
      assert.deepEqual(accountsWithSession, [{ account_id: anna.id }])
    })

    test('is purged after its end, without affecting other sessions', async () => {
      const idleToken = await openSession()
      app.clock.advance(13 * HOUR_MS)
      const token = await openSession()
      await purgeExpiredSessions(app.db, app.clock.now)
      assert.deepEqual([await isValid(idleToken), await isValid(token)], [false, true])
      assert.equal((await app.db.selectFrom('session').select('account_id').execute()).length, 1)
    })

    test('stores its last use only every few minutes', async () => {
      const token = await openSession()
      const readSeenAt = async () =>
        (await app.db.selectFrom('session').select('seen_at').executeTakeFirstOrThrow()).seen_at
      const startedAt = app.clock.now
      app.clock.advance(4 * MINUTE_MS)
      await isValid(token)
      assert.equal(await readSeenAt(), startedAt)
      app.clock.advance(2 * MINUTE_MS)
      await isValid(token)
      assert.equal(await readSeenAt(), startedAt + 6 * MINUTE_MS)
    })
  })
}
