import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { callOver, startTestApp, type TestApp } from '#testing/test-app.ts'
import { openSecond } from '#testing/second-process.ts'
import { officeEndpoints } from '#routes/office.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`live updates at the desk on ${engine.name}`, () => {
    let app: TestApp
    let token: string
    let rooms: { id: number }[]
    before(async () => {
      app = await startTestApp(engine, { RATE_LIMIT: 'on' })
      token = await app.signIn('staff')
      rooms = await app.db.selectFrom('room').select('id').orderBy('id').execute()
    })
    after(() => app.close())

    const listen = (who = token) =>
      app.fetch('/api/office/watchDesk?seconds=600', { headers: { authorization: `Bearer ${who}` } })
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

    const state = async () => {
      const line = events(await listen())
      const { value } = await line.next()
      await line.return()
      return value
    }

    test('sends each change once to every listener, including the user who made it (OFF-109)', async () => {
      const lines = await Promise.all([listen(), listen(), listen()].map(async (line) => events(await line)))
      const first = await Promise.all(lines.map((line) => line.next()))
      assert.equal((await book(3)).status, 200)
      const booked = await Promise.all(lines.map((line) => line.next()))
      assert.equal((await book(5)).status, 200)
      // If the first booking had caused two events, the second one would arrive now.
      const last = await Promise.all(lines.map((line) => line.next()))
      const now = await state()
      for (const [at, { value }] of booked.entries()) {
        assert.notEqual(value, first[at]!.value)
        assert.notEqual(value, now)
        assert.equal(last[at]!.value, now)
      }
      await Promise.all(lines.map((line) => line.return()))
    })

    if (engine.name === 'postgres')
      test('sends changes of one process to the listeners of another (OFF-109)', async () => {
        const second = await openSecond(app)
        try {
          const asked = { headers: { authorization: `Bearer ${token}` } }
          const there = events(await fetch(`${second.url}${officeEndpoints.watchDesk[1]}?seconds=600`, asked))
          const here = events(await listen())
          const [first, own] = await Promise.all([there.next(), here.next()])
          assert.deepEqual(first, own)
          assert.equal((await book(9)).status, 200)
          const [heard, ours] = await Promise.all([there.next(), here.next()])
          assert.ok(heard.value && heard.value !== first.value)
          assert.equal(heard.value, ours.value)
          // A change in the second process arrives here, too.
          const note = { text: 'From over there', task: true }
          assert.equal((await callOver(second.url, 'addDeskNote', note, { token })).status, 200)
          const back = await here.next()
          assert.ok(back.value && back.value !== ours.value)
          await Promise.all([there.return(), here.return()])
        } finally {
          await second.close()
        }
      })

    test('does not use up the request slots of the user (OFF-109)', async () => {
      const lines = await Promise.all(Array.from({ length: 6 }, async () => events(await listen())))
      await Promise.all(lines.map((line) => line.next()))
      assert.equal((await app.call('getBookings', {}, { token })).status, 200)
      await Promise.all(lines.map((line) => line.return()))
    })

    test('limits the listeners of a user, and rejects requests without a session (OFF-109)', async () => {
      const owner = await app.signIn('owner')
      const lines = await Promise.all(Array.from({ length: 12 }, async () => events(await listen(owner))))
      await Promise.all(lines.map((line) => line.next()))
      assert.equal((await listen(owner)).status, 429)
      await Promise.all(lines.map((line) => line.return()))
      assert.equal((await app.fetch('/api/office/watchDesk')).status, 401)
    })

    test('sends nothing to an ended session or a suspended user (SEC-8)', async () => {
      for (const end of [
        (who: string) => app.call('logout', {}, { token: who }),
        () =>
          app.db.updateTable('account').set({ suspended_at: app.clock.now }).where('username', '=', 'staff').execute(),
      ]) {
        const who = await app.signIn('staff')
        const line = events(await listen(who))
        await line.next()
        const owner = await app.signIn('owner')
        await end(who)
        assert.equal((await app.call('addDeskNote', { text: 'Secret', task: true }, { token: owner })).status, 200)
        assert.deepEqual(await line.next(), { done: true, value: undefined })
      }
      await app.db.updateTable('account').set({ suspended_at: null }).where('username', '=', 'staff').execute()
      token = await app.signIn('staff')
    })

    test('ends with the server, which does not wait for listeners (OFF-109)', async () => {
      // The listener would stay for ten minutes, longer than a test may take.
      const line = events(await listen())
      await line.next()
      await app.restart()
      while (!(await line.next()).done);
    })
  })
}

/** Yields the state after each change. */
async function* events(response: Response): AsyncGenerator<string, void> {
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (;;) {
      const read = await reader.read()
      if (read.done) return
      text += read.value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const said = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
        if (said) yield said
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
