import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { sendRequest, type RequestOptions, type RawResponse } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, setUpTestApp, type TestApp } from '#testing/test-app.ts'

/** Requests one response of every kind and checks its status. */
async function requestEveryKind(app: TestApp): Promise<Map<string, RawResponse>> {
  const createJsonRequest = (body: string, extraHeaders: Record<string, string> = {}): RequestOptions => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...extraHeaders },
    body,
  })
  const pageResponse = await sendRequest(app.url, '/')
  const roomsResponse = await sendRequest(app.url, '/api/public/activeRooms')
  const script = /<script[^>]* data-scripts="(\/assets\/[^" ]+\.js)/.exec(String(pageResponse.body))![1]!
  const picture = JSON.parse(String(roomsResponse.body)).data[0].roomImage as string
  const responseCases: [name: string, status: number, path: string, question?: RequestOptions][] = [
    ['a page', 200, '/rooms?adult=1'],
    ['a cached page', 200, '/'],
    ['a page that has not changed', 304, '/', { headers: { 'if-none-match': pageResponse.headers.etag! } }],
    ['a page, compressed', 200, '/', { headers: { 'accept-encoding': 'gzip' } }],
    ['the head of a page', 200, '/', { method: 'HEAD' }],
    ['a page in Bangla', 200, '/bn'],
    ['a page of the account', 200, '/login'],
    ['an unknown page', 404, '/no-such-page'],
    ['a page of a missing post', 404, '/details/no-such-post'],
    ['another spelling of a page', 308, '/rooms/'],
    ['a POST to a page', 405, '/rooms', { method: 'POST' }],
    ['a malformed path', 400, '/%'],
    ['a script', 200, script],
    [
      'a script that has not changed',
      304,
      script,
      { headers: { 'if-none-match': (await sendRequest(app.url, script)).headers.etag! } },
    ],
    ['a picture', 200, picture],
    ['an icon', 200, '/favicon.svg'],
    ['a public answer', 200, '/api/public/activeRooms'],
    [
      'a public answer that has not changed',
      304,
      '/api/public/activeRooms',
      { headers: { 'if-none-match': roomsResponse.headers.etag! } },
    ],
    ['the description of the API', 200, '/api/openapi.json'],
    ['the readable description of the API', 200, '/api/docs'],
    [
      'a private answer',
      200,
      '/api/booking/getUserRow',
      { headers: { authorization: `Bearer ${await app.signIn('anna')}` } },
    ],
    [
      'an answer to a form',
      200,
      '/api/auth/guestRegister',
      createJsonRequest('{"name":"Rafiq","email":"rafiq@guest.example","phone":"+8801700000004"}'),
    ],
    ['invalid JSON', 400, '/api/auth/register', createJsonRequest('{')],
    ['a missing token', 401, '/api/booking/getUserRow'],
    [
      'a forbidden role',
      403,
      '/api/booking/getUserRow',
      { headers: { authorization: `Bearer ${await app.newGuest()}` } },
    ],
    ['an unknown API path', 404, '/api/nope'],
    ['the wrong method', 405, '/api/auth/register'],
    [
      'a preflight request',
      405,
      '/api/auth/register',
      { method: 'OPTIONS', headers: { origin: 'https://evil.example' } },
    ],
    [
      'too large',
      413,
      '/api/auth/register',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': '70000', expect: '100-continue' },
      },
    ],
    ['the wrong media type', 415, '/api/auth/register', { method: 'POST', headers: { 'content-type': 'text/plain' } }],
    ['wrong input', 422, '/api/auth/register', createJsonRequest('{}')],
    ['health', 200, '/healthz'],
    ['readiness', 200, '/readyz'],
  ]
  const responses = new Map<string, RawResponse>()
  const request = async (name: string, status: number, path: string, options?: RequestOptions) => {
    const response = await sendRequest(app.url, path, options)
    assert.equal(response.status, status, name)
    responses.set(name, response)
  }
  for (const kind of responseCases) await request(...kind)
  for (let callCount = 1; callCount <= 20; callCount++)
    await sendRequest(app.url, '/api/public/sendContact', createJsonRequest('{}'))
  await request('too many requests', 429, '/api/public/sendContact', createJsonRequest('{}'))

  const errorLog = mock.method(console, 'error', () => {}) // pages log the lists they leave out
  await sql`alter table post rename to post_away`.execute(app.db)
  await sql`alter table slide rename to slide_away`.execute(app.db)
  await request('an error in the API', 500, '/api/public/getSliderData')
  await request('an error in a page', 500, '/details/zipper')
  await sql`alter table post_away rename to post`.execute(app.db)
  await sql`alter table slide_away rename to slide`.execute(app.db)
  errorLog.mock.restore()
  return responses
}

const parsePolicy = (header: unknown) =>
  new Map(
    String(header)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources.join(' ')]),
  )

