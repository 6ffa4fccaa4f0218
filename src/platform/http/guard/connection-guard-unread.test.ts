import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { sendRequest } from '#testing/send-request.ts'
import { openBareGuard } from '#testing/bare-guard.ts'

const formatGetRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: selvage\r\n\r\n`
/** Larger than the system's buffer for a connection. */
const largeBody = Buffer.alloc(64 * 1024 * 1024)

/** Node emits `timeout` for a socket without any progress during `server.timeout`. These tests emit it themselves. */
describe('a client that reads no answers', () => {
  test('is checked every five seconds', async (t) => {
    const { server } = await openBareGuard(t, (_, response) => response.end())
    assert.equal(server.timeout, 5_000)
  })

  test('is disconnected once its response is complete', async (t) => {
    const { openUnread } = await openBareGuard(t, (_, response) => response.end(largeBody))
    const { serverSocket, write } = await openUnread()
    const dataPromise = once(serverSocket, 'data')
    write(formatGetRequest('/'))
    await dataPromise
    assert.ok(serverSocket.writableLength > 0, 'all data was read')
    const closePromise = once(serverSocket, 'close')
    serverSocket.emit('timeout')
    await closePromise
    assert.equal(serverSocket.writableLength, 0)
  })

  test('is not disconnected while the server still prepares its response', async (t) => {
    const pendingResponse = Promise.withResolvers<ServerResponse>()
    const { openUnread } = await openBareGuard(t, (_, response) => pendingResponse.resolve(response))
    const { serverSocket, write } = await openUnread()
    write(formatGetRequest('/'))
    const response = await pendingResponse.promise
    serverSocket.emit('timeout')
    serverSocket.emit('timeout')
    assert.equal(serverSocket.destroyed, false)
    response.end(largeBody)
    serverSocket.emit('timeout')
    assert.equal(serverSocket.destroyed, true)
  })

  test('is disconnected if it sends no request', async (t) => {
    const { openUnread } = await openBareGuard(t, (_, response) => response.end())
    const { serverSocket } = await openUnread()
    serverSocket.emit('timeout')
    assert.equal(serverSocket.destroyed, true)
  })

  test('gets 503 on all connections of its address if it has many and four megabytes of responses are unread (T49)', async (t) => {
    const { openUnread, url } = await openBareGuard(t, ({ url: path }, response) =>
      response.end(path === '/large' ? largeBody : 'small'),
    )
    const unreadClient = await openUnread()
    const dataPromise = once(unreadClient.serverSocket, 'data')
    unreadClient.write(formatGetRequest('/large'))
    await dataPromise
    assert.equal((await sendRequest(url, '/small')).status, 200, 'unread bytes are not counted for few connections')
    for (let connectionCount = 1; connectionCount < 32; connectionCount++) await openUnread()
    assert.equal((await sendRequest(url, '/small')).status, 503)
  })
})

describe('drain', () => {
  test('waits for pending responses, but not for a client that reads none', async (t) => {
    const pendingResponse = Promise.withResolvers<ServerResponse>()
    const { guard, server, openUnread, url } = await openBareGuard(t, ({ url: path }, response) =>
      path === '/owed' ? pendingResponse.resolve(response) : void response.end(largeBody),
    )
    const unreadClient = await openUnread()
    const dataPromise = once(unreadClient.serverSocket, 'data')
    unreadClient.write(formatGetRequest('/large'))
    await dataPromise
    const responsePromise = sendRequest(url, '/owed')
    const response = await pendingResponse.promise
    let isDrained = false
    const drainPromise = guard.drain(24 * 3_600_000).then(() => (isDrained = true))
    await once(unreadClient.serverSocket, 'close')
    assert.equal(isDrained, false)
    assert.equal(server.listening, false)
    response.end('owed')
    assert.equal(String((await responsePromise).body), 'owed')
    await drainPromise
  })
})
