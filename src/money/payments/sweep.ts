import { inTransaction, type Database, type Transaction, type WholeDatabase } from '#platform/database/database.ts'
import { enqueue, type JobKinds } from '#platform/work/jobs.ts'
import { GatewayTrouble, type Verdict } from './gateway.ts'
import { settle, type Heard } from './settling.ts'
import { takeAttempt, type Attempt, type Collecting } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** For so long after it was opened the gateway is asked what became of it. */
const LAST_MS = 72 * HOUR_MS

/** While nobody knows: soon, and then each hour. */
const whileOpen = [
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  ...Array.from({ length: 72 }, (_, at) => (at + 1) * HOUR_MS),
]
/** What was paid may be paid once more, and what came to nothing may have been paid after all: seldom, so seldom asked. */
const onceKnown = [15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, LAST_MS]

/** When it is asked next, of what is this old. Null: never again. */
function nextAsking({ created_at, state }: Pick<Attempt, 'created_at' | 'state'>, now: number): number | null {
  const after = (state === 'opened' ? whileOpen : onceKnown).find((each) => created_at + each > now)
  return after === undefined ? null : created_at + after
}

/** In the transaction that opens it, or that has asked. Of two processes that have asked at once, one goes on. */
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

/** Nobody waits in front of these; the gateway may be slow, and each asks it twice. */
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
    // Whatever was in its way this time need not be there the next.
    givenUp: async ({ attemptId }: { attemptId: number }, db) =>
      goOn(db, doors, await attemptWith(db, attemptId), 'trouble'),
  },
})

/** Settles what no notice told. That the gateway is in trouble means nothing but that it is asked again. */
async function sweep(db: WholeDatabase, doors: Collecting, id: number): Promise<void> {
  const before = await attemptWith(db, id)
  if (!isDue(before, doors)) return
  const outcome = await settle(db, doors, before.tran_id).catch((error: unknown) => {
    if (!(error instanceof GatewayTrouble)) throw error
    return 'trouble' as const
  })
  await goOn(db, doors, before, outcome)
}

/** Whoever died once the next asking was written down has nothing left to do. */
const isDue = ({ next_at }: Attempt, { context }: Collecting) => next_at !== null && next_at <= context.clock()

/** It is asked again later; and in the end, of what nobody knows, somebody is to know. */
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
    // What the gateway does not know in the end was never paid. What it would not say somebody asks it otherwise.
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
