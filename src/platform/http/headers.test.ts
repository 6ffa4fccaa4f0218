import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { ask, type Question, type Told } from '#testing/ask.ts'
import { enginesFor } from '#testing/engines.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

/** One answer of every kind that the house gives: what is asked, and the status it has. */
async function everyKind(app: TestApp): Promise<Map<string, Told>> {
  const json = (body: string, more: Record<string, string> = {}): Question => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body,
  })
  const page = await ask(app.url, '/')
  const rooms = await ask(app.url, '/api/public/activeRooms')
  const script = /<script[^>]* data-scripts="(\/assets\/[^" ]+\.js)/.exec(String(page.body))![1]!
  const picture = JSON.parse(String(rooms.body)).data[0].roomImage as string
  const kinds: [name: string, status: number, path: string, question?: Question][] = [
    ['a page', 200, '/rooms?adult=1'],
    ['a page that was kept', 200, '/'],
    ['a page that has not changed', 304, '/', { headers: { 'if-none-match': page.headers.etag! } }],
    ['a page, compressed', 200, '/', { headers: { 'accept-encoding': 'gzip' } }],
    ['the head of a page', 200, '/', { method: 'HEAD' }],
    ['a page in Bangla', 200, '/bn'],
    ['a page of the account', 200, '/login'],
    ['no page', 404, '/no-such-page'],
    ['a page whose post is not there', 404, '/details/no-such-post'],
    ['another spelling of a page', 308, '/rooms/'],
    ['a page that is posted to', 405, '/rooms', { method: 'POST' }],
    ['an address that cannot be read', 400, '/%'],
    ['a script', 200, script],
    [
      'a script that has not changed',
      304,
      script,
      { headers: { 'if-none-match': (await ask(app.url, script)).headers.etag! } },
    ],
    ['a picture', 200, picture],
    ['an icon', 200, '/favicon.svg'],
    ['what anyone may read', 200, '/api/public/activeRooms'],
    [
      'what anyone may read and has not changed',
      304,
      '/api/public/activeRooms',
      { headers: { 'if-none-match': rooms.headers.etag! } },
    ],
    ['the description of the API', 200, '/api/openapi.json'],
    ['the readable description of the API', 200, '/api/docs'],
    [
      'what is for one reader',
      200,
      '/api/booking/getUserRow',
      { headers: { authorization: `Bearer ${await app.signIn('anna')}` } },
    ],
    [
      'an answer to a form',
      200,
      '/api/auth/guestRegister',
      json('{"name":"Rafiq","email":"rafiq@guest.example","phone":"+8801700000004"}'),
    ],
    ['JSON that is none', 400, '/api/auth/register', json('{')],
    ['no token', 401, '/api/booking/getUserRow'],
    [
      'not for this role',
      403,
      '/api/booking/getUserRow',
      { headers: { authorization: `Bearer ${await app.newGuest()}` } },
    ],
    ['nothing of the API', 404, '/api/nope'],
    ['the wrong verb', 405, '/api/auth/register'],
    [
      'what browsers ask before they ask',
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
    ['wrong input', 422, '/api/auth/register', json('{}')],
    ['health', 200, '/healthz'],
    ['readiness', 200, '/readyz'],
  ]
  const answers = new Map<string, Told>()
  const keep = async (name: string, status: number, path: string, question?: Question) => {
    const answer = await ask(app.url, path, question)
    assert.equal(answer.status, status, name)
    answers.set(name, answer)
  }
  for (const kind of kinds) await keep(...kind)
  for (let calls = 1; calls <= 20; calls++) await ask(app.url, '/api/public/sendContact', json('{}'))
  await keep('too often', 429, '/api/public/sendContact', json('{}'))

  const told = mock.method(console, 'error', () => {}) // a page tells of the lists it does without
  await sql`alter table post rename to post_away`.execute(app.db)
  await sql`alter table slide rename to slide_away`.execute(app.db)
  await keep('a fault in the API', 500, '/api/public/getSliderData')
  await keep('a fault in a page', 500, '/details/zipper')
  await sql`alter table post_away rename to post`.execute(app.db)
  await sql`alter table slide_away rename to slide`.execute(app.db)
  told.mock.restore()
  return answers
}

const policyOf = (header: unknown) =>
  new Map(
    String(header)
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name, ...sources]) => [name!, sources.join(' ')]),
  )

