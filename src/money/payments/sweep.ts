import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { enqueue, type JobKinds } from '#platform/background/jobs.ts'
import { GatewayError, type Verdict } from './gateway.ts'
import { settleAttempt, type SettlementHint } from './settling.ts'
import { lockAttempt, type Attempt, type PaymentDeps } from './store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** Attempts are swept for this long after opening. */
const SWEEP_PERIOD_MS = 72 * HOUR_MS

/** The delays for open attempts: soon at first, then hourly. */
const openDelaysMs = [
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...Array.from({ length: 72 }, (_, index) => (index + 1) * HOUR_MS),
]
/** The delays for closed attempts. A second payment, or a payment after a failure, is rare. */
const closedDelaysMs = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, SWEEP_PERIOD_MS]

/** Returns the time of the next sweep, or null if there is none. */
function getNextSweepTime({ created_at, state }: Pick<Attempt, 'created_at' | 'state'>, now: number): number | null {
  const delayMs = (state === 'opened' ? openDelaysMs : closedDelaysMs).find((candidate) => created_at + candidate > now)
  return delayMs === undefined ? null : created_at + delayMs
}

/**
 * Schedules the next sweep. Call it in the transaction that opens or has queried the attempt. Of two concurrent
 * processes, only one schedules.
 */
export async function scheduleSweep(db: Transaction, now: number, { id, next_at, ...attempt }: Attempt): Promise<void> {
  const nextAt = getNextSweepTime(attempt, now)
  const { numUpdatedRows } = await db
    .updateTable('payment_attempt')
    .set({ next_at: nextAt })
    .where('id', '=', id)
    .where('next_at', next_at === null ? 'is' : '=', next_at)
    .executeTakeFirst()
  if (nextAt !== null && numUpdatedRows > 0n) await enqueue(db, now, 'sweep-payment', { attemptId: id }, nextAt)
}

/** The queue settings. No user waits for these jobs, and each job calls the gateway twice, which may be slow. */
export const settlementQueueOptions = { concurrency: 4, maxDurationMs: 50_000 }

export const createSettlementJobs = (deps: PaymentDeps): JobKinds => ({
  'settle-payment': {
    ...settlementQueueOptions,
    do: async ({ tranId, ...hint }: { tranId: string } & SettlementHint, db) => {
      await settleAttempt(db, deps, tranId, hint)
    },
  },
  'sweep-payment': {
    ...settlementQueueOptions,
    do: ({ attemptId }: { attemptId: number }, db) => sweepAttempt(db, deps, attemptId),
    // The job may have failed for a temporary reason, so try again later.
    onLastFailure: async ({ attemptId }: { attemptId: number }, db) =>
      scheduleOrClose(db, deps, await readAttempt(db, attemptId), 'trouble', deps.context.clock()),
  },
})

/** Settles an attempt without a notice. A gateway error only leads to another sweep. */
async function sweepAttempt(db: WholeDatabase, deps: PaymentDeps, id: number): Promise<void> {
  const snapshot = await readAttempt(db, id)
  if (!isDue(snapshot, deps)) return
  const queriedAt = deps.context.clock()
  const outcome = await settleAttempt(db, deps, snapshot.tran_id).catch((error: unknown) => {
    if (!(error instanceof GatewayError)) throw error
    return 'trouble' as const
  })
  await scheduleOrClose(db, deps, snapshot, outcome, queriedAt)
}

/** Returns whether the attempt must be checked now. False if the process died after it had scheduled the next sweep. */
const isDue = ({ next_at }: Attempt, { context }: PaymentDeps) => next_at !== null && next_at <= context.clock()

/**
 * Schedules the next sweep. After the last one, closes an attempt of unknown outcome. `queriedAt` decides which sweep it
 * was: if the process was suspended since, the outcome may be days old.
 */
async function scheduleOrClose(
  db: WholeDatabase,
  deps: PaymentDeps,
  snapshot: Attempt,
  outcome: Verdict['outcome'] | 'trouble',
  queriedAt: number,
): Promise<void> {
  if (!isDue(snapshot, deps)) return
  await inTransaction(db, async (transaction) => {
    const attempt = await lockAttempt(transaction, snapshot.id)
    await scheduleSweep(transaction, queriedAt, { ...attempt, next_at: snapshot.next_at })
    if (attempt.state !== 'opened' || getNextSweepTime(attempt, queriedAt) !== null) return
    // If the gateway still does not know a transaction, it was never paid. For other outcomes, staff ask the gateway.
    const closure =
      outcome === 'unknown' ? ({ state: 'expired' } as const) : ({ state: 'review', reason: outcome } as const)
    await transaction
      .updateTable('payment_attempt')
      .set({ ...closure, closed_at: deps.context.clock() })
      .where('id', '=', snapshot.id)
      .execute()
  })
}

const readAttempt = (db: Database, id: number): Promise<Attempt> =>
  db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
