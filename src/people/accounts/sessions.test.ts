import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { endpoints } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { describeDevice } from './device.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

const firefoxUserAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0'
const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

interface OwnSession {
  id: string
  device: string
  started_at: string
  used_at: string
  current: boolean
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`session list, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    beforeEach(() => app.db.deleteFrom('session').execute())

    async function signIn(
      userAgent = firefoxUserAgent,
      overrides: object = {},
      name: keyof typeof passwordsByUsername = 'anna',
    ): Promise<string> {
      const response = await app.fetch(endpoints.userLogin[1], {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent },
        body: JSON.stringify({ username: name, password: passwordsByUsername[name], ...overrides }),
      })
      return ((await response.json()) as { access_token: string }).access_token
    }
    const listOwnSessions = async (token: string, language = 'en'): Promise<OwnSession[]> =>
      (await app.call('getSessions', {}, { token, language })).body.data
    const isValid = async (token: string) => (await app.call('getRoles', {}, { token })).status === 200

    test('shows time and device of each session and puts the current one first (APP-4)', async () => {
      const startedAt = app.clock.now
      const currentToken = await signIn()
      await signIn(firefoxUserAgent, {}, 'owner')
      app.clock.advance(HOUR_MS)
      const otherToken = await signIn(phoneUserAgent)
      app.clock.advance(HOUR_MS)
      const toIsoTime = (ms: number) => new Date(ms).toISOString()
      const listedSessions = await listOwnSessions(currentToken)
      assert.deepEqual(
        listedSessions.map(({ id: _, ...rest }) => rest),
        [
          {
            device: 'Firefox on Linux',
            started_at: toIsoTime(startedAt),
            used_at: toIsoTime(startedAt + 2 * HOUR_MS),
            current: true,
          },
          {
            device: 'Safari on iPhone',
            started_at: toIsoTime(startedAt + HOUR_MS),
            used_at: toIsoTime(startedAt + HOUR_MS),
            current: false,
          },
        ],
      )
      assert.deepEqual(
        (await listOwnSessions(otherToken)).map(({ current }) => current),
        [true, false],
      )
      assert.equal((await listOwnSessions(currentToken, 'bn'))[0]!.device, 'Linux-এ Firefox')
      for (const { id } of listedSessions) assert.equal((await app.call('getSessions', {}, { token: id })).status, 401)
    })

    test('omits ended sessions', async () => {
      await signIn()
      app.clock.advance(13 * HOUR_MS)
      const token = await signIn()
      assert.deepEqual(
        (await listOwnSessions(token)).map(({ current }) => current),
        [true],
      )
    })

    test('ends any session of the account, but no session of others (APP-4)', async () => {
      const [ownToken, otherToken, ownerToken] = [
        await signIn(),
        await signIn(phoneUserAgent),
        await signIn(firefoxUserAgent, {}, 'owner'),
      ]
      const readId = async (token: string) => (await listOwnSessions(token)).find(({ current }) => current)!.id
      const endSession = async (id: string, token = ownToken) =>
        (await app.call('endSession', { id }, { token })).status
      const sessionIds = {
        there: await readId(otherToken),
        owner: await readId(ownerToken),
        here: await readId(ownToken),
      }
      for (const invalidId of [sessionIds.owner, 'x', 'x'.repeat(43), ownToken, sessionIds.there.slice(1)])
        assert.equal(await endSession(invalidId), 404, invalidId)
      assert.equal(await endSession(sessionIds.there, ownerToken), 404)
      assert.deepEqual([await isValid(otherToken), await isValid(ownerToken)], [true, true])
      assert.equal(await endSession(sessionIds.there), 200)
      assert.deepEqual([await isValid(ownToken), await isValid(otherToken)], [true, false])
      assert.equal(await endSession(sessionIds.there), 404)
      assert.equal(await endSession(sessionIds.here), 200)
      assert.deepEqual([await isValid(ownToken), await isValid(ownerToken)], [false, true])
    })

    test('saves the page language for the account at sign-in and every few minutes (APP-6)', async () => {
      const readAccountLanguage = async () =>
        (await app.db.selectFrom('account').select('language').where('username', '=', 'anna').executeTakeFirst())!
          .language
      const headers = { 'content-type': 'application/json', 'accept-language': 'bn' }
      const body = JSON.stringify({ username: 'anna', password: passwordsByUsername.anna })
      const response = await app.fetch(endpoints.userLogin[1], { method: 'POST', headers, body })
      const { access_token: token } = (await response.json()) as { access_token: string }
      assert.equal(await readAccountLanguage(), 'bn')
      await listOwnSessions(token, 'en')
      assert.equal(await readAccountLanguage(), 'bn', 'not with every request')
      app.clock.advance(6 * 60_000)
      await listOwnSessions(token, 'en')
      assert.equal(await readAccountLanguage(), 'en')
    })

    test('ends all other sessions in one step (APP-4)', async () => {
      const [ownToken, otherToken, ownerToken] = [
        await signIn(),
        await signIn(phoneUserAgent),
        await signIn(firefoxUserAgent, {}, 'owner'),
      ]
      assert.equal((await app.call('endOtherSessions', {}, { token: ownToken })).status, 200)
      assert.deepEqual(
        [await isValid(ownToken), await isValid(otherToken), await isValid(ownerToken)],
        [true, false, true],
      )
    })

    test('ends a remembered session that is unused for 14 days (ACCT-6)', async () => {
      const [unrememberedToken, unusedToken, usedToken] = [
        await signIn(),
        await signIn(firefoxUserAgent, { remember: true }),
        await signIn(firefoxUserAgent, { remember: true }),
      ]
      app.clock.advance(13 * DAY_MS)
      assert.deepEqual([await isValid(unrememberedToken), await isValid(usedToken)], [false, true])
      app.clock.advance(DAY_MS)
      assert.deepEqual([await isValid(unusedToken), await isValid(usedToken)], [false, true])
      app.clock.advance(16 * DAY_MS - 1)
      assert.equal(await isValid(usedToken), false)
    })

    test('ends a remembered session after 30 days, and never remembers a staff session (ACCT-6)', async () => {
      const token = await signIn(firefoxUserAgent, { remember: true })
      const staffToken = await signIn(firefoxUserAgent, { remember: true }, 'staff')
      app.clock.advance(2 * HOUR_MS)
      assert.equal(await isValid(staffToken), false)
      for (let day = 1; day < 30; day++) {
        app.clock.advance(DAY_MS)
        assert.equal(await isValid(token), true, `day ${day}`)
      }
      app.clock.advance(DAY_MS)
      assert.equal(await isValid(token), false)
    })
  })
}

describe('device name', () => {
  const { t } = translatorFor('en')
  const deviceNames: Record<string, string> = {
    [firefoxUserAgent]: 'Firefox on Linux',
    [phoneUserAgent]: 'Safari on iPhone',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36':
      'Chrome on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0':
      'Edge on Windows',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15':
      'Safari on macOS',
    'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/140.0.0.0 Mobile Safari/537.36':
      'Samsung Internet on Android',
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0.0.0 Mobile/15E148 Safari/604.1':
      'Chrome on iPad',
    'curl/8.14.1': 'Unknown device',
    '': 'Unknown device',
    '<script>alert(1)</script> Windows': 'Windows',
  }
  for (const [userAgent, name] of Object.entries(deviceNames)) {
    test(`describes ${userAgent.slice(0, 60)} as ${name}`, () =>
      assert.equal(describeDevice(userAgent, translatorFor('en')), name))
  }
  test('describes an unknown device in either language', () => {
    assert.equal(t('session.device_unknown'), 'Unknown device')
    assert.match(describeDevice('', translatorFor('bn')), /[\u0980-\u09ff]/)
  })
})
