import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { startLoadGenerator, type LoadGenerator } from './processes.ts'

describe('the load generator', () => {
  let loadGenerator: LoadGenerator
  before(() => {
    loadGenerator = startLoadGenerator()
  })
  after(() => loadGenerator[Symbol.asyncDispose]())

  test('counts each large response once and alternates between its requests', async () => {
    const requestedPaths: string[] = []
    const body = Buffer.alloc(200_000, 'x')
    await using server = await serve((request, response) => {
      requestedPaths.push(request.url!)
      response.setHeader('content-length', body.length).end(body)
    })
    const requests = [writeRequest('/one'), writeRequest('/two')]
    const { answers: responseCount } = await loadGenerator.run({
      port: server.port,
      connections: 4,
      requests,
      seconds: 0,
      minRequests: 10,
    })
    assert.deepEqual([responseCount, requestedPaths.length], [40, 40])
    const oneCount = requestedPaths.filter((path) => path === '/one').length
    assert.ok(Math.abs(oneCount - responseCount / 2) <= 1, `${oneCount} of ${responseCount}`)
  })

  test('replaces the placeholder with a new number in each request, across runs', async () => {
    const requestedPaths: string[] = []
    await using server = await serve((incoming, response) => {
      requestedPaths.push(incoming.url!)
      response.setHeader('content-length', 2).end('ok')
    })
    const sendNumberedRequests = () =>
      loadGenerator.run({
        port: server.port,
        connections: 2,
        requests: [writeRequest('/################')],
        mark: '#'.repeat(16),
        seconds: 0,
        minRequests: 5,
      })
    await sendNumberedRequests()
    await sendNumberedRequests()
    assert.deepEqual([requestedPaths.length, new Set(requestedPaths).size], [20, 20])
    assert.match(requestedPaths.at(-1)!, /^\/\d{16}$/)
  })

  test('reads a response in chunks to its end, and accepts redirects on request', async () => {
    const requestedPaths: string[] = []
    await using server = await serve((incoming, response) => {
      requestedPaths.push(incoming.url!)
      if (incoming.url === '/moved') return void response.writeHead(302, { location: '/', 'content-length': 0 }).end()
      response.write('x'.repeat(100_000))
      setImmediate(() => response.end('the end'))
    })
    const options = { port: server.port, connections: 2, seconds: 0, minRequests: 5 }
    const { answers: responseCount } = await loadGenerator.run({ ...options, requests: [writeRequest('/')] })
    assert.deepEqual([responseCount, requestedPaths.length], [10, 10])
    await assert.rejects(loadGenerator.run({ ...options, requests: [writeRequest('/moved')] }), /302 Found/)
    await loadGenerator.run({ ...options, requests: [writeRequest('/moved')], acceptsRedirects: true })
  })

  test('fails on an error response', async () => {
    await using server = await serve((_, response) => response.writeHead(503, { 'content-length': 4 }).end('busy'))
    const loadPromise = loadGenerator.run({
      port: server.port,
      connections: 2,
      requests: [writeRequest('/')],
      seconds: 5,
    })
    await assert.rejects(loadPromise, /503 Service Unavailable/)
  })

  test('fails if the server is not running', async () => {
    const { port, [Symbol.asyncDispose]: close } = await serve((_, response) => response.end())
    await close()
    await assert.rejects(
      loadGenerator.run({ port, connections: 1, requests: [writeRequest('/')], seconds: 5 }),
      /ECONNREFUSED/,
    )
  })
})

const writeRequest = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
