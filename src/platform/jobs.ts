import { setTimeout as sleep } from 'node:timers/promises'
import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** What is done when a job of a kind is due. It may be done twice (a process can die in between), never not at all. */
export type JobKinds = Record<string, (payload: never, db: Database) => Promise<void>>

export interface Worker {
  /** Does all that is due now, and returns how much that was. */
  runDue(): Promise<number>
  /** Takes no more, and waits for the job at hand; for one that hangs not for long, another process takes it up again. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
const LEASE_MS = 60_000
const STOP_WAITS_MS = 2_000
const MOST_ATTEMPTS = 12
const backOffMs = (attempts: number) => Math.min(6 * 3_600_000, 5_000 * 3 ** (attempts - 1))

/** To be called in the transaction that makes the job necessary: then there is one if, and only if, that is committed. */
export async function enqueue(db: Database, now: number, kind: string, payload: object, runAt = now): Promise<void> {
  await jobIn(db, { kind, payload: JSON.stringify(payload), run_at: runAt, created_at: now, last_error: null, done_at: null, failed_at: null })
}

const jobIn = statement((db, row: Insertable<Tables['job']>) => db.insertInto('job').values(row).compile())

/** Works through the jobs, beside as many other processes as there are. */
export function startWorker(db: Database, clock: Clock, kinds: JobKinds, onError: (error: unknown, job: string) => void): Worker {
  let working: Promise<number> | undefined
  let stopped = false

  async function work(): Promise<number> {
    let done = 0
    while (!stopped) {
      const job = await claim(db, clock)
      if (!job) break
      await run(job)
      done++
    }
    return done
  }

  async function run(job: Job): Promise<void> {
    try {
      const doIt = kinds[job.kind]
      if (!doIt) throw new Error(`nobody does jobs of the kind ${job.kind}`)
      if (job.attempts > MOST_ATTEMPTS) throw new Error('no process survived it')
      await doIt(JSON.parse(job.payload) as never, db)
      await finish(db, job, { done_at: clock(), last_error: null })
    } catch (error) {
      onError(error, `${job.kind} ${job.id}`)
      await finish(db, job, {
        last_error: String(error).slice(0, 2_000),
        run_at: clock() + backOffMs(job.attempts),
        failed_at: job.attempts >= MOST_ATTEMPTS ? clock() : null,
      })
    }
  }

  const look = () => (working ??= work().finally(() => (working = undefined)))
  /** A look under way may have passed by what has become due since. */
  const runDue = () => (working ? working.catch(() => {}).then(look) : look())
  const timer = setInterval(() => void look().catch((error: unknown) => onError(error, 'worker')), LOOK_EVERY_MS).unref()
  return {
    runDue,
    async stop() {
      stopped = true
      clearInterval(timer)
      if (working) await Promise.race([working.catch(() => {}), sleep(STOP_WAITS_MS)])
    },
  }
}

interface Job {
  id: number
  kind: string
  payload: string
  attempts: number
}

/** Takes one due job for the length of a lease. The condition stands twice: of two that saw it due, one still finds it so. */
async function claim(db: Database, clock: Clock): Promise<Job | undefined> {
  const now = clock()
  const due = db
    .selectFrom('job')
    .select('id')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
  const isDue = await due.executeTakeFirst()
  if (!isDue) return undefined
  return db
    .updateTable('job')
    .set((row) => ({ run_at: now + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', '=', due)
    .where('run_at', '<=', now)
    .where('done_at', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Notes how an attempt ended, unless its lease was over and somebody else has taken the job since. */
const finish = (db: Database, { id, attempts }: Job, outcome: Updateable<Tables['job']>) =>
  db.updateTable('job').set(outcome).where('id', '=', id).where('attempts', '=', attempts).execute()
