import assert from 'node:assert/strict'
import type { lookup as askNames } from 'node:dns'
import { after, before, describe, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openCalendarServer, createResponder, type CalendarServer, type Behaviour } from '#testing/calendar-server.ts'
import { scaleTimeout } from '#testing/patience.ts'
import {
  fetchExternal,
  leadsToInternalAddress,
  ExternalRequestError,
  createAddressCheck,
  postExternal,
} from './fetch.ts'

/** Replaces the timeout of requests: a request times out when the returned function is called. */
function controlTimeouts(t: TestContext): () => void {
  let limitController: AbortController
  t.mock.method(AbortSignal, 'timeout', () => (limitController = new AbortController()).signal)
  return () => limitController.abort()
}

const DRIP_COUNT = 50

/** Answers byte by byte, and calls `expire` after fifty bytes. */
const createSlowAnswer =
  (expire: () => void, status = 200): Behaviour =>
  (_, response) => {
    response.writeHead(status)
    let byteCount = 0
    const answerSlowly = () => {
      if (response.destroyed) return
      if (++byteCount === DRIP_COUNT) expire()
      response.write('x', () => setImmediate(answerSlowly))
    }
    answerSlowly()
  }

describe('requests to an address that a user entered (CAL-12)', () => {
  let server: CalendarServer
  let otherServer: CalendarServer
  before(async () => {
    server = await openCalendarServer()
    otherServer = await openCalendarServer('127.0.0.2')
  })
  after(async () => {
    await server.close()
    await otherServer.close()
  })
  const isAllowedAddress = createAddressCheck('127.0.0.1')
  const fetchTestUrl = (options: Partial<Parameters<typeof fetchExternal>[0]> = {}) =>
    fetchExternal({
      url: new URL(server.url),
      maxBytes: 100_000,
      maxDurationMs: scaleTimeout(600_000),
      isAllowedAddress,
      ...options,
    })
  const assertFails = (request: Promise<unknown>, fault: string) =>
    assert.rejects(
      request,
      (error: ExternalRequestError) => error instanceof ExternalRequestError && error.code === fault,
    )

  test('may reach only public addresses and allowed networks', () => {
    const isAllowedPublic = createAddressCheck()
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])
      assert.equal(isAllowedPublic(address), true, address)
    const internalAddresses =
      '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 ' +
      '172.31.255.255 192.0.0.1 192.168.1.1 198.18.0.1 224.0.0.1 240.0.0.1 255.255.255.255 :: ' +
      '::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::7f00:1 2002:7f00:1:: ' +
      'fe80::1 2001::1 2001:db8::1 fc00::1 fd12::1 fec0::1 ff02::1 fe80::1%eth0 nonsense'
    for (const address of [...internalAddresses.split(' '), '']) assert.equal(isAllowedPublic(address), false, address)
    const isAllowedInside = createAddressCheck('192.168.1.20, fd00::/8')
    assert.deepEqual(['192.168.1.20', '192.168.1.21', 'fd12::1', '127.0.0.1'].map(isAllowedInside), [
      true,
      false,
      true,
      false,
    ])
  })

  test('reach no internal address, in any notation', async () => {
    const requestCountBefore = server.requests.length
    const { port } = new URL(server.url)
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '127.1', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await assertFails(
        fetchTestUrl({ url: new URL(`http://${host}:${port}/`), isAllowedAddress: createAddressCheck() }),
        'inner',
      )
    assert.equal(server.requests.length, requestCountBefore, 'no connection was made')
  })

  test('reach no internal address through a redirect', async () => {
    server.behaviour = createResponder('', { location: otherServer.url }, 302)
    await assertFails(fetchTestUrl(), 'inner')
    assert.equal(otherServer.requests.length, 0)
    for (const location of ['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://user:secret@127.0.0.1/']) {
      server.behaviour = createResponder('', { location }, 302)
      await assertFails(fetchTestUrl(), 'address')
    }
    server.behaviour = createResponder('', { location: server.url }, 307)
    const requestCountBefore = server.requests.length
    await assertFails(fetchTestUrl(), 'redirects')
    assert.equal(server.requests.length - requestCountBefore, 5)
  })

  test('connect to the address that was checked, even if the name resolves to another one later', async () => {
    const { port } = new URL(server.url)
    const url = new URL(`http://rooms.example:${port}/`)
    let callCount = 0
    const createLookup = (...answersInOrder: string[][]) =>
      ((_: string, __: object, callback: (error: null, addresses: { address: string; family: number }[]) => void) =>
        callback(
          null,
          answersInOrder[Math.min(callCount++, answersInOrder.length - 1)]!.map((address) => ({ address, family: 4 })),
        )) as unknown as typeof askNames
    server.behaviour = createResponder('fine')
    assert.equal(
      (await fetchTestUrl({ url, lookup: createLookup(['127.0.0.1'], ['127.0.0.2']) })).body.toString(),
      'fine',
    )
    assert.equal(callCount, 1, 'the name was resolved once')
    callCount = 0
    server.behaviour = createResponder('', { location: url.href }, 302)
    await assertFails(fetchTestUrl({ url, lookup: createLookup(['127.0.0.1'], ['127.0.0.2']) }), 'inner')
    await assertFails(fetchTestUrl({ url, lookup: createLookup(['127.0.0.1', '127.0.0.2']) }), 'inner')
    assert.equal(otherServer.requests.length, 0)
  })

  test('reject an answer that is too large, compressed or not, and decompress valid ones', async () => {
    server.behaviour = createResponder(gzipSync('small'), { 'content-encoding': 'gzip' })
    assert.equal((await fetchTestUrl()).body.toString(), 'small')
    server.behaviour = createResponder('x'.repeat(200_000))
    await assertFails(fetchTestUrl(), 'too_large')
    server.behaviour = (_, response) => {
      const writeMore = () =>
        void (response.destroyed || response.write('x'.repeat(1_000), () => setImmediate(writeMore)))
      writeMore()
    }
    await assertFails(fetchTestUrl(), 'too_large')
    // 50 MB compressed to 50 kB.
    const zipBomb = gzipSync(Buffer.alloc(50_000_000))
    assert.ok(zipBomb.length < 100_000)
    server.behaviour = createResponder(zipBomb, { 'content-encoding': 'gzip' })
    await assertFails(fetchTestUrl(), 'too_large')
    server.behaviour = createResponder('not packed at all', { 'content-encoding': 'gzip' })
    await assertFails(fetchTestUrl(), 'encoding')
    server.behaviour = createResponder('x', { 'content-encoding': 'br' })
    await assertFails(fetchTestUrl(), 'encoding')
  })

  test('time out if the server is slow or silent, and fail if it disconnects', async (t) => {
    const expire = controlTimeouts(t)
    server.behaviour = expire
    await assertFails(fetchTestUrl({ maxDurationMs: 300 }), 'timeout')
    server.behaviour = createSlowAnswer(expire)
    await assertFails(fetchTestUrl({ maxDurationMs: 300 }), 'timeout')
    server.behaviour = (request) => request.socket.destroy()
    await assertFails(fetchTestUrl(), 'unreachable')
    server.behaviour = (_, response) => response.writeHead(200, { 'content-length': '100' }).end('short')
    await assertFails(fetchTestUrl(), 'unreachable')
    server.behaviour = (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end()
    await assertFails(fetchTestUrl(), 'unreachable')
  })

  const postTestRequest = (options: Partial<Parameters<typeof postExternal>[0]> = {}) =>
    postExternal({
      url: new URL(server.url),
      body: '{"said":"কথা"}',
      maxBytes: 4_096,
      maxDurationMs: scaleTimeout(600_000),
      isAllowedAddress,
      ...options,
    })

  test('follow no redirects when sending, and send nothing to internal addresses (HOOK-9)', async () => {
    const otherRequestCountBefore = otherServer.requests.length
    server.behaviour = createResponder('', { location: otherServer.url }, 307)
    assert.equal((await postTestRequest()).status, 307)
    assert.equal(otherServer.requests.length, otherRequestCountBefore)
    const requestCountBefore = server.requests.length
    await assertFails(postTestRequest({ isAllowedAddress: createAddressCheck() }), 'inner')
    const lookup = ((_: string, __: object, callback: (error: null, addresses: object[]) => void) =>
      callback(null, [{ address: '127.0.0.2', family: 4 }])) as unknown as typeof askNames
    await assertFails(postTestRequest({ url: new URL('http://hooks.example/'), lookup }), 'inner')
    await assertFails(postTestRequest({ url: new URL('ftp://127.0.0.1/') }), 'address')
    assert.equal(server.requests.length, requestCountBefore)
    const isInside = (url: string, options = {}) =>
      leadsToInternalAddress(new URL(url), { isAllowedAddress, ...options })
    assert.deepEqual(
      [await isInside('https://127.0.0.2/'), await isInside('https://[::1]/'), await isInside(server.url)],
      [true, true, false],
    )
    assert.equal(await isInside('https://hooks.example/', { lookup }), true)
  })

  test('send the whole body, and read only the start of the answer (HOOK-8)', async (t) => {
    const expire = controlTimeouts(t)
    let receivedText = ''
    const answerSlowly = createSlowAnswer(expire, 202)
    server.behaviour = (request, response) => {
      request.on('data', (part: Buffer) => (receivedText += part.toString()))
      request.on('end', () => answerSlowly(request, response))
    }
    const { status, body } = await postTestRequest({ maxDurationMs: 300 })
    assert.deepEqual([status, receivedText], [202, '{"said":"কথা"}'])
    assert.ok(body.length > 0 && body.length < 100)
    server.behaviour = createResponder('y'.repeat(100_000))
    assert.equal((await postTestRequest()).body.length, 4_096)
    server.behaviour = expire
    await assertFails(postTestRequest({ maxDurationMs: 300 }), 'timeout')
    server.behaviour = (request) => request.socket.destroy()
    await assertFails(postTestRequest(), 'unreachable')
  })
})
