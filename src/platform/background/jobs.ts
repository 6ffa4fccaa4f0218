import type { Insertable, Updateable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Clock } from '../clock.ts'
import type { JobResult } from '../metrics.ts'
import { isPostgres, type Database, type WholeDatabase } from '../database/database.ts'
import { createWatch, FALLBACK_POLL_MS } from '../database/notifications.ts'
import { statement } from '../database/statement.ts'
import { HOUR_MS, MINUTE_MS } from '../durations.ts'

/** The function of each kind of job. A job may run twice, because a process can die in between. */
export type JobKinds = Record<string, JobFunction | KindWithQueue>
type JobFunction = (payload: never, db: WholeDatabase) => Promise<void>
/**
 * A job kind that waits for another system, such as a mail server. It has its own queue, so that it does not delay
 * other kinds.
 */
interface KindWithQueue extends JobBounds {
  do: JobFunction
  /** Called when the job is given up. May run twice. */
  onLastFailure?: (payload: never, db: WholeDatabase) => Promise<void>
}
/** Thrown by a job that would fail every time. It is given up at once. */
export class PermanentJobError extends Error {}
/** Thrown by a job that has to wait. This does not count as an attempt, and the job runs again at the given time. */
export class RetryLaterError extends Error {
  readonly until: number
  constructor(until: number) {
    super(`not before ${until}`)
    this.until = until
  }
}
interface JobBounds {
  /** The maximum number of concurrent jobs per process. */
  concurrency: number
  /**
   * The timeout of a job. It must be shorter than the lease, so that no other process takes the job over while it still
   * runs.
   */
  maxDurationMs: number
}

export interface Worker {
  /** Runs all jobs that are due. Returns their number. */
  runDue(): Promise<number>
  /**
   * Takes no more jobs and waits for the running ones. It waits only briefly for jobs that hang; another process takes
   * them over.
   */
  stop(): Promise<void>
}

const POLL_INTERVAL_MS = 1_000
/** Due jobs are looked up at most this often. */
const WAKE_GAP_MS = 100
const LEASE_MS = MINUTE_MS
const STOP_TIMEOUT_MS = 2_000
/** The limits for all kinds without their own queue: one job at a time. */
const sharedBounds: JobBounds = { concurrency: 1, maxDurationMs: 30_000 }
const MAX_ATTEMPTS = 12
const getBackOffMs = (attempts: number) => Math.min(6 * HOUR_MS, 5_000 * 3 ** (attempts - 1))

/** Enqueues a job. Call it in the transaction that needs the job: the job exists only if that commits. */
export const enqueue = (db: Database, now: number, kind: string, payload: object, runAt = now): Promise<void> =>
  enqueueAll(db, now, kind, [payload], runAt)

/** Enqueues several jobs of one kind. */
export async function enqueueAll(
  db: Database,
  now: number,
  kind: string,
  payloads: readonly object[],
  runAt = now,
): Promise<void> {
  const sharedColumns = { kind, run_at: runAt, created_at: now, last_error: null, done_at: null, failed_at: null }
  await insertJobs(db, { rows: payloads.map((payload) => ({ ...sharedColumns, payload: JSON.stringify(payload) })) })
}

const insertJobs = statement((db, { rows }: { rows: readonly Insertable<Tables['job']>[] }) =>
  db.insertInto('job').values(rows).compile(),
)

interface WorkerOptions {
  stopTimeoutMs?: number
  /** Called after each attempt, with the kind of the job. */
  onResult?(kind: string, result: JobResult): void
  /** Runs each attempt, such as in a span. */
  traceJob?<T>(kind: string, attempt: number, work: () => Promise<T>): Promise<T>
}

