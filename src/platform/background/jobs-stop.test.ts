import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { bothEngines, sqlite } from '#testing/engines.ts'
import { startWorkerTests } from '#testing/workers.ts'
import type { WholeDatabase } from '../database/database.ts'
import { enqueue, startWorker } from './jobs.ts'

for (const engine of bothEngines) {
  describe(`jobs on ${engine.name}`, () => {
    let db: WholeDatabase
    const { clock, worker, jobs, onlyJob } = startWorkerTests(engine, (database) => (db = database.db))

    test('are finished by a stopping worker only if they have already started', async () => {
      let finish = () => {}
      const doneIds: number[] = []
      const stoppingWorker = worker({
        async count({ n }: { n: number }) {
          await new Promise<void>((resolve) => (finish = resolve))
          doneIds.push(n)
        },
      })
      for (const n of [1, 2]) await enqueue(db, clock.now, 'count', { n })
      void stoppingWorker.runDue()
      while ((await onlyJob()).attempts === 0) await sleep(1)
      let isStopped = false
      const stopResult = stoppingWorker.stop().then(() => (isStopped = true))
      await turn()
      assert.equal(isStopped, false)
      finish()
      await stopResult
      assert.deepEqual(doneIds, [1])
      assert.deepEqual(
        (await jobs()).map((job) => [job.attempts, job.done_at !== null]),
        [
          [1, true],
          [0, false],
        ],
      )
    })

    test('claimed at the moment of stopping are either completed or not started', async () => {
      const stoppingWorker = worker({ count: async () => {} })
      await enqueue(db, clock.now, 'count', { n: 1 })
      void stoppingWorker.runDue()
      await stoppingWorker.stop()
      const { attempts, done_at } = await onlyJob()
      assert.deepEqual(done_at === null, attempts === 0)
    })
  })
}

describe('a stopping worker', () => {
  test('waits briefly for a job that hangs, and leaves it to another process', async (t) => {
    const { db, close } = await sqlite.fresh()
    t.after(close)
    const neverResolve = () => new Promise<void>(() => {})
    const hangingWorker = startWorker(db, Date.now, { hang: neverResolve }, () => {}, { stopTimeoutMs: 1 })
    await enqueue(db, Date.now(), 'hang', {})
    void hangingWorker.runDue()
    const hasStarted = () => db.selectFrom('job').select('id').where('attempts', '=', 1).executeTakeFirst()
    while (!(await hasStarted())) await sleep(1)
    await hangingWorker.stop()
    const { done_at } = await db.selectFrom('job').select('done_at').executeTakeFirstOrThrow()
    assert.equal(done_at, null)
  })
})
