import assert from 'node:assert/strict'
import type { TestApp } from './test-app.ts'
import { addRoom } from './rooms.ts'

/** Creates the API calls of an owner who changes rates of rooms that cost BDT 4,000. */
export async function createRateCalls(app: TestApp) {
  const token = await app.signIn('owner')
  const call = (name: Parameters<TestApp['call']>[0], form: object = {}, callOptions: object = {}) =>
    app.call(name, form, { token, ...callOptions })
  let roomCount = 0
  const createRoom = (units = 2) => addRoom(app.db, `rated-${++roomCount}`, units, { price_poisha: 400_000 })
  return {
    call: call,
    newRoom: createRoom,
    preview: (form: object) => call('previewRates', form),
    /** Previews a change and applies it, as the office does. */
    async change(form: object) {
      const { status, body } = await call('previewRates', form)
      assert.equal(status, 200, JSON.stringify(body))
      return call('applyRates', { ...form, digest: body.digest })
    },
    rows: (roomId: number) =>
      app.db.selectFrom('rate').selectAll().where('room_id', '=', roomId).orderBy('day').execute(),
  }
}