/** Starts a worker. Any number of processes may run one. */
export function startWorker(
  db: WholeDatabase,
  clock: Clock,
  kinds: JobKinds,
  onError: (error: unknown, job: string) => void,
  {
    stopTimeoutMs = STOP_TIMEOUT_MS,
    onResult = () => {},
    traceJob = (_kind, _attempt, work) => work(),
  }: WorkerOptions = {},
): Worker {
  let isStopped = false
  const kindsWithQueue = Object.entries(kinds).filter(
    (entry): entry is [string, KindWithQueue] => typeof entry[1] === 'object',
  )
  const queueKinds = kindsWithQueue.map(([kind]) => kind)
  const sharedQueue = openQueue(sharedBounds, { except: queueKinds })
  const ownQueues = new Map(kindsWithQueue.map(([kind, bounds]) => [kind, openQueue(bounds, { only: kind })]))
  const queues = [sharedQueue, ...ownQueues.values()]
  const watch = createWatch(db, {
    topics: ['jobs'],
    pollMs: POLL_INTERVAL_MS,
    gapMs: WAKE_GAP_MS,
    check: runDueQueues,
    onError: (error) => onError(error, 'worker'),
  })

  /**
   * Starts the queues with due jobs. Returns the milliseconds until the next job is due, or Infinity if no job is due
   * before the next poll.
   */
  async function runDueQueues(): Promise<number> {
    const now = clock()
    let nextMs = Infinity
    for (const { kind, run_at } of await readDueKinds(db, now + FALLBACK_POLL_MS)) {
      if (run_at <= now) (ownQueues.get(kind) ?? sharedQueue).poll()
      else nextMs = Math.min(nextMs, Math.max(WAKE_GAP_MS, run_at - now))
    }
    return nextMs
  }

  function openQueue({ concurrency, maxDurationMs }: JobBounds, filter: KindFilter) {
    return createQueue(concurrency, {
      claimNext: async () => (isStopped ? undefined : claim(db, clock, filter)),
      run: (job) => traceJob(job.kind, job.attempts, () => run(job, maxDurationMs)),
      onError: (error) => onError(error, 'worker'),
    })
  }

  /** Never throws. If the outcome cannot be stored, the job runs again after its lease. */
  async function run(job: Job, maxDurationMs: number): Promise<void> {
    const kind = kinds[job.kind]
    try {
      if (!kind) throw new Error(`unknown job kind: ${job.kind}`)
      if (job.attempts > MAX_ATTEMPTS) throw new PermanentJobError('the job crashed every process that ran it')
      await withTimeout(
        maxDurationMs,
        (typeof kind === 'object' ? kind.do : kind)(JSON.parse(job.payload) as never, db),
      )
      await finish(db, job, { done_at: clock(), last_error: null })
      onResult(job.kind, 'done')
    } catch (error) {
      await fail(job, kind, error).catch((storeError: unknown) => onError(storeError, 'worker'))
    }
  }

  async function fail(job: Job, kind: JobFunction | KindWithQueue | undefined, error: unknown): Promise<void> {
    if (error instanceof RetryLaterError) {
      onResult(job.kind, 'postponed')
      await finish(db, job, { run_at: error.until, attempts: job.attempts - 1 })
      void watch.wake()
      return
    }
    onError(error, `${job.kind} ${job.id}`)
    const isGivenUp = error instanceof PermanentJobError || job.attempts >= MAX_ATTEMPTS
    onResult(job.kind, isGivenUp ? 'given up' : 'failed')
    if (isGivenUp && typeof kind === 'object') await kind.onLastFailure?.(JSON.parse(job.payload) as never, db)
    await finish(db, job, {
      last_error: String(error).slice(0, 2_000),
      run_at: clock() + getBackOffMs(job.attempts),
      failed_at: isGivenUp ? clock() : null,
    })
    void watch.wake()
  }

  const stopWatch = watch.start()
  return {
    async runDue() {
      for (let totalCount = 0; ;) {
        const results = await Promise.all(queues.map((queue) => queue.runDue()))
        const runCount = results.reduce((a, b) => a + b, 0)
        // The jobs of one queue may have enqueued jobs for another.
        if (runCount === 0) return totalCount
        totalCount += runCount
      }
    },
    async stop() {
      isStopped = true
      stopWatch()
      const { promise: timeout, resolve } = Promise.withResolvers<void>()
      const timeoutTimer = setTimeout(resolve, stopTimeoutMs)
      await Promise.race([Promise.all(queues.map((queue) => queue.atEnd())), timeout])
      clearTimeout(timeoutTimer)
    },
  }
}

interface QueueActions {
  claimNext(): Promise<Job | undefined>
  /** Never rejects. */
  run(job: Job): Promise<void>
  onError(error: unknown): void
}

