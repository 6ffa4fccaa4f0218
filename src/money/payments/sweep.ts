import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { enqueue, type JobKinds } from '#platform/work/jobs.ts'
import { GatewayTrouble, type Verdict } from './gateway.ts'
import { settle, type Heard } from './settling.ts'
import { takeAttempt, type Attempt, type Collecting } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Attempts are swept for this long after opening. */
const LAST_MS = 72 * HOUR_MS

/** The delays for open attempts: soon at first, then hourly. */
const whileOpen = [
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...Array.from({ length: 72 }, (_, at) => (at + 1) * HOUR_MS),
]
/** The delays for closed attempts. A second payment, or a payment after a failure, is rare. */
const onceKnown = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, LAST_MS]

/** Returns the time of the next sweep, or null if there is none. */
function nextAsking({ created_at, state }: Pick<Attempt, 'created_at' | 'state'>, now: number): number | null {
  const after = (state === 'opened' ? whileOpen : onceKnown).find((each) => created_at + each > now)
  return after === undefined ? null : created_at + after
}

/**
 * Schedules the next sweep. Call it in the transaction that opens or has queried the attempt. Of two concurrent
 * processes, only one schedules.
 */
export async function sweepLater(db: Transaction, now: number, { id, next_at, ...attempt }: Attempt): Promise<void> {
  const at = nextAsking(attempt, now)
  const { numUpdatedRows } = await db
    .updateTable('payment_attempt')
    .set({ next_at: at })
    .where('id', '=', id)
    .where('next_at', next_at === null ? 'is' : '=', next_at)
    .executeTakeFirst()
  if (at !== null && numUpdatedRows > 0n) await enqueue(db, now, 'sweep-payment', { attemptId: id }, at)
}

/** The queue settings. No user waits for these jobs. The gateway may be slow, and each job calls it twice. */
export const lane = { atOnce: 4, lastsMs: 50_000 }

export const settlingJobs = (doors: Collecting): JobKinds => ({
  'settle-payment': {
    ...lane,
    do: async ({ tranId, ...heard }: { tranId: string } & Heard, db) => {
      await settle(db, doors, tranId, heard)
    },
  },
  'sweep-payment': {
    ...lane,
    do: ({ attemptId }: { attemptId: number }, db) => sweep(db, doors, attemptId),
    // The cause of this failure may be gone at the next attempt.
    givenUp: async ({ attemptId }: { attemptId: number }, db) =>
      goOn(db, doors, await attemptWith(db, attemptId), 'trouble'),
  },
})

/** Settles an attempt without a notice. A gateway error only leads to another sweep. */
async function sweep(db: WholeDatabase, doors: Collecting, id: number): Promise<void> {
  const before = await attemptWith(db, id)
  if (!isDue(before, doors)) return
  const outcome = await settle(db, doors, before.tran_id).catch((error: unknown) => {
    if (!(error instanceof GatewayTrouble)) throw error
    return 'trouble' as const
  })
  await goOn(db, doors, before, outcome)
}

/** False if the process died after it had scheduled the next sweep. */
const isDue = ({ next_at }: Attempt, { context }: Collecting) => next_at !== null && next_at <= context.clock()

/** Schedules the next sweep. After the last one, closes an attempt of unknown outcome. */
async function goOn(
  db: WholeDatabase,
  doors: Collecting,
  before: Attempt,
  outcome: Verdict['outcome'] | 'trouble',
): Promise<void> {
  if (!isDue(before, doors)) return
  const now = doors.context.clock()
  await inTransaction(db, async (transaction) => {
    const attempt = await takeAttempt(transaction, before.id)
    await sweepLater(transaction, now, { ...attempt, next_at: before.next_at })
    if (attempt.state !== 'opened' || nextAsking(attempt, now) !== null) return
    // A transaction that the gateway still does not know was never paid. For other outcomes, staff ask the gateway.
    const ended =
      outcome === 'unknown' ? ({ state: 'expired' } as const) : ({ state: 'review', reason: outcome } as const)
    await transaction
      .updateTable('payment_attempt')
      .set({ ...ended, closed_at: now })
      .where('id', '=', before.id)
      .execute()
  })
}

const attemptWith = (db: Database, id: number): Promise<Attempt> =>
  db.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
