import type { Clock } from './clock.ts'
import type { Database } from './database.ts'

/** What is done when a job of a kind is due. It may be done twice (a process can die in between), never not at all. */
export type JobKinds = Record<string, (payload: never, db: Database) => Promise<void>>

export interface Worker {
  /** Does all that is due now, and returns how much that was. */
  runDue(): Promise<number>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
const LEASE_MS = 60_000
const MOST_ATTEMPTS = 12
const backOffMs = (attempts: number) => Math.min(6 * 3_600_000, 5_000 * 3 ** (attempts - 1))

/** To be called in the transaction that makes the job necessary: then there is one if, and only if, that is committed. */
export async function enqueue(db: Database, now: number, kind: string, payload: object, runAt = now): Promise<void> {
  await db
    .insertInto('job')
    .values({ kind, payload: JSON.stringify(payload), run_at: runAt, created_at: now, last_error: null, done_at: null, failed_at: null })
    .execute()
}

/** Works through the jobs, beside as many other processes as there are. */
export function startWorker(db: Database, clock: Clock, kinds: JobKinds, onError: (error: unknown, job: string) => void): Worker {
  let working: Promise<number> | undefined
  let stopped = false

  async function work(): Promise<number> {
    let done = 0
    for (let job = await claim(db, clock); job && !stopped; job = await claim(db, clock)) {
      await run(job)
      done++
    }
    return done
  }

  async function run(job: Job): Promise<void> {
    try {
      const doIt = kinds[job.kind]
      if (!doIt) throw new Error(`nobody does jobs of the kind ${job.kind}`)
      await doIt(JSON.parse(job.payload) as never, db)
      await db.updateTable('job').set({ done_at: clock(), last_error: null }).where('id', '=', job.id).execute()
    } catch (error) {
      onError(error, `${job.kind} ${job.id}`)
      const givenUp = job.attempts >= MOST_ATTEMPTS
      await db
        .updateTable('job')
        .set({
          last_error: String(error).slice(0, 2_000),
          run_at: clock() + backOffMs(job.attempts),
          failed_at: givenUp ? clock() : null,
        })
        .where('id', '=', job.id)
        .execute()
    }
  }

  const runDue = () => (working ??= work().finally(() => (working = undefined)))
  const timer = setInterval(() => void runDue().catch((error: unknown) => onError(error, 'worker')), LOOK_EVERY_MS).unref()
  return {
    runDue,
    async stop() {
      stopped = true
      clearInterval(timer)
      await working?.catch(() => {})
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
