import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { MONDAY_MORNING_IN_DHAKA, startTestApp, type TestApp } from '#testing/test-app.ts'
import { purgeDoneNotes } from '../purge.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`tasks of a unit on ${engine.name}`, () => {
    let app: TestApp
    let staffToken: string
    let unit: { id: number; name: string; room_id: number }
    before(async () => {
      app = await startTestApp(engine)
      unit = await app.db.selectFrom('unit').selectAll().orderBy('id').executeTakeFirstOrThrow()
    })
    beforeEach(async () => {
      app.clock.now = MONDAY_MORNING_IN_DHAKA
      for (const table of ['desk_note', 'request_key'] as const) await app.db.deleteFrom(table).execute()
      staffToken = await app.signIn('staff')
    })
    after(() => app.close())

    const call = (name: Parameters<TestApp['call']>[0], form: object = {}, key?: string) =>
      app.call(name, form, { token: staffToken, ...(key && { key }) })
    const readUnit = async (): Promise<{ tasks: Task[] }> =>
      (await call('getHousekeeping')).body.data.find(({ id }: { id: number }) => id === unit.id)
    /** Advances the clock and signs in again, because the session has expired. */
    async function advance(ms: number): Promise<void> {
      app.clock.advance(ms)
      staffToken = await app.signIn('staff')
    }

    test('are added once, can be marked as done and reopened, and are limited to 20 (OFF-181)', async () => {
      const add = (text: string, key = text) => call('addUnitTask', { unit: unit.id, text }, key)
      assert.equal((await add('A new bulb')).status, 200)
      assert.equal((await add('A new bulb')).status, 200)
      const [task, ...otherTasks] = (await readUnit()).tasks
      assert.deepEqual([task!.text, task!.done, otherTasks], ['A new bulb', false, []])
      assert.match(task!.by, /^Tanvir/)
      assert.equal((await call('setUnitTaskDone', { id: task!.id, done: true })).status, 200)
      assert.equal((await readUnit()).tasks[0]!.done, true)
      assert.equal((await call('setUnitTaskDone', { id: task!.id, done: false })).status, 200)
      assert.equal((await readUnit()).tasks[0]!.done, false)
      await call('setUnitTaskDone', { id: task!.id, done: true })
      await advance(13 * HOUR_MS)
      assert.deepEqual((await readUnit()).tasks, [], 'hides tasks done long ago')
      assert.equal((await call('setUnitTaskDone', { id: 2_000_000_000, done: true })).status, 404)
      for (let number = 0; number < 20; number++) assert.equal((await add(`Task ${number}`)).status, 200)
      const response = await add('One more')
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['text']])
    })

    test('are purged after the retention period if they are done (OFF-181)', async () => {
      await call('addUnitTask', { unit: unit.id, text: 'A new bulb' }, 'bulb')
      await call('addUnitTask', { unit: unit.id, text: 'A new lock' }, 'lock')
      const [bulbTask] = (await readUnit()).tasks
      await call('setUnitTaskDone', { id: bulbTask!.id, done: true })
      const readRemainingTexts = async () =>
        (await app.db.selectFrom('desk_note').select('text').execute()).map(({ text }) => text)
      app.clock.advance(90 * DAY_MS)
      await purgeDoneNotes(app.db, app.clock.now)
      assert.equal((await readRemainingTexts()).length, 2)
      app.clock.advance(1)
      await purgeDoneNotes(app.db, app.clock.now)
      assert.deepEqual(await readRemainingTexts(), ['A new lock'])
    })

    test('appear with their unit among the tasks of the day, and are logged under their room (OFF-181)', async () => {
      await call('addUnitTask', { unit: unit.id, text: 'A new bulb' }, 'log')
      const [note] = (await call('getToday')).body.notes
      assert.deepEqual([note.text, note.unit, note.task], ['A new bulb', unit.name, true])
      await call('markDeskNote', { id: note.id, done: true })
      assert.equal((await readUnit()).tasks[0]!.done, true, 'a task done at the desk is done for housekeeping')
      const subject = `room ${unit.room_id}`
      const { body } = await app.call('getLog', { subject }, { token: await app.signIn('owner') })
      assert.deepEqual(
        [body.data[0].action, body.data[0].changes],
        ['unit task added', [{ field: `task ${unit.name}`, before: null, after: 'A new bulb' }]],
      )
    })
  })
}

interface Task {
  id: number
  text: string
  by: string
  done: boolean
}