for (const engine of enginesFor(import.meta.url)) {
  describe(`the headers of every kind of answer, on ${engine.name}`, () => {
    let app: TestApp
    let answers: Map<string, Told>
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on' })
      answers = await everyKind(app)
    })
    after(() => app.close())

    const everyAnswer = (check: (headers: Told['headers'], name: string) => void) => {
      for (const [name, { headers }] of answers) check(headers, name)
    }

    test('nothing is guessed, framed, embedded elsewhere, or told to other sites (S3)', () => {
      everyAnswer((headers, name) => {
        assert.equal(headers['x-content-type-options'], 'nosniff', name)
        assert.equal(headers['x-frame-options'], 'DENY', name)
        assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin', name)
        assert.equal(headers['cross-origin-resource-policy'], 'same-origin', name)
        assert.equal(headers['cross-origin-opener-policy'], 'same-origin', name)
        for (const device of ['camera', 'geolocation', 'microphone', 'payment', 'usb'])
          assert.match(String(headers['permissions-policy']), new RegExp(`\\b${device}=\\(\\)`), name)
      })
    })

    test('scripts run from here alone, and of the page itself the one that fetches them (S3)', () => {
      everyAnswer((headers, name) => {
        const policy = policyOf(headers['content-security-policy'])
        assert.equal(policy.get('default-src'), "'none'", name)
        assert.equal(policy.get('frame-ancestors'), "'none'", name)
        assert.match(policy.get('base-uri') ?? '', /^'(none|self)'$/, name)
        // A form may end at the gateway's, which in the demo is here.
        assert.match(policy.get('form-action') ?? '', /^('none'|'self'( https:\/\/selvage\.example)?)$/, name)
        assert.match(policy.get('script-src') ?? "'self'", /^'self'( 'sha256-[\w+/]{43}=')?$/, name)
        assert.match(policy.get('style-src') ?? "'self'", /^'self'( 'sha256-[\w+/]{43}=')?$/, name)
        assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\*|http:/, name)
      })
      const isPage = ({ headers, status }: Told) =>
        status !== 308 && String(headers['content-type']).startsWith('text/html')
      for (const [name, answer] of answers)
        assert.equal(policyOf(answer.headers['content-security-policy']).has('script-src'), isPage(answer), name)
    })

    test('what a page needs, its policy lets in: one script, one style block, one map, no inline handler or style (S3)', () => {
      for (const name of ['a page that was kept', 'a page in Bangla', 'no page', 'a fault in a page']) {
        const html = String(answers.get(name)!.body)
        assert.doesNotMatch(html, /<[^>]+\s(?:style|on[a-z]+)=/, name)
        const runs = /<script(?![^>]*\stype="application\/(?:json|ld\+json)")[^>]*>(.*?)<\/script>/gs
        const [own, ...others] = Array.from(html.matchAll(runs), ([, script]) => script!)
        assert.deepEqual(others, [], name)
        const hash = createHash('sha256').update(own!).digest('base64')
        const policy = policyOf(answers.get(name)!.headers['content-security-policy'])
        assert.equal(policy.get('script-src'), `'self' 'sha256-${hash}'`, name)
        assert.equal(html.match(/<style/g)?.length, 1, name)
      }
      assert.match(
        policyOf(answers.get('a page')!.headers['content-security-policy']).get('frame-src')!,
        /^https:\/\/[\w.-]+$/,
      )
    })

    test('what serves is not told', () => {
      everyAnswer((headers, name) => {
        for (const header of ['x-powered-by', 'server', 'via', 'set-cookie', 'access-control-allow-origin'])
          assert.equal(headers[header], undefined, name)
      })
      for (const [name, { body }] of answers)
        assert.doesNotMatch(
          String(body).slice(0, 2_000),
          /fastify|FST_ERR|node:internal|sqlite|postgres|slide_away/i,
          name,
        )
    })

    test('whatever has a body says what it is', () => {
      for (const [name, { status, headers, body }] of answers) {
        if (body.length > 0)
          assert.match(String(headers['content-type']), /^(text|application|image)\/[\w.+-]+(; charset=utf-8)?$/, name)
        if (status === 304) assert.equal(body.length, 0, name)
        if (status >= 400 && String(headers['content-type']).includes('json'))
          assert.equal(typeof JSON.parse(String(body)).message, 'string', name)
      }
    })

    test('refusals and what is private are kept by nobody', () => {
      for (const [name, { status, headers }] of answers)
        if (status >= 400) assert.match(String(headers['cache-control']), /no-store|^public, no-cache$/, name)
      for (const name of [
        'what is for one reader',
        'an answer to a form',
        'health',
        'readiness',
        'too often',
        'a fault in a page',
      ])
        assert.match(String(answers.get(name)!.headers['cache-control']), /no-store/, name)
      assert.ok(Number(answers.get('too often')!.headers['retry-after']) > 0)
    })

    test('browsers come back by https when the house is known by it, and only then', async () => {
      everyAnswer((headers, name) =>
        assert.match(String(headers['strict-transport-security']), /^max-age=\d{8,}; includeSubDomains$/, name),
      )
      const plain = await startTestApp(engine, { PUBLIC_URL: 'http://localhost:3000' })
      try {
        for (const path of ['/', '/api/public/activeRooms', '/api/nope', '/healthz', '/favicon.svg', '/%'])
          assert.equal((await ask(plain.url, path)).headers['strict-transport-security'], undefined, path)
      } finally {
        await plain.close()
      }
    })
  })
}
