import { setTimeout as sleep } from 'node:timers/promises'
import { enqueue, startWorker } from '#platform/background/jobs.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsFolder } from '#platform/project-root.ts'
import { openPostgresDatabase } from './databases.ts'
import { chooseBySize } from './size.ts'
import type { Figure } from './table.ts'

const jobCount = chooseBySize({ full: 20, smallest: 2 })

/** Measures how soon a worker starts a job that another connection enqueues. */
export async function measureWakes(): Promise<Figure[]> {
  await using database = await openPostgresDatabase('wakes')
  await migrateDatabase(database.url)
  const delaysMs = await measureJobDelays({ url: database.url, file: '' })
  return [{ label: 'job of another process, until it starts', unit: 'ms', ours: delaysMs, target: { max: 100 } }]
}

async function migrateDatabase(url: string): Promise<void> {
  const { db, engine, close } = await openDatabase({ url, file: '' })
  await migrate(db, engine, migrationsFolder)
  await close()
}

async function measureJobDelays(location: { url: string; file: string }): Promise<number[]> {
  const [sender, receiver] = [await openDatabase(location), await openDatabase(location)]
  let startSignal = Promise.withResolvers<void>()
  const worker = startWorker(receiver.db, Date.now, { bench: async () => startSignal.resolve() }, console.error)
  const delaysMs: number[] = []
  // The first job may find a worker that does not listen yet.
  for (let job = 0; job <= jobCount; job++) {
    // At random times of the interval between two polls.
    await sleep(200 + Math.random() * 1_000)
    startSignal = Promise.withResolvers()
    await enqueue(sender.db, Date.now(), 'bench', {})
    const enqueuedAt = performance.now()
    await startSignal.promise
    if (job > 0) delaysMs.push(performance.now() - enqueuedAt)
  }
  await worker.stop()
  await Promise.all([sender.close(), receiver.close()])
  return delaysMs
}
