import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { ask } from '#testing/ask.ts'
import { openBareFront } from '#testing/bare-front.ts'

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: selvage\r\n\r\n`
/** More than the system buffers for a connection. */
const large = Buffer.alloc(64 * 1024 * 1024)

/** Node emits `timeout` for a socket on which nothing has moved for `server.timeout`. The tests emit it themselves. */
describe('a reader that takes no answers', () => {
  test('is looked at every five seconds', async (t) => {
    const { server } = await openBareFront(t, (_, response) => response.end())
    assert.equal(server.timeout, 5_000)
  })

  test('is cut once its answer is written', async (t) => {
    const { openUnread } = await openBareFront(t, (_, response) => response.end(large))
    const { accepted, say } = await openUnread()
    const answered = once(accepted, 'data')
    say(get('/'))
    await answered
    assert.ok(accepted.writableLength > 0, 'nothing is left to read')
    const closed = once(accepted, 'close')
    accepted.emit('timeout')
    await closed
    assert.equal(accepted.writableLength, 0)
  })

  test('is not cut while the server is still working on its answer', async (t) => {
    const asked = Promise.withResolvers<ServerResponse>()
    const { openUnread } = await openBareFront(t, (_, response) => asked.resolve(response))
    const { accepted, say } = await openUnread()
    say(get('/'))
    const response = await asked.promise
    accepted.emit('timeout')
    accepted.emit('timeout')
    assert.equal(accepted.destroyed, false)
    response.end(large)
    accepted.emit('timeout')
    assert.equal(accepted.destroyed, true)
  })

  test('is cut if it asks for nothing', async (t) => {
    const { openUnread } = await openBareFront(t, (_, response) => response.end())
    const { accepted } = await openUnread()
    accepted.emit('timeout')
    assert.equal(accepted.destroyed, true)
  })

  test('gets 503 on every connection of a caller that leaves four megabytes unread (T49)', async (t) => {
    const { openUnread, url } = await openBareFront(t, ({ url: path }, response) =>
      response.end(path === '/large' ? large : 'small'),
    )
    const unread = await openUnread()
    const answered = once(unread.accepted, 'data')
    unread.say(get('/large'))
    await answered
    assert.equal((await ask(url, '/small')).status, 200, 'the bytes of few connections are not counted')
    for (let connections = 1; connections < 32; connections++) await openUnread()
    assert.equal((await ask(url, '/small')).status, 503)
  })
})

describe('a server that drains', () => {
  test('gives the answers that it owes, and does not wait for a reader that takes none', async (t) => {
    const owed = Promise.withResolvers<ServerResponse>()
    const { front, server, openUnread, url } = await openBareFront(t, ({ url: path }, response) =>
      path === '/owed' ? owed.resolve(response) : void response.end(large),
    )
    const unread = await openUnread()
    const answered = once(unread.accepted, 'data')
    unread.say(get('/large'))
    await answered
    const asked = ask(url, '/owed')
    const response = await owed.promise
    let isDrained = false
    const draining = front.drain(24 * 3_600_000).then(() => (isDrained = true))
    await once(unread.accepted, 'close')
    assert.equal(isDrained, false)
    assert.equal(server.listening, false)
    response.end('owed')
    assert.equal(String((await asked).body), 'owed')
    await draining
  })
})
