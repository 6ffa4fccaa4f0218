import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ask, type Told } from '#testing/ask.ts'
import { ByteCache, sendUncached, type Sendable } from './page-cache.ts'

const page = (text: string): Sendable => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, no-cache' },
  body: `<!doctype html><p>${text} ${'পোশাকের শেষ ছোঁয়া '.repeat(200)}`,
})

describe('ByteCache', () => {
  let cache: ByteCache
  let url: string
  const server = createServer((request, response) => {
    if (!cache.serve(request, response)) sendUncached({ ...page('not kept'), status: 404 }, request, response)
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => void (cache = new ByteCache()))
  after(() => server.close())

  const take = (accept: string | null, more: Record<string, string> = {}, method = 'GET') =>
    ask(url, '/', { method, headers: { ...(accept !== null && { 'accept-encoding': accept }), ...more } })
  const encodingOf = ({ headers }: Told) => headers['content-encoding'] ?? 'identity'
  /** Caches a page and waits for its best encoding, which is compressed in the background once requested again. */
  const keep = async (sent = page('kept')) => {
    cache.put('/', 0, sent)
    while (encodingOf(await take('br')) !== 'br') await sleep(5)
  }

  test('sends the best encoding that the client accepts, and none that it excludes', async () => {
    await keep()
    const table: [string | null, string][] = [
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
    for (const [accept, encoding] of table) assert.equal(encodingOf(await take(accept)), encoding, String(accept))
  })

  test('sends the same text in every encoding, with length, type and ETag', async () => {
    const sent = page('kept')
    await keep(sent)
    const tags = new Set<string>()
    const decoders = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      identity: (body: Buffer) => body,
    }
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { status, headers, body } = await take(encoding)
      assert.equal(status, 200)
      assert.equal(decode(body).toString(), sent.body)
      assert.equal(Number(headers['content-length']), body.length)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(headers['cache-control'], 'public, no-cache')
      assert.equal(headers.vary, 'accept-encoding')
      assert.match(headers.etag!, /^"[\w-]{20,}"$/)
      tags.add(headers.etag!)
    }
    assert.equal(tags.size, 3)
  })

  test('serves a new page at once, before the best encoding is ready', async () => {
    cache.put('/', 0, page('kept'))
    const { headers, body } = await take('gzip, br')
    assert.ok(headers['content-encoding'] === 'gzip' || headers['content-encoding'] === 'br')
    assert.ok(body.length > 0)
  })

  test('compresses with brotli only for clients that accept it, on their second request', async () => {
    cache.put('/', 0, page('kept'))
    for (const accept of ['gzip', 'br', 'gzip', '', 'gzip, deflate', 'br;q=0, gzip']) await take(accept)
    await sleep(100)
    assert.equal(encodingOf(await take('gzip, br')), 'gzip')
    while (encodingOf(await take('gzip')) !== 'gzip' || encodingOf(await take('br')) !== 'br') await sleep(5)
  })

  test('answers 304 to a client that already has the page', async () => {
    await keep()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers: fresh } = await take(encoding)
      const tag = fresh.etag!
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, `"other",W/${tag} , "third"`, '*']) {
        const { status, headers, body } = await take(encoding, { 'if-none-match': known })
        assert.equal(status, 304, known)
        assert.equal(body.length, 0)
        assert.equal(headers['content-length'], undefined)
        assert.deepEqual(
          [headers.etag, headers['cache-control'], headers.vary],
          [tag, 'public, no-cache', 'accept-encoding'],
        )
        assert.equal((await take(encoding, { 'if-none-match': known }, 'HEAD')).status, 304)
      }
      for (const other of ['"other"', tag.slice(1, -1), `${tag.slice(0, -1)}x"`, 'W/"other"']) {
        assert.equal((await take(encoding, { 'if-none-match': other })).status, 200, other)
      }
    }
    const { headers } = await take('gzip')
    assert.equal((await take('br', { 'if-none-match': headers.etag! })).status, 200, 'the ETag of another encoding')
  })

  test('answers HEAD like GET, without the body', async () => {
    await keep()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const [get, head] = [await take(encoding), await take(encoding, {}, 'HEAD')]
      const comparable = ({ status, headers: { date: _, ...headers } }: Told) => ({ status, headers })
      assert.deepEqual(comparable(head), comparable(get))
      assert.equal(head.body.length, 0)
    }
  })

  test('answers no other methods', async () => {
    await keep()
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      assert.equal((await take('br', {}, method)).status, 404, method)
  })

  test('changes the ETag exactly when the content changes', async () => {
    const tagOf = async (text: string) => {
      cache.put('/', 0, page(text))
      return (await take('identity')).headers.etag
    }
    const first = await tagOf('one')
    assert.notEqual(await tagOf('two'), first)
    assert.equal(await tagOf('one'), first)
  })

  test('removes all pages for a new version, and stores none made from another version', async () => {
    cache.put('/', 0, page('old'))
    cache.moveTo(5)
    assert.equal((await take('identity')).status, 404)
    cache.put('/', 4, page('made from the old content'))
    cache.put('/', 6, page('made from content that is not out'))
    assert.equal((await take('identity')).status, 404)
    cache.put('/', 5, page('new'))
    cache.moveTo(5)
    assert.match((await take('identity')).body.toString(), /new/)
    assert.equal(cache.version, 5)
  })

  test('stays within its memory limit, and removes the oldest pages first', async () => {
    const bytes = 2 * Buffer.byteLength(page('no. 0').body)
    cache = new ByteCache(3.5 * bytes)
    for (let n = 0; n < 10; n++) cache.put(`/${n}`, 0, page(`no. ${n}`))
    const statuses = await Promise.all(Array.from({ length: 10 }, async (_, n) => (await ask(url, `/${n}`)).status))
    assert.deepEqual(statuses, [404, 404, 404, 404, 404, 404, 404, 200, 200, 200])
  })

  test('sends uncached answers compressed, with their own status and never with 304', async () => {
    const plain = await take('identity')
    for (const [accept, encoding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await take(accept)
      assert.deepEqual([plain.status, packed.status], [404, 404])
      assert.equal(encodingOf(packed), encoding)
      assert.equal(unpack(packed.body).toString(), plain.body.toString())
      assert.equal((await take(accept, { 'if-none-match': packed.headers.etag! })).status, 404)
      const head = await take(accept, {}, 'HEAD')
      assert.deepEqual([head.status, head.body.length, head.headers.etag], [404, 0, packed.headers.etag])
    }
  })
})