/** Runs up to `concurrency` jobs at a time, until none is due. */
function createQueue(concurrency: number, { claimNext, run, onError }: QueueActions) {
  const runningJobs = new Set<Promise<void>>()
  let currentRun: Promise<number> | undefined
  let wakeWorker = () => {}
  /** Whether a job may have become due since the last claim began. */
  let mayHaveNewJobs = false

  async function claimAndRunJobs(): Promise<number> {
    try {
      for (let jobCount = 0; ;) {
        const hasCapacity = runningJobs.size < concurrency
        mayHaveNewJobs = false
        const job = hasCapacity ? await claimNext() : undefined
        if (job) {
          const attempt = run(job).finally(() => runningJobs.delete(attempt))
          runningJobs.add(attempt)
          jobCount++
        } else if (!hasCapacity || !mayHaveNewJobs) {
          if (runningJobs.size === 0) return jobCount
          const wakeSignal = new Promise<void>((resolve) => (wakeWorker = resolve))
          await Promise.race([...runningJobs, wakeSignal])
        }
      }
    } finally {
      // At once, so that the next poll starts a new run.
      currentRun = undefined
    }
  }

  const runQueue = () => (currentRun ??= claimAndRunJobs())
  return {
    /**
     * A query that is already running may have missed newer jobs. Its jobs count too, because they may enqueue
     * others.
     */
    runDue: async () => (currentRun ? await currentRun.catch(() => 0) : 0) + (await runQueue()),
    poll() {
      mayHaveNewJobs = true
      wakeWorker()
      runQueue().catch(onError)
    },
    atEnd: () => Promise.all(runningJobs).then(() => currentRun?.catch(() => {})),
  }
}

async function withTimeout(maxDurationMs: number, work: Promise<void>): Promise<void> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timeoutTimer = setTimeout(
    () => reject(new Error(`took longer than ${maxDurationMs / 1_000} s`)),
    maxDurationMs,
  ).unref()
  await Promise.race([work, timeout]).finally(() => clearTimeout(timeoutTimer))
}

interface Job {
  id: number
  kind: string
  payload: string
  attempts: number
}

/** Returns the kinds with a job due by the given time, each with the due time of its first job. */
const readDueKinds = (db: Database, until: number): Promise<{ kind: string; run_at: number }[]> =>
  db
    .selectFrom('job')
    .select(({ fn }) => ['kind', fn.min('run_at').as('run_at')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', until)
    .groupBy('kind')
    .execute()

/** Selects one kind of job, or all kinds except some. */
type KindFilter = { only: string } | { except: readonly string[] }

/**
 * Claims one due job for the length of a lease. The condition is repeated in the update, so that only one of two
 * concurrent workers succeeds. On PostgreSQL, skip locked makes the other worker claim the next job without waiting.
 */
async function claim(db: Database, clock: Clock, filter: KindFilter): Promise<Job | undefined> {
  const now = clock()
  const dueJobs = db
    .selectFrom('job')
    .select('id')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .$if('only' in filter, (query) => query.where('kind', '=', (filter as { only: string }).only))
    .$if('except' in filter && filter.except.length > 0, (query) =>
      query.where('kind', 'not in', (filter as { except: string[] }).except),
    )
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
  const dueJob = await dueJobs.executeTakeFirst()
  if (!dueJob) return undefined
  return db
    .updateTable('job')
    .set((row) => ({ run_at: now + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', '=', isPostgres(db) ? dueJobs.forUpdate().skipLocked() : dueJobs)
    .where('run_at', '<=', now)
    .where('done_at', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Stores the outcome of an attempt, unless the lease ended and another worker has taken the job since. */
async function finish(db: Database, { id, attempts }: Job, outcome: Updateable<Tables['job']>): Promise<void> {
  await db.updateTable('job').set(outcome).where('id', '=', id).where('attempts', '=', attempts).execute()
}

/** Returns the number of unfinished jobs by kind, and when the oldest of each kind is or was due. */
export async function readJobQueue(db: Database): Promise<{ kind: string; count: number; dueSince: number }[]> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => ['kind', fn.countAll().as('count'), fn.min('run_at').as('due_since')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .groupBy('kind')
    .execute()
  return rows.map(({ kind, count, due_since }) => ({ kind, count: Number(count), dueSince: Number(due_since) }))
}
