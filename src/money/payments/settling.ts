import { lockStay } from '#stays/bookings/store.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { GatewayError, type PaymentGateway, type UnpaidOutcome, type Verdict } from './gateway.ts'
import { notifyPaymentFailed } from './notifications.ts'
import { NightsTakenError, recordPayment } from './receiving.ts'
import { findAttempt, findGateway, lockAttempt, type Attempt, type PaymentDeps } from './store.ts'

/** The unconfirmed claim of a returning browser or a notice. */
export interface SettlementHint {
  valId?: string | null
  /** Whether the browser returned without a payment. */
  left?: boolean
}

/**
 * Settles a payment. Browsers, notices and the sweep all trigger it, any number of times. It queries the gateway
 * outside of any transaction, and applies the result in one, with the stay and the attempt locked. A paid attempt stays
 * paid. A failed attempt still becomes paid if the gateway reports a payment.
 */
export async function settleAttempt(
  db: Database,
  deps: PaymentDeps,
  tranId: string,
  hint: SettlementHint = {},
): Promise<Verdict['outcome']> {
  const attempt = await findAttempt(db, tranId)
  if (!attempt) return 'unknown'
  const gateway = findGateway(deps.gateways, attempt.gateway)
  if (!gateway) throw new GatewayError('query', 'closed', 'no store is set')
  await markQueried(db, { checked_at: deps.context.clock(), id: attempt.id })
  const verdict = await queryOutcome(gateway, tranId, hint)
  const writeOutcome = (canRebookNights: boolean) =>
    inTransaction(db, (transaction) => applyVerdict(transaction, deps, attempt, { verdict, hint, canRebookNights }))
  await writeOutcome(true).catch((error: unknown) => {
    if (!(error instanceof NightsTakenError)) throw error
    return writeOutcome(false)
  })
  return verdict.outcome
}

const markQueried = statement((db, { checked_at, id }: { checked_at: number; id: number }) =>
  db.updateTable('payment_attempt').set({ notice_pending: 0, checked_at }).where('id', '=', id).compile(),
)

/** Queries by our id. A paid transaction is then validated by the gateway's id, which is final. */
async function queryOutcome(gateway: PaymentGateway, tranId: string, { valId }: SettlementHint): Promise<Verdict> {
  const verdict = await gateway.query(tranId)
  if (verdict.outcome === 'paid') {
    const validatedPayment = await gateway.validate(verdict.valId)
    if ('tranId' in validatedPayment && validatedPayment.tranId !== tranId)
      throw new GatewayError('validate', 'nonsense', 'tran_id')
    if (validatedPayment.outcome !== 'paid') return validatedPayment
    return { ...validatedPayment, duplicates: verdict.duplicates }
  }
  // The gateway's queries can lag behind its notices.
  const verdictByValId = valId ? await gateway.validate(valId) : null
  return verdictByValId?.outcome === 'paid' && verdictByValId.tranId === tranId ? verdictByValId : verdict
}

async function applyVerdict(
  db: Transaction,
  deps: PaymentDeps,
  { id, stay_code }: Attempt,
  { verdict, hint, canRebookNights }: { verdict: Verdict; hint: SettlementHint; canRebookNights: boolean },
): Promise<void> {
  const rooms = await lockStay(db, stay_code)
  const attempt = await lockAttempt(db, id)
  if (verdict.outcome === 'paid') return recordPayment(db, deps, { attempt, rooms, verdict, canRebookNights })
  const closure = findClosure(attempt, verdict, hint)
  if (!closure) return
  const now = deps.context.clock()
  await db
    .updateTable('payment_attempt')
    .set({ ...closure, closed_at: now })
    .where('id', '=', id)
    .execute()
  await notifyPaymentFailed(db, deps, { attempt: { ...attempt, ...closure }, rooms })
}

const closedStates: Record<UnpaidOutcome, 'failed' | 'cancelled' | 'expired'> = {
  failed: 'failed',
  cancelled: 'cancelled',
  unattempted: 'cancelled',
  expired: 'expired',
}

/**
 * Returns the final state of an open attempt without a payment. Closes a transaction that the gateway does not know
 * only after the browser left the payment page.
 */
function findClosure({ state }: Attempt, verdict: Verdict, { left: hasLeftPage }: SettlementHint) {
  if (state !== 'opened') return null
  if (verdict.outcome === 'unknown') return hasLeftPage ? ({ state: 'cancelled', reason: '' } as const) : null
  if (verdict.outcome === 'pending' || verdict.outcome === 'paid') return null
  return { state: closedStates[verdict.outcome], reason: verdict.reason }
}

/** Enqueues the settlement of a payment. Repeated triggers before the query share one job. */
export async function enqueueSettling(db: Database, now: number, tranId: string, hint: SettlementHint): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('payment_attempt')
      .set({ notice_pending: 1 })
      .where('tran_id', '=', tranId)
      .where('notice_pending', '=', 0)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await enqueue(transaction, now, 'settle-payment', { tranId, ...hint })
  })
}
