import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { describe, test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sendRequest, type RawResponse } from '#testing/send-request.ts'
import { trustProxies } from '../http/caller.ts'
import { createConnectionGuard } from '../http/guard/connection-guard.ts'
import { createServer } from '../http/server.ts'
import { ByteCache } from '../http/page-cache.ts'
import { servePages } from './page-server.ts'
import { parseRoute } from './registry.ts'
import type { Rendered, RenderRequest } from './render.tsx'
import { setCustomMessages } from '#locales/both.ts'

describe('servePages', () => {
  /** Starts a server with one-word pages that the test renders. */
  async function openPages(
    t: TestContext,
    render: (request: RenderRequest<object>) => Promise<Partial<Rendered> & { html: string }>,
  ) {
    const cache = new ByteCache()
    const app = await createServer({
      headers: { 'x-content-type-options': 'nosniff' },
      logLevel: 'silent',
      version: '0',
      events: {},
      connectionGuard: createConnectionGuard({
        callers: trustProxies(),
        headers: {},
        serveFromMemory: (request, response) => cache.serve(request, response),
        onError: (error) => assert.fail(error as Error),
      }),
      queue: null,
      callerOf: ({ ip }) => ip,
    })
    const noAssets = { scripts: [], css: '', styles: [], mentions: () => false }
    const build = { collectNeeds: () => noAssets, collectReadingNeeds: () => noAssets, file: () => '' }
    servePages(app, {
      cache,
      client: build,
      firstFonts: { en: [], bn: [] },
      headers: { 'x-content-type-options': 'nosniff' },
      apiFor: () => ({}),
      handleForm: async () => '/',
      fileReceiver: () => assert.fail('no page accepts files'),
      async find(url) {
        const freshOptions = url.pathname === '/fresh' && ({ isUncached: true } as const)
        const page = { head: () => ({ title: '' }), View: () => null, ...freshOptions }
        return {
          entry: null,
          page,
          route: parseRoute(url),
          isShared: !freshOptions && !url.searchParams.has('asks'),
        }
      },
      render: async (request) => ({
        status: 200,
        css: '',
        fetchScripts: '',
        isShared: !request.url.searchParams.has('asks'),
        ...(await render(request)),
      }),
      async renderFailure(_, requestId) {
        return { status: 500, html: `failed ${requestId}`, css: '', fetchScripts: '', isShared: false }
      },
      renderOutage: async () => ({ status: 503, html: 'trouble', css: '', fetchScripts: '', isShared: false }),
      loadShell: async () => ({}),
      createSentListener: () => null,
      formOrigins: [],
      frameOrigins: async () => [],
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    t.after(() => app.close())
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    return { cache, get: (path: string, headers = {}, method = 'GET') => sendRequest(url, path, { method, headers }) }
  }
  const createGate = () => Promise.withResolvers<void>()
  const readText = ({ body }: RawResponse) => body.toString()

  test('renders a page once for concurrent requests, and serves later requests from the cache', async (t) => {
    let renderingCount = 0
    const renderGate = createGate()
    const { get } = await openPages(t, async () => {
      renderingCount++
      await renderGate.promise
      return { html: 'once' }
    })
    const firstRequests = Array.from({ length: 30 }, () => get('/page'))
    await sleep(50)
    renderGate.resolve()
    assert.deepEqual(new Set((await Promise.all(firstRequests)).map(readText)), new Set(['once']))
    await get('/page')
    assert.equal(renderingCount, 1)
  })

  test('ignores campaign parameters, but renders again for parameters that the page reads', async (t) => {
    let renderingCount = 0
    const { get } = await openPages(t, async () => ({ html: `no. ${++renderingCount}` }))
    const untaggedResponse = await get('/page')
    const campaignResponse = await get('/page?utm_source=letter&utm_campaign=2027')
    assert.deepEqual(
      [readText(campaignResponse), campaignResponse.headers.etag],
      ['no. 1', untaggedResponse.headers.etag],
    )
    assert.equal((await get('/page?gclid=1', { 'if-none-match': untaggedResponse.headers.etag })).status, 304)
    const [firstResponse, secondResponse] = [await get('/page?asks=1'), await get('/page?asks=1')]
    assert.deepEqual([readText(firstResponse), readText(secondResponse)], ['no. 2', 'no. 3'])
    assert.match(firstResponse.headers['cache-control']!, /no-store/)
    assert.equal(readText(await get('/page')), 'no. 1')
  })

  test('renders a fresh page for each request, even concurrent ones', async (t) => {
    let renderingCount = 0
    const { get } = await openPages(t, async () => ({ html: `no. ${++renderingCount}`, isShared: false }))
    const responses = await Promise.all(Array.from({ length: 5 }, () => get('/fresh')))
    assert.deepEqual(new Set(responses.map(readText)).size, 5)
    for (const { headers } of responses) assert.equal(headers['cache-control'], 'private, no-store')
  })

  test('does not cache a page if the content changes while it is rendered', async (t) => {
    let content = 'old'
    const startedGate = createGate()
    const renderGate = createGate()
    const { cache, get } = await openPages(t, async () => {
      const contentRead = content
      if (contentRead === 'old') {
        startedGate.resolve()
        await renderGate.promise
      }
      return { html: contentRead }
    })
    const earlyRequest = get('/page')
    await startedGate.promise
    content = 'new'
    cache.setVersion(1)
    const laterRequest = get('/page')
    await sleep(30)
    renderGate.resolve()
    assert.equal(readText(await earlyRequest), 'old')
    assert.equal(
      readText(await laterRequest),
      'new',
      'a request after the change must not share a rendering from before it',
    )
    assert.equal(readText(await get('/page')), 'new')
  })

  test('sends the browser the messages that the page was rendered with, even if they change during rendering', async (t) => {
    t.after(() => setCustomMessages({ en: {}, bn: {} }))
    const { get } = await openPages(t, async ({ translator, pageBuild }) => {
      const renderedTitle = translator.t('shell.home')
      setCustomMessages({ en: { 'shell.home': 'Start' }, bn: {} })
      const { customMessages, messages } = pageBuild([], false)
      return { html: JSON.stringify([renderedTitle, customMessages['shell.home'] ?? messages['shell.home'] ?? 'Home']) }
    })
    assert.deepEqual(JSON.parse(readText(await get('/page'))), ['Home', 'Home'])
    assert.deepEqual(JSON.parse(readText(await get('/other'))), ['Start', 'Start'])
  })

  test('does not cache not-found, personal or incomplete pages', async (t) => {
    let renderingCount = 0
    const { get } = await openPages(t, async ({ url }) => {
      renderingCount++
      return { html: 'x', status: url.pathname === '/lost' ? 404 : 200, isShared: url.pathname !== '/own' }
    })
    for (const [path, status] of [
      ['/lost', 404],
      ['/own', 200],
    ] as const) {
      const renderingsBefore = renderingCount
      for (let i = 0; i < 2; i++) {
        const response = await get(path)
        assert.equal(response.status, status)
        assert.equal(response.headers['cache-control'], 'private, no-store')
      }
      assert.equal(renderingCount, renderingsBefore + 2)
    }
  })

  test('answers 500 with the request ID if a page fails, and tries again on the next request', async (t) => {
    let isBroken = true
    const { get } = await openPages(t, async () => {
      if (isBroken) throw new Error('a bug')
      return { html: 'well' }
    })
    const failedResponse = await get('/page')
    assert.equal(failedResponse.status, 500)
    assert.equal(failedResponse.headers['cache-control'], 'private, no-store')
    assert.equal(readText(failedResponse), `failed ${failedResponse.headers['x-request-id']}`)
    assert.match(String(failedResponse.headers['x-request-id']), /^[\w-]{36}$/)
    isBroken = false
    assert.equal(readText(await get('/page')), 'well')
  })

  test('redirects other spellings of a path permanently, and never to another host', async (t) => {
    const { get } = await openPages(t, async ({ url }) => ({ html: url.pathname }))
    const canonicalPaths = [
      ['/rooms/', '/rooms'],
      ['/rooms//', '/rooms'],
      ['//rooms', '/rooms'],
      ['//', '/'],
      ['///', '/'],
      ['//[', '/['],
      ['/a//b/', '/a/b'],
      ['/BN', '/bn'],
      ['/BN/rooms', '/bn/rooms'],
      ['/bN/rooms/', '/bn/rooms'],
      ['/bn/', '/bn'],
      ['/details/%7aipper', '/details/zipper'],
      ['//BN//', '/bn'],
      ['/rooms/?utm_source=a&b=%20', '/rooms?utm_source=a&b=%20'],
      ['//evil.example/x', '/evil.example/x'],
      ['///evil.example', '/evil.example'],
      ['/\\\\evil.example', '/evil.example'],
      ['/\\evil.example/', '/evil.example'],
    ] as const
    for (const [path, canonicalPath] of canonicalPaths) {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers.location], [308, canonicalPath], path)
    }
    for (const path of ['/', '/bn', '/bnx', '/rooms', '/bn/rooms', '/BNX', '/a/BN']) {
      const { status, body } = await get(path)
      assert.deepEqual([status, body.toString()], [200, path])
    }
  })

  test('answers only GET and HEAD on a page without forms', async (t) => {
    const { get } = await openPages(t, async () => ({ html: 'well' }))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const { status, headers } = await get('/page', { 'content-type': type }, method)
        assert.deepEqual([status, headers.allow], [405, 'GET, HEAD'], `${method} ${type}`)
      }
    }
    const headResponse = await get('/page', {}, 'HEAD')
    assert.deepEqual(
      [headResponse.status, headResponse.body.length, headResponse.headers['content-length']],
      [200, 0, '4'],
    )
  })

  test('sends the same ETag for the same body, from the first response on', async (t) => {
    const { get } = await openPages(t, async () => ({ html: 'পোশাকের শেষ ছোঁয়া, a stitch in time '.repeat(300) }))
    const [firstResponse, repeatedResponse] = [
      await get('/page', { 'accept-encoding': 'gzip' }),
      await get('/page', { 'accept-encoding': 'gzip' }),
    ]
    assert.equal(firstResponse.headers.etag, repeatedResponse.headers.etag)
    assert.ok(firstResponse.body.equals(repeatedResponse.body))
    assert.equal(gunzipSync(firstResponse.body).toString(), readText(await get('/page')))
  })
})
