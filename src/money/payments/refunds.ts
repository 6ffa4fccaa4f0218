import type { ExpressionBuilder } from 'kysely'
import { syncLedgerAt, loadBalance, getRemainingAmount, type Balance } from '#stays/bookings/balance.ts'
import { lockStay } from '#stays/bookings/store.ts'
import { readCompany, type Company } from '#content/company.ts'
import { postPayment } from '#ledger/documents.ts'
import { loadPostingTime, postEntries, type PostingTime } from '#ledger/posting.ts'
import { createReadableCode } from '#platform/codes.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { conflict } from '#platform/errors.ts'
import { recordAudit } from '#platform/audit.ts'
import { enqueue } from '#platform/background/jobs.ts'
import { poishaToBdt, bdtToPoisha } from '#platform/money.ts'
import type { RefundCause } from '#schema/payments.ts'
import type { Tables } from '#schema/tables.ts'
import { isManual, manualRefunds } from './manual-refunds.ts'
import { listReceipts, type PaymentDeps, type Receipt, type Refund } from './store.ts'

interface Proposal {
  code: string
  receipt: Receipt | null
  maxPoisha: number
  cause: RefundCause
  reason?: string
  requestedBy?: number | null
}

/** Proposes a refund for approval, up to the remaining amount of the receipt. Returns null if nothing remains. */
export async function proposeRefund(db: Transaction, now: number, proposal: Proposal): Promise<Refund | null> {
  const { code, receipt, maxPoisha, cause, reason = '', requestedBy = null } = proposal
  const remainingPoisha = receipt ? await loadRemainingPoisha(db, receipt) : maxPoisha
  const amount_poisha = Math.min(remainingPoisha, maxPoisha)
  if (amount_poisha <= 0) return null
  return db
    .insertInto('refund')
    .values({
      refund_trans_id: createReadableCode(26),
      stay_code: code,
      gateway: receipt ? await findGateway(db, receipt) : manualRefunds.name,
      receipt_id: receipt && receipt.id,
      amount_poisha,
      state: 'to approve',
      cause,
      reason,
      created_at: now,
      asked_by: requestedBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function findGateway(db: Database, { attempt_id }: Receipt): Promise<string> {
  const attempt = db.selectFrom('payment_attempt').select('gateway').where('id', '=', attempt_id)
  return (await attempt.executeTakeFirstOrThrow()).gateway
}

/** Returns the part of a receipt that is not refunded and has no pending refund. */
export const loadRemainingPoisha = async (db: Database, receipt: Receipt): Promise<number> =>
  receipt.amount_minor - (await sumActiveRefunds(db, receipt))

async function sumActiveRefunds(db: Database, { id }: Receipt): Promise<number> {
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
    .where('receipt_id', '=', id)
    .where('state', 'not in', ['failed', 'dismissed'])
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/**
 * Returns the part of a refund that is still due to the guest, because it may have been paid in another way since. A
 * payment that was never on a bill is due as a whole.
 */
export const getDuePart = ({ cause, amount_poisha }: Refund, balance: Balance | undefined): number =>
  cause === 'not taken' ? amount_poisha : Math.min(amount_poisha, Math.max(0, -getRemainingAmount(balance)))

/** Returns the due part of a refund that staff carry out. The caller has locked the stay. */
export async function requireDuePart(db: Transaction, refund: Refund): Promise<number> {
  const duePoisha = getDuePart(refund, await loadBalance(db, refund.stay_code))
  if (duePoisha === 0) throw conflict('payments.no_longer_due')
  return duePoisha
}

/** Returns the overpaid amount of a stay that no refund covers yet. */
async function readUnassignedOverpayment(db: Database, code: string): Promise<number> {
  const overpaidPoisha = -getRemainingAmount(await loadBalance(db, code))
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
    .where('stay_code', '=', code)
    .where((eb) => eb.or([eb('state', '=', 'to approve'), isOpenManualRefund(eb)]))
    .where('cause', '<>', 'not taken')
    .executeTakeFirstOrThrow()
  return overpaidPoisha - Number(sum ?? 0)
}

const isOpenManualRefund = (eb: ExpressionBuilder<Tables, 'refund'>) =>
  eb.and([eb('gateway', '=', manualRefunds.name), eb('state', 'in', ['queued', 'processing'])])

/**
 * Dismisses the manual refunds of a stay that wait for the desk. Staff may have paid them on the bill since, so new ones
 * are proposed from the balance.
 */
async function dismissManualRefunds(db: Transaction, now: number, code: string): Promise<void> {
  await db
    .updateTable('refund')
    .set({ state: 'dismissed', closed_at: now })
    .where('stay_code', '=', code)
    .where(isOpenManualRefund)
    .execute()
}

/** The refund of a cancelled or shortened stay. */
export interface StayRefund {
  code: string
  /**
   * Whether the cancellation terms or staff have already agreed to the refund. The limit for automatic refunds still
   * applies.
   */
  isAgreed: boolean
  /** The amount in the email about the cancellation or the change. 0: no email was sent. */
  announcedPoisha: number
  /** The desk operation that caused the refund. If it was undone, nothing is refunded. */
  operationId?: number
}

/**
 * Proposes refunds for the overpaid amount of a stay, and approves those that need no approval. Online payments are
 * refunded through the gateway, the latest first. The rest is refunded at the desk. A repeated call finds nothing left
 * to refund.
 */
export async function refundStay(
  db: Database,
  deps: PaymentDeps,
  { code, isAgreed, announcedPoisha, operationId }: StayRefund,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await lockStay(transaction, code)
    if (operationId !== undefined && (await isUndone(transaction, operationId))) return
    const postingTime = await loadPostingTime(transaction, deps.context.clock())
    await dismissManualRefunds(transaction, postingTime.at, code)
    const company = await readCompany(transaction)
    const proposals: Refund[] = []
    const receipts = (await listReceipts(transaction, code)).filter(({ state }) => state === 'taken')
    for (const receipt of [...receipts.toReversed(), null]) {
      const maxPoisha = await readUnassignedOverpayment(transaction, code)
      const refund = await proposeRefund(transaction, postingTime.at, { code, receipt, maxPoisha, cause: 'cancelled' })
      if (refund) proposals.push(refund)
    }
    const isAnnounced = proposals.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0) === announcedPoisha
    if (isAnnounced) await markRefundsAnnounced(transaction, proposals)
    // A manual refund needs no approval, because staff pay it out themselves.
    const isAutomatic = isAgreed && (await isWithinLimit(transaction, company, code))
    for (const refund of proposals)
      if (isManual(refund) || isAutomatic) await approveProposedRefund(transaction, postingTime, refund, null)
  })
}

async function isUndone(db: Transaction, operationId: number): Promise<boolean> {
  const operation = await db
    .selectFrom('desk_operation')
    .select('undone_at')
    .where('id', '=', operationId)
    .executeTakeFirst()
  return operation !== undefined && operation.undone_at !== null
}

/** Marks refunds whose total an earlier email stated, so that the guest gets no further email. */
async function markRefundsAnnounced(db: Transaction, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return
  const ids = refunds.map(({ id }) => id)
  await db.updateTable('refund').set({ announced: 1 }).where('id', 'in', ids).execute()
}

/**
 * Returns whether a refund needs no approval. The automatic refunds of a stay count together, so that small refunds
 * cannot bypass the limit.
 */
async function isWithinLimit(
  db: Transaction,
  { refundsNeedApproval, refundLimitBdt }: Company,
  code: string,
): Promise<boolean> {
  if (refundsNeedApproval) return false
  if (refundLimitBdt === null) return true
  const { sum } = await db
    .selectFrom('refund')
    .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
    .where('stay_code', '=', code)
    .where('gateway', '<>', manualRefunds.name)
    .where('cause', '=', 'cancelled')
    .where('approved_by', 'is', null)
    .where('state', 'not in', ['failed', 'dismissed'])
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0) <= bdtToPoisha(refundLimitBdt)
}

