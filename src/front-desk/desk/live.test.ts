import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { callEndpoint, setUpTestApp } from '#testing/test-app.ts'
import { startSecondProcess } from '#testing/second-process.ts'
import { officeEndpoints } from '#routes/office.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`live updates at the desk on ${engine.name}`, () => {
    const app = setUpTestApp(engine, { RATE_LIMIT: 'on' })
    let token: string
    let rooms: { id: number }[]
    before(async () => {
      token = await app.signIn('staff')
      rooms = await app.db.selectFrom('room').select('id').orderBy('id').execute()
    })

    const listen = (userToken = token) =>
      app.fetch('/api/office/watchChanges?seconds=600', { headers: { authorization: `Bearer ${userToken}` } })
    const book = (nights: number) =>
      app.call(
        'bookAtDesk',
        {
          from: app.day(nights),
          to: app.day(nights + 1),
          rooms: [{ room: rooms[0]!.id, adults: 1 }],
          source: 'phone',
          name: 'Mina',
          phone: '+8801700000009',
          language: 'en',
        },
        { token },
      )

    const readState = async () => {
      const stream = readEvents(await listen())
      const { value } = await stream.next()
      await stream.return()
      return value
    }

    test('reach every listener once, including the user who made the change (OFF-109)', async () => {
      const streams = await Promise.all([listen(), listen(), listen()].map(async (stream) => readEvents(await stream)))
      const firstEvents = await Promise.all(streams.map((stream) => stream.next()))
      assert.equal((await book(3)).status, 200)
      const eventsAfterBooking = await Promise.all(streams.map((stream) => stream.next()))
      assert.equal((await book(5)).status, 200)
      // If the first booking had caused two events, the second one would arrive now.
      const lastEvents = await Promise.all(streams.map((stream) => stream.next()))
      const currentState = await readState()
      for (const [index, { value }] of eventsAfterBooking.entries()) {
        assert.notEqual(value, firstEvents[index]!.value)
        assert.notEqual(value, currentState)
        assert.equal(lastEvents[index]!.value, currentState)
      }
      await Promise.all(streams.map((stream) => stream.return()))
    })

    if (engine.name === 'postgres')
      test('reach the listeners of another process (OFF-109)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          const options = { headers: { authorization: `Bearer ${token}` } }
          const remoteEvents = readEvents(
            await fetch(`${secondServer.url}${officeEndpoints.watchChanges[1]}?seconds=600`, options),
          )
          const localEvents = readEvents(await listen())
          const [firstEvent, firstLocalEvent] = await Promise.all([remoteEvents.next(), localEvents.next()])
          assert.deepEqual(firstEvent, firstLocalEvent)
          assert.equal((await book(9)).status, 200)
          const [nextRemoteEvent, nextLocalEvent] = await Promise.all([remoteEvents.next(), localEvents.next()])
          assert.ok(nextRemoteEvent.value && nextRemoteEvent.value !== firstEvent.value)
          assert.equal(nextRemoteEvent.value, nextLocalEvent.value)
          // A change in the second process arrives here, too.
          const note = { text: 'From over there', task: true }
          assert.equal((await callEndpoint(secondServer.url, 'addDeskNote', note, { token })).status, 200)
          const localNoteEvent = await localEvents.next()
          assert.ok(localNoteEvent.value && localNoteEvent.value !== nextLocalEvent.value)
          await Promise.all([remoteEvents.return(), localEvents.return()])
        } finally {
          await secondServer.close()
        }
      })

    test('do not use up the request slots of the user (OFF-109)', async () => {
      const streams = await Promise.all(Array.from({ length: 6 }, async () => readEvents(await listen())))
      await Promise.all(streams.map((stream) => stream.next()))
      assert.equal((await app.call('getBookings', {}, { token })).status, 200)
      await Promise.all(streams.map((stream) => stream.return()))
    })

    test('are limited to a maximum number of listeners per user, and require a session (OFF-109)', async () => {
      const ownerToken = await app.signIn('owner')
      const streams = await Promise.all(Array.from({ length: 12 }, async () => readEvents(await listen(ownerToken))))
      await Promise.all(streams.map((stream) => stream.next()))
      assert.equal((await listen(ownerToken)).status, 429)
      await Promise.all(streams.map((stream) => stream.return()))
      assert.equal((await app.fetch('/api/office/watchChanges')).status, 401)
    })

    test('no longer count a listener who has left (OFF-351)', async () => {
      for (let openedCount = 0; openedCount < 15; openedCount++) {
        const stream = readEvents(await listen())
        await stream.next()
        await stream.return()
      }
    })

    test('do not count a listener who leaves before the first event (OFF-351)', async () => {
      for (let openedCount = 0; openedCount < 15; openedCount++) {
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
        const request = `GET /api/office/watchChanges?seconds=600 HTTP/1.1\r\nHost: desk\r\nAuthorization: Bearer ${token}\r\n\r\n`
        socket.write(request, () => socket.destroy())
        await once(socket, 'close')
      }
      assert.ok(await readState())
    })

    test('do not reach an ended session or a suspended user (SEC-8)', async () => {
      for (const endSession of [
        (userToken: string) => app.call('logout', {}, { token: userToken }),
        () =>
          app.db.updateTable('account').set({ suspended_at: app.clock.now }).where('username', '=', 'staff').execute(),
      ]) {
        const userToken = await app.signIn('staff')
        const stream = readEvents(await listen(userToken))
        await stream.next()
        const ownerToken = await app.signIn('owner')
        await endSession(userToken)
        assert.equal((await app.call('addDeskNote', { text: 'Secret', task: true }, { token: ownerToken })).status, 200)
        assert.deepEqual(await stream.next(), { done: true, value: undefined })
      }
      await app.db.updateTable('account').set({ suspended_at: null }).where('username', '=', 'staff').execute()
      token = await app.signIn('staff')
    })

    test('end when the server stops, without delaying it (OFF-109)', async () => {
      // The connection would stay open for ten minutes, longer than a test may take.
      const stream = readEvents(await listen())
      await stream.next()
      await app.restart()
      while (!(await stream.next()).done);
    })
  })
}

/** Yields the current state, then the state after each change. */
async function* readEvents(response: Response): AsyncGenerator<string, void> {
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const chunk = await reader.read()
      if (chunk.done) return
      text += chunk.value
      for (let eventEnd = text.indexOf('\n\n'); eventEnd >= 0; eventEnd = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, eventEnd))?.[1]
        text = text.slice(eventEnd + 2)
        if (data) yield data
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
