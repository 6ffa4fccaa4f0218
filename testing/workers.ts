import { after, before, beforeEach } from 'node:test'
import { startWorker, type JobKinds, type Worker } from '#platform/background/jobs.ts'
import type { TestDatabase, TestEngine } from './engines.ts'
import { scaleTimeout } from './patience.ts'

/** Creates workers on a new database with a frozen clock. Each test of the describe starts without jobs. */
export function startWorkerTests(engine: TestEngine, onStart: (database: TestDatabase) => void) {
  let database: TestDatabase
  const clock = { now: 0 }
  const workers: Worker[] = []
  const errors: string[] = []
  before(async () => {
    database = await engine.fresh()
    onStart(database)
  })
  beforeEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await database.db.deleteFrom('job').execute()
    errors.length = 0
    clock.now = Date.now()
  })
  after(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    await database.close()
  })

  const startTestWorker = (kinds: JobKinds): Worker => {
    const startedWorker = startWorker(
      database.db,
      () => clock.now,
      kinds,
      (error, job) => errors.push(`${job.split(' ')[0]}: ${error}`),
      { stopTimeoutMs: scaleTimeout(120_000) },
    )
    workers.push(startedWorker)
    return startedWorker
  }
  const readJobs = () => database.db.selectFrom('job').selectAll().orderBy('id').execute()
  const readOnlyJob = async () => (await readJobs())[0]!
  return { clock, errors, worker: startTestWorker, jobs: readJobs, onlyJob: readOnlyJob }
}
