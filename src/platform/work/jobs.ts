import { PostgresAdapter, type Insertable, type Updateable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Clock } from '../clock.ts'
import type { Database, WholeDatabase } from '../database/database.ts'
import { statement } from '../database/statement.ts'

/** What is done when a job of a kind is due. It may be done twice (a process can die in between), never not at all. */
export type JobKinds = Record<string, Work | OwnLane>
type Work = (payload: never, db: WholeDatabase) => Promise<void>
/** A kind that waits for somebody else, a mail server for instance, is done apart from all others: they go on meanwhile. */
interface OwnLane extends Bounds {
  do: Work
  /** What is done where nobody tries any more; it may be done twice. */
  givenUp?: (payload: never, db: WholeDatabase) => Promise<void>
}
/** What work throws that would fail each time: it is given up at once. */
export class Hopeless extends Error {}
/** What work throws whose time has not come: that is no attempt, and it is taken up again then. */
export class NotYet extends Error {
  readonly until: number
  constructor(until: number) {
    super(`not before ${until}`)
    this.until = until
  }
}
interface Bounds {
  /** By each process. */
  atOnce: number
  /** What takes longer has failed. Less than the lease, or another process would take it up beside it. */
  lastsMs: number
}

export interface Worker {
  /** Does all that is due now, and returns how much that was. */
  runDue(): Promise<number>
  /** Takes no more, and waits for the jobs at hand; for those that hang not for long, another process takes them up again. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
const LEASE_MS = 60_000
const STOP_WAITS_MS = 2_000
/** Of all kinds without a lane of their own: one after the other. */
const common: Bounds = { atOnce: 1, lastsMs: 30_000 }
const MAX_ATTEMPTS = 12
const backOffMs = (attempts: number) => Math.min(6 * 3_600_000, 5_000 * 3 ** (attempts - 1))

/** To be called in the transaction that makes the job necessary: then there is one if, and only if, that is committed. */
export const enqueue = (db: Database, now: number, kind: string, payload: object, runAt = now): Promise<void> =>
  enqueueAll(db, now, kind, [payload], runAt)

/** Several of one kind at once. */
export async function enqueueAll(
  db: Database,
  now: number,
  kind: string,
  payloads: readonly object[],
  runAt = now,
): Promise<void> {
  const each = { kind, run_at: runAt, created_at: now, last_error: null, done_at: null, failed_at: null }
  await jobsIn(db, { rows: payloads.map((payload) => ({ ...each, payload: JSON.stringify(payload) })) })
}

const jobsIn = statement((db, { rows }: { rows: readonly Insertable<Tables['job']>[] }) =>
  db.insertInto('job').values(rows).compile(),
)

/** Works through the jobs, beside as many other processes as there are. */
export function startWorker(
  db: WholeDatabase,
  clock: Clock,
  kinds: JobKinds,
  onError: (error: unknown, job: string) => void,
  stopWaitsMs = STOP_WAITS_MS,
): Worker {
  let stopped = false
  const own = Object.entries(kinds).filter((entry): entry is [string, OwnLane] => typeof entry[1] === 'object')
  const others = own.map(([kind]) => kind)
  const lanes = [openLane(common, { but: others }), ...own.map(([kind, bounds]) => openLane(bounds, { only: kind }))]

  function openLane({ atOnce, lastsMs }: Bounds, which: Which) {
    const atHand = new Set<Promise<void>>()
    let working: Promise<number> | undefined
    let lookAgain = () => {}

    async function work(): Promise<number> {
      for (let done = 0; ;) {
        const job = !stopped && atHand.size < atOnce ? await claim(db, clock, which) : undefined
        if (job) {
          const doing = run(job, lastsMs).finally(() => atHand.delete(doing))
          atHand.add(doing)
          done++
        } else {
          if (atHand.size === 0) return done
          const soon = new Promise<void>((resolve) => (lookAgain = resolve))
          await Promise.race([...atHand, soon])
        }
      }
    }

    const look = () => (working ??= work().finally(() => (working = undefined)))
    return {
      /** A look under way may have passed by what has become due since; what it does counts, for it may make more due elsewhere. */
      runDue: async () => (working ? await working.catch(() => 0) : 0) + (await look()),
      look() {
        lookAgain()
        look().catch((error: unknown) => onError(error, 'worker'))
      },
      atEnd: () => Promise.all(atHand).then(() => working?.catch(() => {})),
    }
  }

  /** Never fails: what cannot be noted is found when the lease is over. */
  async function run(job: Job, lastsMs: number): Promise<void> {
    const kind = kinds[job.kind]
    try {
      if (!kind) throw new Error(`nobody does jobs of the kind ${job.kind}`)
      if (job.attempts > MAX_ATTEMPTS) throw new Hopeless('no process survived it')
      await inTime(lastsMs, (typeof kind === 'object' ? kind.do : kind)(JSON.parse(job.payload) as never, db))
      await finish(db, job, { done_at: clock(), last_error: null })
    } catch (error) {
      await fail(job, kind, error).catch((unnoted: unknown) => onError(unnoted, 'worker'))
    }
  }

  async function fail(job: Job, kind: Work | OwnLane | undefined, error: unknown): Promise<void> {
    if (error instanceof NotYet) return finish(db, job, { run_at: error.until, attempts: job.attempts - 1 })
    onError(error, `${job.kind} ${job.id}`)
    const isGivenUp = error instanceof Hopeless || job.attempts >= MAX_ATTEMPTS
    if (isGivenUp && typeof kind === 'object') await kind.givenUp?.(JSON.parse(job.payload) as never, db)
    await finish(db, job, {
      last_error: String(error).slice(0, 2_000),
      run_at: clock() + backOffMs(job.attempts),
      failed_at: isGivenUp ? clock() : null,
    })
  }

  const timer = setInterval(() => lanes.forEach((lane) => lane.look()), LOOK_EVERY_MS).unref()
  return {
    async runDue() {
      for (let all = 0; ;) {
        const done = await Promise.all(lanes.map((lane) => lane.runDue()))
        const sum = done.reduce((one, other) => one + other, 0)
        // What was done in one lane may have made something due in another.
        if (sum === 0) return all
        all += sum
      }
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      const { promise: tooLate, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, stopWaitsMs)
      await Promise.race([Promise.all(lanes.map((lane) => lane.atEnd())), tooLate])
      clearTimeout(limit)
    },
  }
}

async function inTime(lastsMs: number, work: Promise<void>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const limit = setTimeout(() => reject(new Error(`took longer than ${lastsMs / 1_000} s`)), lastsMs).unref()
  await Promise.race([work, tooLate]).finally(() => clearTimeout(limit))
}

interface Job {
  id: number
  kind: string
  payload: string
  attempts: number
}

/** The kinds of a lane. */
type Which = { only: string } | { but: readonly string[] }

/**
 * Takes one due job for the length of a lease. The condition stands twice: of two that saw it due, one still finds it so.
 * On PostgreSQL nobody waits for another who is about to take the same one, but takes the next.
 */
async function claim(db: Database, clock: Clock, which: Which): Promise<Job | undefined> {
  const now = clock()
  const due = db
    .selectFrom('job')
    .select('id')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .$if('only' in which, (query) => query.where('kind', '=', (which as { only: string }).only))
    .$if('but' in which && which.but.length > 0, (query) =>
      query.where('kind', 'not in', (which as { but: string[] }).but),
    )
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
  const isDue = await due.executeTakeFirst()
  if (!isDue) return undefined
  return db
    .updateTable('job')
    .set((row) => ({ run_at: now + LEASE_MS, attempts: row('attempts', '+', 1) }))
    .where('id', '=', isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .where('run_at', '<=', now)
    .where('done_at', 'is', null)
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

const isPostgres = (db: Database) => db.getExecutor().adapter instanceof PostgresAdapter

/** Notes how an attempt ended, unless its lease was over and somebody else has taken the job since. */
async function finish(db: Database, { id, attempts }: Job, outcome: Updateable<Tables['job']>): Promise<void> {
  await db.updateTable('job').set(outcome).where('id', '=', id).where('attempts', '=', attempts).execute()
}
