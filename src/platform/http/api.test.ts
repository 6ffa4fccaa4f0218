import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { endpoints, type EndpointName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

/** The public GET endpoints whose answers may be cached, with the query that a page sends. */
const publicGets: Partial<Record<EndpointName, Record<string, string>>> = {
  getGlobalData: {},
  getSliderData: {},
  getPostData: { post_category_id: '4' },
  getSlugData: { slug: 'zipper' },
  getCategories: {},
  getPassages: { page: 'home' },
  activeRooms: {},
  getRoomDetails: { slug: 'single' },
  getFacilities: {},
  checkSelectedFacilities: { id: '1' },
  getOpenApi: {},
}
const buildPath = (name: EndpointName, query: Record<string, string> = {}) =>
  `${endpoints[name][1]}?${new URLSearchParams(query)}`

for (const engine of enginesFor(import.meta.url)) {
  describe(`the API on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let annaToken: string
    before(async () => {
      annaToken = await app.signIn('anna')
    })

    test('answers unknown paths with a JSON 404 (API-22)', async () => {
      const unknownPaths = [
        '/api/',
        '/api/nope',
        '/api/public',
        '/api/public/getPostData/',
        '/api/public/getpostdata',
        '/api/auth/userLogin/x',
        '/api/public/../../etc/passwd',
        '/api/public/%2e%2e/getPostData',
        '/api/nope?slug=single',
      ]
      for (const path of unknownPaths) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const { status, headers, body } = await sendRequest(app.url, path, {
            method,
            headers: { 'content-type': 'text/plain' },
          })
          assert.equal(status, 404, `${method} ${path}`)
          assert.match(headers['content-type']!, /^application\/json/)
          assert.deepEqual(Object.keys(JSON.parse(String(body))), ['message'])
        }
      }
    })

    test('answers a wrong method with 405 and an Allow header, whatever the body (API-22)', async () => {
      for (const [name, [expectedMethod, path]] of Object.entries(endpoints)) {
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
          if (method === expectedMethod || (method === 'HEAD' && expectedMethod === 'GET')) continue
          const { status, headers, body } = await sendRequest(app.url, path, {
            method,
            headers: { 'content-type': 'text/plain' },
            body: method === 'PUT' ? '{' : '',
          })
          assert.equal(status, 405, `${method} ${name}`)
          assert.equal(headers.allow, expectedMethod === 'GET' ? 'GET, HEAD' : expectedMethod)
          if (method !== 'HEAD') assert.deepEqual(Object.keys(JSON.parse(String(body))), ['message'])
        }
      }
    })

    test('answers POST to a page with 405 and an Allow header', async () => {
      for (const path of ['/', '/rooms', '/no-such-page']) {
        const response = await app.fetch(path, { method: 'POST', body: 'a=b', headers: { 'accept-language': 'bn' } })
        assert.equal(response.status, 405)
        assert.equal(response.headers.get('allow'), 'GET, HEAD')
        assert.deepEqual(await response.json(), { message: translatorFor('bn').t('error.method', { method: 'POST' }) })
      }
    })

    test('answers TRACE with an error and does not return the request', async () => {
      for (const path of ['/', '/no-such-page', '/assets/x.js', '/api/docs']) {
        const { status, body } = await sendRequest(app.url, path, {
          method: 'TRACE',
          headers: { 'x-secret': 'zipper' },
        })
        assert.ok([404, 405].includes(status), path)
        assert.doesNotMatch(String(body), /zipper/)
      }
    })

    test('answers a malformed path with 400', async () => {
      for (const path of ['/%', '/%E0%A4%A', '/rooms/%ff', '/api/%', '/api/public/getSlugData%c0']) {
        const { status, headers, body } = await sendRequest(app.url, path, { headers: { 'accept-language': 'bn' } })
        assert.equal(status, 400, path)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.deepEqual(JSON.parse(String(body)), { message: translatorFor('bn').t('error.malformed') })
      }
    })

    test('shows a browser the not-found page for a malformed path outside of the API (APP-1)', async () => {
      const requestAsBrowser = (path: string) =>
        sendRequest(app.url, path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
      for (const [path, language] of [
        ['/%', 'en'],
        ['/%ff', 'en'],
        ['/bn/rooms/%E0%A4%A?q=%', 'bn'],
        [`/pictures/${'x'.repeat(300)}`, 'en'],
      ] as const) {
        const { status, headers, body } = await requestAsBrowser(path)
        assert.deepEqual([status, headers['content-type']], [404, 'text/html; charset=utf-8'], path)
        assert.ok(String(body).includes(`<h1>${translatorFor(language).t('notfound.title')}</h1>`), path)
      }
      const { status, headers } = await requestAsBrowser('/api/%ff')
      assert.deepEqual([status, headers['content-type']], [400, 'application/json; charset=utf-8'])
    })

    test('answers unusual paths in the request line without a server error or a redirect to another host', async () => {
      for (const path of [
        '//',
        '///',
        '//evil.example',
        '//evil.example/rooms',
        '//evil.example//rooms',
        '/\\evil.example',
        '/..',
        '/bn//',
        '/rooms/?x=//y',
        '/?' + 'q='.repeat(1_900),
      ]) {
        const { status, headers } = await sendRequest(app.url, path)
        assert.ok([200, 308, 404].includes(status), `${path} ${status}`)
        if (headers.location) assert.match(headers.location, /^\/(?![/\\])/)
      }
    })

    test('hides the details of an internal error', async () => {
      await sql`alter table slide rename to slide_away`.execute(app.db)
      const { status, headers, body } = await app.call('getSliderData', {}, { language: 'bn' })
      await sql`alter table slide_away rename to slide`.execute(app.db)
      assert.equal(status, 500)
      assert.deepEqual(body, { message: translatorFor('bn').t('error.unexpected') })
      assert.match(headers.get('x-request-id')!, /^[\da-f-]{36}$/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal((await app.call('getSliderData')).status, 200)
    })

    test('answers in the preferred language of the request (APP-11)', async () => {
      const banglaAcceptLanguages = ['bn', 'BN', 'bn-BD,bn;q=0.9,en;q=0.8', 'fr,bn;q=0.5', ' bn']
      const englishAcceptLanguages = ['', 'en', 'en-GB,bn', 'fr', '*', 'no-such', 'x'.repeat(5_000)]
      for (const [language, acceptLanguages] of [
        ['bn', banglaAcceptLanguages],
        ['en', englishAcceptLanguages],
      ] as const) {
        const { t } = translatorFor(language)
        for (const acceptLanguage of acceptLanguages) {
          const { body } = await app.call(
            'register',
            { name: '', email: 'x', password: 'spools-and-bobbins' },
            { language: acceptLanguage },
          )
          assert.deepEqual(
            body,
            { message: t('error.invalid'), errors: { name: [t('error.required')], email: [t('error.email')] } },
            acceptLanguage,
          )
        }
      }
    })

    test('has a Bangla message for every kind of error (APP-11)', async () => {
      const language = 'bn'
      const jsonHeaders = { 'content-type': 'application/json', 'accept-language': language }
      const register = (request: RequestInit) =>
        app.fetch(endpoints.register[1], { method: 'POST', headers: jsonHeaders, ...request })
      const errorRequests: [number, Promise<Response>][] = [
        [400, register({ body: '{' })],
        [401, app.get(endpoints.getRoles[1], jsonHeaders)],
        [403, app.get(endpoints.getRoles[1], { ...jsonHeaders, authorization: `Bearer ${await app.newGuest()}` })],
        [404, app.get('/api/nope', jsonHeaders)],
        [405, app.fetch('/api/auth/register', { method: 'PUT', headers: jsonHeaders })],
        [413, register({ body: JSON.stringify('x'.repeat(70_000)) })],
        [415, register({ body: '{}', headers: { ...jsonHeaders, 'content-type': 'text/plain' } })],
        [422, register({ body: '{}' })],
      ]
      for (const [status, errorRequest] of errorRequests) {
        const response = await errorRequest
        assert.equal(response.status, status)
        assert.match(((await response.json()) as { message: string }).message, /[\u0980-\u09ff]{3}/, String(status))
      }
    })

    test('revalidates public answers with an ETag (API-1…API-8)', async () => {
      for (const [name, query] of Object.entries(publicGets)) {
        const path = buildPath(name as EndpointName, query)
        const firstResponse = await app.get(path)
        assert.equal(firstResponse.status, 200, name)
        assert.equal(firstResponse.headers.get('cache-control'), 'public, no-cache', name)
        assert.match(firstResponse.headers.get('vary')!, /accept-language/)
        const tag = firstResponse.headers.get('etag')!
        for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
          const revalidationResponse = await app.get(path, { 'if-none-match': ifNoneMatch })
          assert.equal(revalidationResponse.status, 304, `${name} ${ifNoneMatch}`)
          assert.equal(revalidationResponse.headers.get('etag'), tag)
          assert.equal(revalidationResponse.headers.get('cache-control'), 'public, no-cache')
          assert.equal(await revalidationResponse.text(), '')
        }
        assert.equal((await app.get(path, { 'if-none-match': '"other"' })).status, 200)

        const headResponse = await app.fetch(path, { method: 'HEAD' })
        assert.equal(headResponse.status, 200)
        assert.equal(
          headResponse.headers.get('content-length'),
          String(Buffer.byteLength(await firstResponse.text())),
          name,
        )
        assert.equal(headResponse.headers.get('content-type'), firstResponse.headers.get('content-type'))
        assert.equal(headResponse.headers.get('etag'), tag)
      }
      const banglaResponse = await app.get(buildPath('activeRooms'), { 'accept-language': 'bn' })
      assert.notEqual(banglaResponse.headers.get('etag'), (await app.get(buildPath('activeRooms'))).headers.get('etag'))
    })

    test('answers with no-store if the content is private, changes with each request, or is an error', async () => {
      const responsesByName = [
        ['getCaptcha', await app.call('getCaptcha')],
        [
          'filterBooking',
          await app.call('filterBooking', { check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 }),
        ],
        [
          'guestRegister',
          await app.call('guestRegister', { name: 'Rafiq', email: 'rafiq@guest.example', phone: '+8801700000004' }),
        ],
        ['getRoomNights', await app.call('getRoomNights', { from: app.day(1), nights: 3 })],
        [
          'getStayPrice',
          await app.call('getStayPrice', {
            slug: 'twin',
            check_in: app.day(1),
            check_out: app.day(2),
            adult: 1,
            child: 0,
          }),
        ],
        ['getRoles', await app.call('getRoles', {}, { token: annaToken })],
        ['getUserRow', await app.call('getUserRow', {}, { token: annaToken })],
        ['activeBookingRooms', await app.call('activeBookingRooms', {}, { token: annaToken })],
        ['401', await app.call('getUserRow')],
        ['404', await app.call('getRoomDetails', { slug: 'no-such-room' })],
        ['422', await app.call('getPostData', { post_category_id: 'x' })],
      ] as const
      for (const [name, { headers }] of responsesByName) {
        assert.equal(headers.get('cache-control'), 'no-store', name)
        assert.equal(headers.get('etag'), null, name)
      }
    })

    test('allows no other origin to read an answer (T46)', async () => {
      for (const origin of ['https://evil.example', 'null', 'https://selvage.example']) {
        const crossOriginResponses = [
          await app.get('/api/public/activeRooms', { origin }),
          await app.get('/api/booking/getUserRow', { origin, authorization: `Bearer ${annaToken}` }),
          await app.fetch('/api/auth/userLogin', {
            method: 'OPTIONS',
            headers: {
              origin,
              'access-control-request-method': 'POST',
              'access-control-request-headers': 'content-type',
            },
          }),
        ]
        for (const { headers } of crossOriginResponses)
          for (const name of headers.keys()) assert.doesNotMatch(name, /^access-control-/)
        assert.equal(crossOriginResponses[2]!.status, 405)
      }
    })
  })
}
