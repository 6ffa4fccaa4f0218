import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '#testing/child.ts'
import { bothEngines, type TestDatabase } from '#testing/engines.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { delayFirstResult } from '#testing/slow-database.ts'
import { startWorkerTests } from '#testing/workers.ts'
import { inTransaction, type WholeDatabase } from '../database/database.ts'
import { enqueue, startWorker, type JobKinds } from './jobs.ts'

/*
 * A worker also runs due jobs by itself, as soon as it is notified of them. So the number that `runDue` returns is only
 * certain if no job is due. The tests assert what the jobs did.
 */

const LEASE_MS = 60_000

for (const engine of bothEngines) {
  describe(`jobs on ${engine.name}`, () => {
    let database: TestDatabase
    let db: WholeDatabase
    const { clock, errors, worker, jobs, onlyJob } = startWorkerTests(engine, (started) => {
      database = started
      db = started.db
    })
    /** Simulates a process that dies during a job: the lease remains, and nobody finishes the job. */
    const abandonJob = async (kind: string) => {
      let markStarted = () => {}
      const startedPromise = new Promise<void>((resolve) => (markStarted = resolve))
      const dyingWorker = startWorker(
        db,
        () => clock.now,
        { [kind]: () => (markStarted(), new Promise(() => {})) },
        () => {},
      )
      void dyingWorker.runDue()
      await startedPromise
      void dyingWorker.stop()
    }

    test('exist only if the transaction that enqueues them commits', async () => {
      await assert.rejects(
        inTransaction(db, async (transaction) => {
          await enqueue(transaction, clock.now, 'greet', {})
          throw new Error('second thoughts')
        }),
        /second thoughts/,
      )
      assert.deepEqual(await jobs(), [])
      await inTransaction(db, (transaction) => enqueue(transaction, clock.now, 'greet', { name: 'Anna' }))
      assert.equal((await onlyJob()).payload, '{"name":"Anna"}')
    })

    test('are found by a polling worker, but not before they are due', async () => {
      const greetedNames: string[] = []
      const { runDue } = worker({ greet: async ({ name }: { name: string }) => void greetedNames.push(name) })
      await enqueue(db, clock.now, 'greet', { name: 'Anna' })
      await enqueue(db, clock.now, 'greet', { name: 'Rafiq' }, clock.now + 3_600_000)
      while (greetedNames.length === 0) await sleep(30)
      assert.deepEqual(greetedNames, ['Anna'])
      clock.now += 3_600_000
      await runDue()
      assert.deepEqual(greetedNames, ['Anna', 'Rafiq'])
    })

    test('that become due during a query are done before runDue returns', async () => {
      const greetedNames: string[] = []
      const slowDb = delayFirstResult(db)
      const jobKinds: JobKinds = { greet: async ({ name }: { name: string }) => void greetedNames.push(name) }
      const { runDue, stop } = startWorker(
        slowDb.db,
        () => clock.now,
        jobKinds,
        (error) => errors.push(String(error)),
      )
      const firstRun = runDue()
      await slowDb.queryStarted
      await enqueue(db, clock.now, 'greet', { name: 'Anna' })
      const allRuns = runDue()
      slowDb.release()
      await Promise.all([firstRun, allRuns])
      await stop()
      assert.deepEqual(greetedNames, ['Anna'])
    })

    test('are each done by one of four workers', async () => {
      const workerByJob = new Map<number, number>()
      const repeatedRuns: number[] = []
      const secondSignal = Promise.withResolvers<void>()
      const workers = [0, 1, 2, 3].map((workerIndex) =>
        worker({
          async count({ n }: { n: number }) {
            if (workerByJob.has(n)) repeatedRuns.push(n)
            workerByJob.set(n, workerIndex)
            // The first worker waits for a second one.
            if (new Set(workerByJob.values()).size > 1) secondSignal.resolve()
            await secondSignal.promise
          },
        }),
      )
      for (let n = 0; n < 200; n++) await enqueue(db, clock.now, 'count', { n })
      while ((await jobs()).some((job) => job.done_at === null))
        await Promise.all(workers.map((oneWorker) => oneWorker.runDue()))
      assert.deepEqual(repeatedRuns, [])
      assert.equal(workerByJob.size, 200)
      assert.deepEqual(new Set((await jobs()).map((job) => job.attempts)), new Set([1]))
      assert.deepEqual(errors, [])
    })

    test('are each done by one of two processes', async () => {
      for (let n = 0; n < 200; n++) await enqueue(db, clock.now, 'count', { n })
      const waitForOtherProcess = `say(n)
        while ((await db.selectFrom('job').select('id').where('attempts', '>', 0).limit(2).execute()).length < 2) await sleep(5)`
      const processes = [
        startWorkerProcess(database, waitForOtherProcess),
        startWorkerProcess(database, waitForOtherProcess),
      ]
      const printedLines = await Promise.all(
        processes.map(async (child) => {
          const lines: string[] = []
          for (let line = await child.readLine(); line !== undefined && line !== 'idle'; line = await child.readLine())
            lines.push(line)
          return lines
        }),
      )
      await Promise.all(processes.map((child) => child.kill()))
      assert.equal(printedLines.flat().length, 200)
      assert.equal(new Set(printedLines.flat()).size, 200)
      assert.ok(
        printedLines.every((lines) => lines.length > 0),
        `one process did all jobs: ${printedLines.map((lines) => lines.length)}`,
      )
    })

    test('of a killed process are taken over after the lease ends, not before', async () => {
      await enqueue(db, clock.now, 'count', { n: 7 })
      const child = startWorkerProcess(database, 'say(n); await new Promise(() => {})')
      assert.equal(await child.readLine(), '7')
      await child.kill()
      const takenOverNumbers: number[] = []
      const { runDue } = worker({ count: async ({ n }: { n: number }) => void takenOverNumbers.push(n) })
      const { run_at } = await onlyJob()
      assert.ok(run_at >= clock.now + LEASE_MS && run_at <= Date.now() + LEASE_MS)
      clock.now = run_at - 1
      assert.equal(await runDue(), 0)
      clock.now = run_at
      await runDue()
      assert.deepEqual(takenOverNumbers, [7])
      assert.equal((await onlyJob()).attempts, 2)
    })

    test('are retried with growing pauses after errors, and given up after twelve attempts', async () => {
      const { runDue } = worker({ fail: () => Promise.reject(new Error(`no. ${errors.length + 1}`)) })
      await enqueue(db, clock.now, 'fail', {})
      const pausesInSeconds: number[] = []
      for (let attempt = 1; attempt <= 12; attempt++) {
        await runDue()
        const job = await onlyJob()
        assert.deepEqual([job.attempts, job.last_error, job.done_at], [attempt, `Error: no. ${attempt}`, null])
        pausesInSeconds.push((job.run_at - clock.now) / 1_000)
        clock.now = job.run_at - 1
        assert.equal(await runDue(), 0)
        clock.now = job.run_at
      }
      assert.deepEqual(pausesInSeconds.slice(0, 8), [5, 15, 45, 135, 405, 1_215, 3_645, 10_935])
      assert.deepEqual(new Set(pausesInSeconds.slice(8)), new Set([6 * 3_600]))
      assert.ok((await onlyJob()).failed_at)
      clock.now += 365 * 86_400_000
      assert.equal(await runDue(), 0)
      assert.equal((await onlyJob()).last_error, 'Error: no. 12')
      assert.equal(errors.length, 12)
    })

    test('are not blocked by a failing job', async () => {
      const doneNumbers: number[] = []
      const { runDue } = worker({
        fail: () => Promise.reject(new Error('never')),
        count: async ({ n }: { n: number }) => void doneNumbers.push(n),
      })
      await enqueue(db, clock.now, 'fail', {})
      await enqueue(db, clock.now, 'no-handler', {})
      await enqueue(db, clock.now, 'count', { n: 1 })
      await runDue()
      assert.deepEqual(
        (await jobs()).map(({ attempts }) => attempts),
        [1, 1, 1],
      )
      assert.deepEqual(doneNumbers, [1])
      assert.deepEqual(errors, ['fail: Error: never', 'no-handler: Error: unknown job kind: no-handler'])
    })

    test('with their own queue run beside the others, up to their concurrency limit', async () => {
      const doneNumbers: number[] = []
      const runningJobs: PromiseWithResolvers<void>[] = []
      const { runDue } = worker({
        wait: {
          concurrency: 3,
          maxDurationMs: scaleTimeout(600_000),
          do() {
            runningJobs.push(Promise.withResolvers())
            return runningJobs.at(-1)!.promise
          },
        },
        count: async ({ n }: { n: number }) => void doneNumbers.push(n),
      })
      for (let n = 0; n < 4; n++) await enqueue(db, clock.now, 'wait', {})
      await enqueue(db, clock.now, 'count', { n: 1 })
      const allRuns = runDue()
      while (runningJobs.length < 3 || doneNumbers.length === 0) await sleep(1)
      assert.deepEqual([runningJobs.length, doneNumbers], [3, [1]])
      runningJobs[0]!.resolve()
      while (runningJobs.length < 4) await sleep(1)
      for (const { resolve } of runningJobs) resolve()
      await allRuns
      assert.deepEqual(
        (await jobs()).map(({ attempts, done_at }) => [attempts, done_at]),
        Array.from({ length: 5 }, () => [1, clock.now]),
      )
    })

    test('fail if they exceed the time limit of their kind', async () => {
      const endlessPromise = new Promise<void>(() => {})
      const { runDue } = worker({ wait: { concurrency: 3, maxDurationMs: 10, do: () => endlessPromise } })
      for (let n = 0; n < 4; n++) await enqueue(db, clock.now, 'wait', {})
      await runDue()
      assert.deepEqual(
        (await jobs()).map(({ last_error, done_at }) => [last_error, done_at]),
        Array.from({ length: 4 }, () => ['Error: took longer than 0.01 s', null]),
      )
    })

    test('are given up if every process that runs them dies', async () => {
      await enqueue(db, clock.now, 'crash', {})
      for (let death = 1; death <= 12; death++) {
        await abandonJob('crash')
        clock.now += LEASE_MS
      }
      const unexpectedRuns: string[] = []
      const { runDue } = worker({ crash: async () => void unexpectedRuns.push('again') })
      await runDue()
      assert.deepEqual(unexpectedRuns, [])
      const job = await onlyJob()
      assert.ok(job.failed_at)
      assert.match(job.last_error!, /crashed every process/)
    })

    test('are not changed by a worker that returns after its lease ended', async () => {
      let fail = (_: Error) => {}
      const slowWorker = worker({ count: () => new Promise((_, reject) => (fail = reject)) })
      await enqueue(db, clock.now, 'count', { n: 1 })
      const slowRun = slowWorker.runDue()
      while ((await onlyJob()).attempts === 0) await sleep(1)
      clock.now += LEASE_MS
      await worker({ count: async () => {} }).runDue()
      const doneJob = await onlyJob()
      assert.deepEqual([doneJob.done_at, doneJob.attempts], [clock.now, 2])
      fail(new Error('too late'))
      await slowRun
      assert.deepEqual(await onlyJob(), doneJob)
      assert.deepEqual(errors, ['count: Error: too late'])
    })
  })
}

/** Starts a worker process. `work` is the code that handles the number of the job. Prints `idle` when no job is due. */
function startWorkerProcess({ at }: TestDatabase, work: string) {
  return startChild(`
    import { setTimeout as sleep } from 'node:timers/promises'
    import { openDatabase } from ${JSON.stringify(new URL('../database/database.ts', import.meta.url))}
    import { startWorker } from ${JSON.stringify(new URL('jobs.ts', import.meta.url))}
    const { db } = await openDatabase(${JSON.stringify(at)})
    const say = (line) => process.stdout.write(line + '\\n')
    const kinds = { async count({ n }) { ${work}; await sleep(1) } }
    const { runDue } = startWorker(db, Date.now, kinds, console.error)
    while (await runDue() || await db.selectFrom('job').select('id').where('attempts', '=', 0).executeTakeFirst());
    say('idle')
    setInterval(() => {}, 1000)`)
}