for (const engine of enginesFor(import.meta.url)) {
  describe(`the headers of every kind of answer on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })
    let responses: Map<string, RawResponse>
    before(async () => {
      responses = await requestEveryKind(app)
    })

    const checkEveryResponse = (check: (headers: RawResponse['headers'], name: string) => void) => {
      for (const [name, { headers }] of responses) check(headers, name)
    }

    test('forbid sniffing, framing, embedding and full referrers (S3)', () => {
      checkEveryResponse((headers, name) => {
        assert.equal(headers['x-content-type-options'], 'nosniff', name)
        assert.equal(headers['x-frame-options'], 'DENY', name)
        assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin', name)
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin', name)
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name)
        for (const device of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
          assert.match(String(headers['permissions-policy']), new RegExp(`\\b${device}=\\(\\)`), name)
      })
    })

    test('allow scripts only from this origin, and only one inline script (S3)', () => {
      checkEveryResponse((headers, name) => {
        const policy = parsePolicy(headers['content-security-policy'])
        assert.equal(policy.get('default-src'), "'none'", name)
        assert.equal(policy.get('frame-ancestors'), "'none'", name)
        assert.equal(policy.get('base-uri'), "'none'", name)
        // A form may redirect to the payment gateway, which in the demo is this site.
        assert.match(policy.get('form-action') ?? '', /^('none'|'self'( https:\/\/selvage\.example)?)$/, name)
        assert.match(policy.get('script-src') ?? "'self'", /^'self'( 'sha256-[\w+/]{43}=')?$/, name)
        assert.match(policy.get('style-src') ?? "'self'", /^'self'( 'sha256-[\w+/]{43}=')?$/, name)
        assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|http:/, name)
      })
      const isPage = ({ headers, status }: RawResponse) =>
        status !== 308 && String(headers['content-type']).startsWith('text/html')
      for (const [name, response] of responses)
        assert.equal(parsePolicy(response.headers['content-security-policy']).has('script-src'), isPage(response), name)
    })

    test('allow what a page needs: one script, one style block, one map, no inline handlers or styles (S3)', () => {
      for (const name of ['a cached page', 'a page in Bangla', 'an unknown page', 'an error in a page']) {
        const html = String(responses.get(name)!.body)
        assert.doesNotMatch(html, /<[^>]+\s(?:style|on[a-z]+)=/, name)
        const executableScripts = /<script(?![^>]*\stype="application\/(?:json|ld\+json)")[^>]*>(.*?)<\/script>/gs
        const [inlineScript, ...otherScripts] = Array.from(html.matchAll(executableScripts), ([, script]) => script!)
        assert.deepEqual(otherScripts, [], name)
        const hash = createHash('sha256').update(inlineScript!).digest('base64')
        const policy = parsePolicy(responses.get(name)!.headers['content-security-policy'])
        assert.equal(policy.get('script-src'), `'self' 'sha256-${hash}'`, name)
        assert.equal(html.match(/<style/g)?.length, 1, name)
      }
      assert.match(
        parsePolicy(responses.get('a page')!.headers['content-security-policy']).get('frame-src')!,
        /^https:\/\/[\w.-]+$/,
      )
    })

    test('do not reveal the software', () => {
      checkEveryResponse((headers, name) => {
        for (const header of ['x-powered-by', 'server', 'via', 'set-cookie', 'access-control-allow-origin'])
          assert.equal(headers[header], undefined, name)
      })
      for (const [name, { body }] of responses)
        assert.doesNotMatch(
          String(body).slice(0, 2_000),
          /fastify|FST_ERR|node:internal|sqlite|postgres|slide_away/i,
          name,
        )
    })

    test('declare the content type of every body', () => {
      for (const [name, { status, headers, body }] of responses) {
        const type = String(headers['content-type'])
        if (body.length > 0) assert.match(type, /^(text|application|image)\/[\w.+-]+(; charset=utf-8)?$/, name)
        if (/^text\/|[/+]xml\b/.test(type)) assert.match(type, /; charset=utf-8$/, name)
        if (status === 304) assert.equal(body.length, 0, name)
        if (status >= 400 && String(headers['content-type']).includes('json'))
          assert.equal(typeof JSON.parse(String(body)).message, 'string', name)
      }
    })

    test('forbid storing private answers, and using stored errors without revalidation', () => {
      for (const [name, { status, headers }] of responses)
        if (status >= 400) assert.match(String(headers['cache-control']), /no-store|^public, no-cache$/, name)
      for (const name of [
        'a private answer',
        'an answer to a form',
        'health',
        'readiness',
        'too many requests',
        'an error in a page',
      ])
        assert.match(String(responses.get(name)!.headers['cache-control']), /no-store/, name)
      assert.ok(Number(responses.get('too many requests')!.headers['retry-after']) > 0)
    })

    test('enforce HTTPS if the public URL uses it, and only then', async () => {
      checkEveryResponse((headers, name) =>
        assert.match(String(headers['strict-transport-security']), /^max-age=\d{8,}; includeSubDomains$/, name),
      )
      const httpApp = await startTestApp(engine, { PUBLIC_URL: 'http://localhost:3000' })
      try {
        for (const path of ['/', '/api/public/activeRooms', '/api/nope', '/healthz', '/favicon.svg', '/%'])
          assert.equal((await sendRequest(httpApp.url, path)).headers['strict-transport-security'], undefined, path)
      } finally {
        await httpApp.close()
      }
    })
  })
}
