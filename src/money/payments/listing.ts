import { sql } from 'kysely'
import { loadBalances } from '#stays/bookings/balance.ts'
import type { Database } from '#platform/database/database.ts'
import { isManual } from './manual-refunds.ts'
import { getDuePart } from './refunds.ts'
import type { Attempt, Receipt, Refund } from './store.ts'

/**
 * The maximum number of attempts in review, and of open refunds. Later ones appear once staff have finished the earlier
 * ones.
 */
const MAX_ITEMS = 200
const MAX_LISTED_RECEIPTS = 50

type GuestContact = { name: string; phone: string }

/** A payment that staff must review. Without a receipt, it is unknown whether any money was received. */
export interface PaymentInReview extends GuestContact {
  attempt: Attempt
  receipt: Receipt | null
}

/** Lists the payments in review, oldest first. */
export async function listPaymentsInReview(db: Database): Promise<PaymentInReview[]> {
  const attempts = await db
    .selectFrom('payment_attempt')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .selectAll('payment_attempt')
    .select(['booking.name', 'booking.phone'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'review'),
        eb(
          'payment_attempt.id',
          'in',
          eb.selectFrom('payment_receipt').select('attempt_id').where('payment_receipt.state', '=', 'review'),
        ),
      ]),
    )
    .orderBy('payment_attempt.id')
    .limit(MAX_ITEMS)
    .execute()
  if (attempts.length === 0) return []
  const receipts = await db
    .selectFrom('payment_receipt')
    .selectAll()
    .where('state', '=', 'review')
    .where(
      'attempt_id',
      'in',
      attempts.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const receiptsByAttempt = Map.groupBy(receipts, ({ attempt_id }) => attempt_id)
  return attempts.flatMap(({ name, phone, ...attempt }) =>
    (receiptsByAttempt.get(attempt.id) ?? [null]).map((receipt) => ({ name, phone, attempt, receipt })),
  )
}

export interface OpenRefund extends GuestContact {
  refund: Refund
  means: string
  /** The customer to whom the stay is billed, or null. */
  billedTo: string | null
  /** The part of the refund that is still due to the guest. */
  maxPoisha: number
}

/**
 * Lists refunds to approve, to carry out or to check. Leaves out a manual refund that is no longer due, because it was
 * paid at the desk.
 */
export async function listOpenRefunds(db: Database): Promise<OpenRefund[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('booking', 'booking.code', 'refund.stay_code')
    .leftJoin('payment_receipt', 'payment_receipt.id', 'receipt_id')
    .selectAll('refund')
    .select(['booking.name', 'booking.phone', sql<string>`coalesce(payment_receipt.means, '')`.as('means')])
    .select(({ selectFrom }) =>
      selectFrom('payment')
        .innerJoin('customer', 'customer.id', 'payment.customer_id')
        .select('customer.name')
        .whereRef('payment.booking_id', '=', 'booking.id')
        .limit(1)
        .as('billedTo'),
    )
    .where('refund.state', 'in', ['to approve', 'queued', 'processing', 'unsure', 'failed'])
    .orderBy('refund.id')
    .limit(MAX_ITEMS)
    .execute()
  const balances = await loadBalances(db, [...new Set(rows.map(({ stay_code }) => stay_code))])
  return rows
    .map(({ name, phone, means, billedTo, ...refund }) => {
      return { name, phone, means, billedTo, refund, maxPoisha: getDuePart(refund, balances.get(refund.stay_code)) }
    })
    .filter(({ refund, maxPoisha }) => !isManual(refund) || maxPoisha > 0)
}

/** Lists the latest payments, newest first. */
export const listLastReceived = (db: Database) =>
  db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .selectAll('payment_receipt')
    .select(['payment_attempt.stay_code', 'payment_attempt.tran_id', 'booking.name', 'booking.language'])
    .orderBy('payment_receipt.id', 'desc')
    .limit(MAX_LISTED_RECEIPTS)
    .execute()
