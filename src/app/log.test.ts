import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { bothEngines } from '#testing/engines.ts'
import { openServerData, startServer, type ServerData, type ServerProcess } from '#testing/process.ts'
import { sendRequest } from '#testing/send-request.ts'
import { passwordsByUsername } from '#testing/test-app.ts'
import { everyEndpoint } from '#routes/office.ts'

for (const engine of bothEngines) {
  describe(`the log on ${engine.name}`, () => {
    let data: ServerData
    let server: ServerProcess
    before(async () => {
      data = await openServerData(engine)
      server = await startServer({ ...data.environment, LOG_LEVEL: 'debug' })
    })
    after(async () => {
      await server.stop()
      await data.close()
    })

    const readLines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    async function waitForLine(isExpected: (line: Record<string, unknown>) => boolean) {
      for (;;) {
        const line = readLines().find(isExpected)
        if (line) return line
        await sleep(20)
      }
    }

    test('records a failed request with the ID that the caller sees, without email addresses and row data (OPS-6)', async () => {
      // The errors of both engines contain the address: as a message, and as the failing row.
      const brokenQuery =
        engine.name === 'sqlite'
          ? sql`create trigger broken before insert on account begin select raise(abort, 'not mina@buyer.example'); end`
          : sql`alter table account add constraint broken check (email <> 'mina@buyer.example') not valid`
      await brokenQuery.execute(data.db)
      const [, path] = everyEndpoint.userRegister
      const form = {
        name: 'Mina Keller',
        username: 'minakeller',
        email: 'mina@buyer.example',
        password: 'three green zippers',
        password_confirmation: 'three green zippers',
      }
      const { status, headers, body } = await sendRequest(server.url, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
      })
      assert.equal(status, 500, String(body))
      const line = await waitForLine(({ msg }) => msg === 'request failed')
      assert.equal(line['requestId'], headers['x-request-id'])
      assert.equal(line['route'], path)
      const { message, stack } = line['err'] as Record<string, string>
      assert.match(message!, engine.name === 'sqlite' ? /not …@…/ : /constraint "broken"/)
      assert.match(stack!, /\n {4}at /)
      for (const text of [form.email, form.name, form.password])
        assert.equal(server.output().includes(text), false, text)
    })

    test('has one line per request at debug level, with the route but no parameters (OPS-6)', async () => {
      const searchPath = '/booking-details/twin?check_in=2027-01-07&check_out=2027-01-09'
      for (const path of [searchPath, '/no-such-page?email=mina@buyer.example']) await sendRequest(server.url, path)
      const line = await waitForLine(({ msg, status }) => msg === 'request' && status === 200)
      assert.match(String(line['requestId']), /^[\da-f-]{36}$/)
      assert.deepEqual([line['method'], line['route']], ['GET', '/*'])
      assert.equal(typeof line['ms'], 'number')
      await waitForLine(({ msg, status }) => msg === 'request' && status === 404)
      assert.doesNotMatch(server.output(), /twin|2027-01-07|no-such-page|mina@/)
    })

    test('has a JSON line for data that a page leaves out after a failure (OPS-6)', async () => {
      await sql`alter table slide rename to slide_away`.execute(data.db)
      assert.equal((await sendRequest(server.url, '/bn')).status, 200)
      const line = await waitForLine(({ msg }) => msg === 'Failed to fetch slider data')
      assert.match((line['err'] as Record<string, string>)['message']!, /slide/)
      await sql`alter table slide_away rename to slide`.execute(data.db)
    })

    test('names rejected requests by event, route and account, once in ten seconds and without their input (OPS-6)', async () => {
      const sendPost = async (path: string, body: string, headers: Record<string, string> = {}) => {
        const response = await sendRequest(server.url, path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
        return { status: response.status, body: String(response.body) }
      }
      const [, signInPath] = everyEndpoint.userLogin
      const [, officePath] = everyEndpoint.getPeople
      const get = (authorization: string) => sendRequest(server.url, officePath, { headers: { authorization } })
      for (const username of ['nobody-at-all', 'nobody-at-last'])
        assert.equal((await sendPost(signInPath, JSON.stringify({ username, password: 'wrong-password' }))).status, 422)
      const signInResponse = await sendPost(
        signInPath,
        JSON.stringify({ username: 'anna', password: passwordsByUsername.anna }),
      )
      const { access_token, user } = JSON.parse(signInResponse.body)
      const unknownToken = 'x'.repeat(43)
      assert.equal((await get(`Bearer ${access_token}`)).status, 403)
      assert.equal((await get(`Bearer ${unknownToken}`)).status, 401)
      assert.equal((await sendRequest(server.url, officePath)).status, 401)
      const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
      assert.equal((await sendPost('/contact', 'name=Mina', formHeaders)).status, 403)

      await waitForLine(({ event, route }) => event === 'forbidden' && route === '/*')
      const rejections = readLines().filter(({ msg }) => msg === 'request rejected')
      assert.deepEqual(
        rejections.map(({ event, route, status, account, count }) => [event, route, status, account, count]),
        [
          ['sign-in failed', signInPath, 422, null, 1],
          ['forbidden', officePath, 403, user.id, 1],
          ['token rejected', officePath, 401, null, 1],
          ['forbidden', '/*', 403, null, 1],
        ],
      )
      for (const { time, requestId } of rejections) assert.ok(Number(time) > 0 && typeof requestId === 'string')
      for (const text of ['nobody', 'wrong-password', access_token, unknownToken, 'Mina'])
        assert.equal(server.output().includes(text), false, text)
    })
  })
}
