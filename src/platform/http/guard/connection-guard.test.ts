import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sendRequest } from '#testing/send-request.ts'
import { enginesFor, sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { listResponsePaths, findLargestPicturePath, listPicturePaths } from '#testing/paths.ts'
import { openServerData, startServer, type ServerData, type ServerProcess } from '#testing/process.ts'
import { openSocket } from '#testing/socket.ts'
import { valueForTier, tier } from '#testing/tier.ts'
import { defaultBounds } from './connections.ts'

const formatGetRequest = (path: string, extraHeaders = '') =>
  `GET ${path} HTTP/1.1\r\nHost: selvage\r\n${extraHeaders}\r\n`
const isLinux = process.platform === 'linux'

describe('the connection guard', () => {
  let serverData: ServerData
  let server: ServerProcess
  before(async () => {
    serverData = await openServerData(sqlite)
    server = await startServer({ ...serverData.environment, LOG_LEVEL: 'silent' })
  })
  after(async () => {
    await server.kill()
    await serverData.close()
  })

  test('answers requests in order, and closes a connection with too many pipelined requests', async () => {
    const client = await openSocket(server.url)
    client.write(
      formatGetRequest('/healthz') +
        formatGetRequest('/no-such-page') +
        formatGetRequest('/healthz', 'connection: close\r\n'),
    )
    assert.deepEqual((await client.readAll()).match(/HTTP\/1\.1 \d+/g), [
      'HTTP/1.1 200',
      'HTTP/1.1 404',
      'HTTP/1.1 200',
    ])
    const greedyClient = await openSocket(server.url)
    greedyClient.write(formatGetRequest('/rooms?adult=1').repeat(50))
    assert.doesNotMatch(await greedyClient.readAll(), /(HTTP[^]*){5}/)
  })

  test('disconnects a client that reads no responses, for any request (T49)', { skip: !isLinux }, async (t) => {
    const responsePaths = await listResponsePaths(server.url)
    assert.ok(responsePaths.size > 2, `${responsePaths.size} paths`)
    for (const [kind, path] of responsePaths) {
      const clients = await Promise.all(
        Array.from({ length: valueForTier({ gate: 3, all: 10, soak: 10 }) }, () =>
          openSocket(server.url, { reads: false }),
        ),
      )
      t.after(() => clients.forEach(({ socket }) => socket.destroy()))
      for (const unreadClient of clients) unreadClient.write(formatGetRequest(path).repeat(800))
      assert.equal((await sendRequest(server.url, '/')).status, 200)
      assert.ok(
        (await Promise.all(clients.map((unreadClient) => unreadClient.waitUntilClosed()))).every(Boolean),
        `${kind} is still connected`,
      )
    }
  })

  const isSlowRun = isLinux && tier !== 'gate'
  test('disconnects a client that keeps sending requests and reads no response', { skip: !isSlowRun }, async (t) => {
    const stalledSocket = await openSocket(server.url, { reads: false })
    t.after(() => stalledSocket.socket.destroy())
    const largestPicture = await findLargestPicturePath(server.url)
    for (let sentCount = 0; sentCount < 200; sentCount++) {
      stalledSocket.write(formatGetRequest(largestPicture))
      await sleep(10)
    }
    assert.equal(await stalledSocket.waitUntilClosed(), true)
  })

  test('limits the connections of one caller, and still admits others', async (t) => {
    const clients = await Promise.all(
      Array.from({ length: defaultBounds.connections + 20 }, () => openSocket(server.url)),
    )
    t.after(() => clients.forEach(({ socket }) => socket.destroy()))
    const countClosed = () => clients.filter(({ socket }) => socket.destroyed).length
    while (countClosed() < 20) await sleep(20)
    const admittedClients = clients.filter(({ socket }) => !socket.destroyed)
    const answerPromises = admittedClients.map(({ socket }) =>
      Promise.race([once(socket, 'data'), once(socket, 'close')]),
    )
    for (const { write } of admittedClients) write(formatGetRequest('/healthz'))
    await Promise.all(answerPromises)
    assert.equal(countClosed(), 20)
    const otherClient = await openSocket(server.url, { from: '127.0.0.2' })
    otherClient.write(formatGetRequest('/healthz', 'connection: close\r\n'))
    assert.match(await otherClient.readAll(), /^HTTP\/1\.1 200/)
    assert.equal(countClosed(), 20)
    for (const { socket } of clients) socket.destroy()
    const isAdmitted = () =>
      sendRequest(server.url, '/healthz').then(
        ({ status }) => status === 200,
        () => false,
      )
    while (!(await isAdmitted())) await sleep(20)
  })

  test('rejects invalid, too long or ambiguous requests with the usual headers (T50)', async () => {
    const requestCases: [request: string, status: number][] = [
      ['NONSENSE\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: a\r\nX: y\rz\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: selvage\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      ['GET / HTTP/1.1\r\n\r\n', 400],
      ['GET / HTTP/1.1\r\nHost: selvage\r\nHost: evil.example\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: ${'a'.repeat(300)}\r\n\r\n`, 400],
      ['GET http://evil.example/ HTTP/1.1\r\nHost: selvage\r\n\r\n', 400],
      ['GET * HTTP/1.1\r\nHost: selvage\r\n\r\n', 400],
      [`GET /${'x'.repeat(5_000)} HTTP/1.1\r\nHost: selvage\r\n\r\n`, 414],
      [
        'POST /api/auth/register HTTP/1.1\r\nHost: selvage\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
        400,
      ],
      ['POST /api/auth/register HTTP/1.1\r\nHost: selvage\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
      ['GET / HTTP/1.1\r\nHost: selvage\r\nExpect: the-unexpected\r\n\r\n', 417],
    ]
    for (const [request, status] of requestCases) {
      const socket = await openSocket(server.url)
      socket.write(request)
      const response = await socket.readAll()
      assert.match(response, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(request.slice(0, 80)))
      for (const header of [
        'x-content-type-options: nosniff',
        'x-frame-options: DENY',
        'cache-control: no-store',
        "content-security-policy: default-src 'none'",
      ])
        assert.ok(response.toLowerCase().includes(header.toLowerCase()), `${status} without ${header}`)
      assert.equal(typeof JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)).message, 'string')
    }
  })

  test('accepts an absolute URL for its own host, and HTTP/1.0 without a host', async () => {
    for (const request of [
      'GET http://selvage/healthz HTTP/1.1\r\nHost: Selvage\r\nConnection: close\r\n\r\n',
      'GET /healthz HTTP/1.0\r\n\r\n',
    ]) {
      const socket = await openSocket(server.url)
      socket.write(request)
      assert.match(await socket.readAll(), /^HTTP\/1\.1 200 /)
    }
  })

  test('continues to serve after it ran out of file descriptors (EMFILE)', { skip: !isLinux }, async (t) => {
    const pictures = await listPicturePaths(server.url)
    const limitFiles = (limit: number) =>
      promisify(execFile)('prlimit', ['--pid', String(server.pid), `--nofile=${limit}:`]).then(
        () => true,
        () => false,
      )
    const sockets = await Promise.all(Array.from({ length: 10 }, () => openSocket(server.url)))
    t.after(() => sockets.forEach(({ socket }) => socket.destroy()))
    const dataPromises = sockets.map(({ socket }) => once(socket, 'data'))
    for (const { write } of sockets) write(formatGetRequest('/healthz'))
    await Promise.all(dataPromises)
    if (!(await limitFiles(3))) return t.skip('prlimit is not installed') // open files stay open
    const answerPromises = sockets.map(({ socket }) => Promise.race([once(socket, 'data'), once(socket, 'close')]))
    sockets.forEach(({ write }, index) => write(formatGetRequest(pictures[index % pictures.length]!)))
    await Promise.all(answerPromises)
    for (const { socket } of sockets) socket.destroy()
    await limitFiles(4_096)
    assert.equal((await sendRequest(server.url, '/')).status, 200)
    for (const path of pictures) assert.equal((await sendRequest(server.url, path)).status, 200, path)
  })
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`requests of one caller on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' })

    test('wait for each other and do not delay other callers', async () => {
      let answeredCount = 0
      const requestInOrder = async (path: string, address: string) => {
        await sendRequest(app.url, path, { headers: { 'x-forwarded-for': address } })
        return ++answeredCount
      }
      const requests = Array.from({ length: 200 }, (_, n) => requestInOrder(`/rooms?adult=1&n=${n}`, '203.0.113.9'))
      await Promise.race(requests)
      const otherCallerRank = await requestInOrder('/rooms?adult=2', '203.0.113.10')
      await Promise.all(requests)
      assert.ok(otherCallerRank < 100, 'the other caller waited for half of the requests')
    })

    test('are attributed to the address that the proxy saw, in any notation and after any forged entries (T45)', async () => {
      const forwardedHeaders = [
        '203.0.113.77',
        '203.0.113.77:4711',
        'garbage, 203.0.113.77',
        '1.2.3.4, 203.0.113.77:80',
        '::ffff:203.0.113.77',
        ' 203.0.113.77 ',
        `${'1.2.3.4,'.repeat(400)}203.0.113.77`,
        '203.0.113.77, 127.0.0.1',
      ]
      const requestContact = (address: string) =>
        app.fetch('/api/public/sendContact', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
          body: '{}',
        })
      for (const forwardedFor of forwardedHeaders) assert.equal((await requestContact(forwardedFor)).status, 422)
      for (const garbage of [
        '',
        'unknown',
        '_hidden',
        '203.0.113',
        '1.2.3.4.5',
        'x'.repeat(500),
        '203.0.113.77, garbage',
        '999.1.1.1',
        '[::1',
        '::g',
      ])
        assert.equal((await requestContact(garbage)).status, 422)
      const rows = await app.db
        .selectFrom('rate_limit')
        .select(['key', 'hits'])
        .where('key', 'like', 'contact:%')
        .orderBy('key')
        .execute()
      assert.deepEqual(rows, [
        { key: 'contact:127.0.0.1', hits: 10 },
        { key: 'contact:203.0.113.77', hits: forwardedHeaders.length },
      ])
    })

    test('are rejected without a token before a form is parsed (T35)', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const { status } = await sendRequest(app.url, '/api/booking/bookingRequest', {
        method: 'POST',
        headers,
        body: 'no form at all',
      })
      assert.equal(status, 401)
    })
  })
}
