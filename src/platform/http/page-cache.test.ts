import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sendRequest, type RawResponse } from '#testing/send-request.ts'
import { ByteCache, sendUncached, type CacheableResponse } from './page-cache.ts'

const createPage = (text: string): CacheableResponse => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache' },
  body: `<!doctype html><p>${text} ${'পোশাকের শেষ ছোঁয়া '.repeat(200)}`,
})

describe('ByteCache', () => {
  let cache: ByteCache
  let url: string
  const server = createServer((request, response) => {
    if (!cache.serve(request, response)) sendUncached({ ...createPage('not kept'), status: 404 }, request, response)
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => void (cache = new ByteCache()))
  after(() => server.close())

  const requestPage = (accept: string | null, extraHeaders: Record<string, string> = {}, method = 'GET') =>
    sendRequest(url, '/', {
      method,
      headers: { ...(accept !== null && { 'accept-encoding': accept }), ...extraHeaders },
    })
  const readEncoding = ({ headers }: RawResponse) => headers['content-encoding'] ?? 'identity'
  /** Caches a page and waits for its best encoding, which is compressed in the background once requested again. */
  const cachePage = async (page = createPage('kept')) => {
    cache.put('/', 0, page)
    while (readEncoding(await requestPage('br')) !== 'br') await sleep(5)
  }

  test('sends the best encoding that the client accepts, and none that it excludes', async () => {
    await cachePage()
    const encodingCases: [string | null, string][] = [
      [null, 'identity'],
      ['', 'identity'],
      ['identity', 'identity'],
      ['deflate', 'identity'],
      ['gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['gzip, deflate', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, zstd', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br;q=0.000,gzip;q=0.5', 'gzip'],
      ['br; q=0 , gzip ; q=0', 'identity'],
      ['br;q=0.001', 'br'],
      ['broth, gzipped', 'identity'],
    ]
    for (const [accept, encoding] of encodingCases)
      assert.equal(readEncoding(await requestPage(accept)), encoding, String(accept))
  })

  test('sends the same text in every encoding, with length, type and ETag', async () => {
    const page = createPage('kept')
    await cachePage(page)
    const tags = new Set<string>()
    const decoders = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      identity: (body: Buffer) => body,
    }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { status, headers, body } = await requestPage(encoding)
      assert.equal(status, 200)
      assert.equal(decode(body).toString(), page.body)
      assert.equal(Number(headers['content-length']), body.length)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'public, no-cache')
      assert.equal(headers.vary, 'accept-encoding')
      assert.match(headers.etag!, /^"[\w-]{20,}"$/)
      tags.add(headers.etag!)
    }
    assert.equal(tags.size, 3)
  })

  test('serves a new page immediately, before the best encoding is ready', async () => {
    cache.put('/', 0, createPage('kept'))
    const { headers, body } = await requestPage('gzip, br')
    assert.ok(headers['content-encoding'] === 'gzip' || headers['content-encoding'] === 'br')
    assert.ok(body.length > 0)
  })

  test('compresses with brotli only for clients that accept it, on their second request', async () => {
    cache.put('/', 0, createPage('kept'))
    for (const accept of ['gzip', 'br', 'gzip', '', 'gzip, deflate', 'br;q=0, gzip']) await requestPage(accept)
    await sleep(100)
    assert.equal(readEncoding(await requestPage('gzip, br')), 'gzip')
    while (readEncoding(await requestPage('gzip')) !== 'gzip' || readEncoding(await requestPage('br')) !== 'br')
      await sleep(5)
  })

  test('answers 304 to a client that already has the page', async () => {
    await cachePage()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers: freshHeaders } = await requestPage(encoding)
      const etag = freshHeaders.etag!
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "third"`, '*']) {
        const { status, headers, body } = await requestPage(encoding, { 'if-none-match': ifNoneMatch })
        assert.equal(status, 304, ifNoneMatch)
        assert.equal(body.length, 0)
        assert.equal(headers['content-length'], undefined)
        assert.deepEqual(
          [headers.etag, headers['cache-control'], headers.vary],
          [etag, 'public, no-cache', 'accept-encoding'],
        )
        assert.equal((await requestPage(encoding, { 'if-none-match': ifNoneMatch }, 'HEAD')).status, 304)
      }
      for (const otherEtag of ['"other"', etag.slice(1, -1), `${etag.slice(0, -1)}x"`, 'W/"other"']) {
        assert.equal((await requestPage(encoding, { 'if-none-match': otherEtag })).status, 200, otherEtag)
      }
    }
    const { headers } = await requestPage('gzip')
    assert.equal(
      (await requestPage('br', { 'if-none-match': headers.etag! })).status,
      200,
      'the ETag of another encoding',
    )
  })

  test('answers HEAD like GET, without the body', async () => {
    await cachePage()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const [getResponse, headResponse] = [await requestPage(encoding), await requestPage(encoding, {}, 'HEAD')]
      const toComparable = ({ status, headers: { date: _, ...headers } }: RawResponse) => ({ status, headers })
      assert.deepEqual(toComparable(headResponse), toComparable(getResponse))
      assert.equal(headResponse.body.length, 0)
    }
  })

  test('answers only GET and HEAD', async () => {
    await cachePage()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await requestPage('br', {}, method)).status, 404, method)
  })

  test('changes the ETag exactly when the content changes', async () => {
    const readEtag = async (text: string) => {
      cache.put('/', 0, createPage(text))
      return (await requestPage('identity')).headers.etag
    }
    const firstEtag = await readEtag('one')
    assert.notEqual(await readEtag('two'), firstEtag)
    assert.equal(await readEtag('one'), firstEtag)
  })

  test('removes all pages for a new version, and stores none made from another version', async () => {
    cache.put('/', 0, createPage('old'))
    cache.setVersion(5)
    assert.equal((await requestPage('identity')).status, 404)
    cache.put('/', 4, createPage('made from the old content'))
    cache.put('/', 6, createPage('made from content that is not out'))
    assert.equal((await requestPage('identity')).status, 404)
    cache.put('/', 5, createPage('new'))
    cache.setVersion(5)
    assert.match((await requestPage('identity')).body.toString(), /new/)
    assert.equal(cache.version, 5)
  })

  test('stays within its memory limit, and removes the oldest pages first', async () => {
    const entryBytes = 2 * Buffer.byteLength(createPage('no. 0').body)
    cache = new ByteCache(3.5 * entryBytes)
    for (let n = 0; n < 10; n++) cache.put(`/${n}`, 0, createPage(`no. ${n}`))
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => (await sendRequest(url, `/${n}`)).status),
    )
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 404, 404, 200, 200, 200])
  })

  test('compresses uncached responses, with their own status and never with 304', async () => {
    const plainPage = await requestPage('identity')
    for (const [accept, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const compressedResponse = await requestPage(accept)
      assert.deepEqual([plainPage.status, compressedResponse.status], [404, 404])
      assert.equal(readEncoding(compressedResponse), encoding)
      assert.equal(decompress(compressedResponse.body).toString(), plainPage.body.toString())
      assert.equal((await requestPage(accept, { 'if-none-match': compressedResponse.headers.etag! })).status, 404)
      const headResponse = await requestPage(accept, {}, 'HEAD')
      assert.deepEqual(
        [headResponse.status, headResponse.body.length, headResponse.headers.etag],
        [404, 0, compressedResponse.headers.etag],
      )
    }
  })
})
