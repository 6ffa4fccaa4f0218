import { takeStay } from '#stays/bookings/store.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { enqueue } from '#platform/work/jobs.ts'
import { GatewayTrouble, type PaymentGateway, type Unpaid, type Verdict } from './gateway.ts'
import { paymentFailed } from './telling.ts'
import { NightsGone, receive } from './receiving.ts'
import { attemptNamed, takeAttempt, type Attempt, type Collecting } from './store.ts'

/** The unconfirmed claim of a returning browser or a notice. */
export interface Heard {
  valId?: string | null
  /** The browser returned without a payment. */
  left?: boolean
}

/**
 * Settles a payment. This is the only entry point: browsers, notices and the sweep all trigger it, any number of times.
 * It queries the gateway outside of any transaction, and applies the result in one, with the stay and the attempt
 * locked. A paid attempt stays paid. A failed attempt still becomes paid if the gateway reports a payment.
 */
export async function settle(
  db: Database,
  doors: Collecting,
  tranId: string,
  heard: Heard = {},
): Promise<Verdict['outcome']> {
  const attempt = await attemptNamed(db, tranId)
  if (!attempt) return 'unknown'
  const gateway = doors.gateways[attempt.gateway]
  if (!gateway) throw new GatewayTrouble('query', 'closed', 'no store is set')
  await askedIn(db, { asked_at: doors.context.clock(), id: attempt.id })
  const verdict = await askAfter(gateway, tranId, heard)
  const write = (mayTakeAgain: boolean) =>
    inTransaction(db, (transaction) => writeDown(transaction, doors, attempt, { verdict, heard, mayTakeAgain }))
  await write(true).catch((error: unknown) => {
    if (!(error instanceof NightsGone)) throw error
    return write(false)
  })
  return verdict.outcome
}

const askedIn = statement((db, { asked_at, id }: { asked_at: number; id: number }) =>
  db.updateTable('payment_attempt').set({ told: 0, asked_at }).where('id', '=', id).compile(),
)

/** Queries by our id. A paid transaction is then validated by the gateway's id, which is final. */
async function askAfter(gateway: PaymentGateway, tranId: string, { valId }: Heard): Promise<Verdict> {
  const found = await gateway.query(tranId)
  if (found.outcome === 'paid') {
    const last = await gateway.validate(found.valId)
    if ('tranId' in last && last.tranId !== tranId) throw new GatewayTrouble('validate', 'nonsense', 'tran_id')
    if (last.outcome !== 'paid') return last
    return { ...last, besides: found.besides }
  }
  // The gateway's queries can lag behind its notices.
  const named = valId ? await gateway.validate(valId) : null
  return named?.outcome === 'paid' && named.tranId === tranId ? named : found
}

async function writeDown(
  db: Transaction,
  doors: Collecting,
  { id, stay_code }: Attempt,
  { verdict, heard, mayTakeAgain }: { verdict: Verdict; heard: Heard; mayTakeAgain: boolean },
): Promise<void> {
  const rooms = await takeStay(db, stay_code)
  const attempt = await takeAttempt(db, id)
  if (verdict.outcome === 'paid') return receive(db, doors, { attempt, rooms, paid: verdict, mayTakeAgain })
  const closed = closing(attempt, verdict, heard)
  if (!closed) return
  const now = doors.context.clock()
  await db
    .updateTable('payment_attempt')
    .set({ ...closed, closed_at: now })
    .where('id', '=', id)
    .execute()
  await paymentFailed(db, doors, { attempt: { ...attempt, ...closed }, rooms })
}

const closedAs: Record<Unpaid, 'failed' | 'cancelled' | 'expired'> = {
  failed: 'failed',
  cancelled: 'cancelled',
  unattempted: 'cancelled',
  expired: 'expired',
}

/**
 * Returns the final state of an open attempt without a payment. An unknown transaction is closed only after the browser
 * left the payment page.
 */
function closing({ state }: Attempt, verdict: Verdict, { left }: Heard) {
  if (state !== 'opened') return null
  if (verdict.outcome === 'unknown') return left ? ({ state: 'cancelled', reason: '' } as const) : null
  if (verdict.outcome === 'pending' || verdict.outcome === 'paid') return null
  return { state: closedAs[verdict.outcome], reason: verdict.reason }
}

/** Enqueues the settlement of a payment. Repeated triggers before the query share one job. */
export async function causeSettling(db: Database, now: number, tranId: string, heard: Heard): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('payment_attempt')
      .set({ told: 1 })
      .where('tran_id', '=', tranId)
      .where('told', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(transaction, now, 'settle-payment', { tranId, ...heard })
  })
}