/**
 * Approves a refund and enqueues its processing. Adds the refund to the bill, or takes it from the unapplied money if
 * the payment was never added to a bill.
 */
export async function approveProposedRefund(
  db: Transaction,
  timestamp: PostingTime,
  refund: Refund,
  accountId: number | null,
): Promise<void> {
  const { id, stay_code, receipt_id, amount_poisha, reason, refund_trans_id } = refund
  let payment_id: number | null = null
  if (refund.cause === 'not taken') await postRefund(db, timestamp, refund, 'unapplied', 'refunds')
  else if (receipt_id !== null) {
    const [firstBooking] = await lockStay(db, stay_code)
    payment_id = await postPayment(db, timestamp, stay_code, {
      booking_id: firstBooking!.id,
      amount_poisha: -amount_poisha,
      method: 'online',
      reference: refund_trans_id,
      account_id: accountId,
      reason,
    })
  }
  await syncLedgerAt(db, timestamp, [stay_code])
  await db
    .updateTable('refund')
    .set({ state: 'queued', payment_id, approved_at: timestamp.at, approved_by: accountId })
    .where('id', '=', id)
    .execute()
  await recordAudit(db, {
    at: timestamp.at,
    accountId,
    action: 'refund approved',
    subject: `booking ${stay_code}`,
    details: { amount: poishaToBdt(amount_poisha), why: refund.cause },
  })
  await enqueue(db, timestamp.at, 'carry-refund', { refundId: id })
}

/** Posts a refund from one ledger account to another. */
export const postRefund = (
  db: Transaction,
  timestamp: PostingTime,
  { id, stay_code, amount_poisha }: Refund,
  debit: 'unapplied' | 'refunds',
  credit: 'refunds' | 'gateway' | 'unapplied',
): Promise<void> =>
  postEntries(db, timestamp, [{ stay_code, debit, credit, amount_poisha, reason: 'refund carried out', refund_id: id }])
