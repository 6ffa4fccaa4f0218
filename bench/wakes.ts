import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { enqueue, startWorker } from '#platform/background/jobs.ts'
import { openDatabase, type Database } from '#platform/database/database.ts'
import { openPostgresDatabase } from './databases.ts'
import { fetchRaw, startProduct } from './processes.ts'
import { bySize } from './size.ts'
import type { Figure } from './table.ts'

const idleSeconds = bySize({ full: 60, smallest: 1 })
const jobs = bySize({ full: 20, smallest: 2 })

/** Measures what an idle server asks PostgreSQL, and how soon a worker starts a job that another connection enqueues. */
export async function measureWakes(folder: string): Promise<Figure[]> {
  await using database = await openPostgresDatabase('wakes')
  const rate = await measureIdleRate(database.url, join(folder, 'data'))
  const delays = await measureJobDelays({ url: database.url, file: '' })
  return [
    { label: 'idle server: transactions on PostgreSQL per second', unit: '/s', ours: [rate], target: { max: 1 } },
    { label: 'job of another process, until it starts', unit: 'ms', ours: delays, target: { max: 100 } },
  ]
}

/** Each single statement is a transaction. */
async function measureIdleRate(url: string, dataFolder: string): Promise<number> {
  await using server = await startProduct(dataFolder, { databaseUrl: url })
  await fetchRaw(server.url + '/')
  const { db, close } = await openDatabase({ url, file: '' })
  await sleep(1_000)
  const before = await countTransactions(db)
  await sleep(idleSeconds * 1_000)
  const count = (await countTransactions(db)) - before
  await close()
  return count / idleSeconds
}

async function countTransactions(db: Database): Promise<number> {
  // PostgreSQL counts the transactions of an idle connection after a second.
  await sleep(1_500)
  const { rows } = await sql<{ count: number }>`select xact_commit + xact_rollback as count from pg_stat_database
    where datname = current_database()`.execute(db)
  return rows[0]!.count
}

async function measureJobDelays(location: { url: string; file: string }): Promise<number[]> {
  const [sender, receiver] = [await openDatabase(location), await openDatabase(location)]
  let started = Promise.withResolvers<void>()
  const worker = startWorker(receiver.db, Date.now, { bench: async () => started.resolve() }, console.error)
  const delays: number[] = []
  // The first job may find a worker that does not listen yet.
  for (let job = 0; job <= jobs; job++) {
    // At random times of the interval between two polls.
    await sleep(200 + Math.random() * 1_000)
    started = Promise.withResolvers()
    await enqueue(sender.db, Date.now(), 'bench', {})
    const enqueuedAt = performance.now()
    await started.promise
    if (job > 0) delays.push(performance.now() - enqueuedAt)
  }
  await worker.stop()
  await Promise.all([sender.close(), receiver.close()])
  return delays
}
