import { sql } from 'kysely'
import { owedOf, stillOwed } from '#stays/bookings/owed.ts'
import type { Database } from '#platform/database/database.ts'
import type { Attempt, Receipt, Refund } from './store.ts'

/** The limit of each list. Further items follow once earlier ones are done. */
const MOST = 200
const MAX_RECEIVED = 50

type Named = { name: string; phone: string }

/** A payment that staff must review. Without a receipt, it is unknown whether any money came in. */
export interface ToLookAt extends Named {
  attempt: Attempt
  receipt: Receipt | null
}

/** Lists the payments in review, oldest first. */
export async function toLookAt(db: Database): Promise<ToLookAt[]> {
  const attempts = await db
    .selectFrom('payment_attempt')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .selectAll('payment_attempt')
    .select(['booking.name', 'booking.phone'])
    .where((row) =>
      row.or([
        row('state', '=', 'review'),
        row(
          'payment_attempt.id',
          'in',
          row.selectFrom('payment_receipt').select('attempt_id').where('payment_receipt.state', '=', 'review'),
        ),
      ]),
    )
    .orderBy('payment_attempt.id')
    .limit(MOST)
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
  const ofAttempt = Map.groupBy(receipts, ({ attempt_id }) => attempt_id)
  return attempts.flatMap(({ name, phone, ...attempt }) =>
    (ofAttempt.get(attempt.id) ?? [null]).map((receipt) => ({ name, phone, attempt, receipt })),
  )
}

export interface OpenRefund extends Named {
  refund: Refund
  means: string
  /** The part of the refund that is still due to the guest. */
  maxPoisha: number
}

/**
 * Lists refunds to approve, to carry out or to check. A manual refund that is no longer due was paid at the desk, so it
 * is left out.
 */
export async function openRefunds(db: Database): Promise<OpenRefund[]> {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('booking', 'booking.code', 'refund.stay_code')
    .leftJoin('payment_receipt', 'payment_receipt.id', 'receipt_id')
    .selectAll('refund')
    .select(['booking.name', 'booking.phone', sql<string>`coalesce(payment_receipt.means, '')`.as('means')])
    .where('refund.state', 'in', ['to approve', 'queued', 'processing', 'unsure', 'failed'])
    .orderBy('refund.id')
    .limit(MOST)
    .execute()
  const owed = await owedOf(db, [...new Set(rows.map(({ stay_code }) => stay_code))])
  return rows
    .map(({ name, phone, means, ...refund }) => {
      const over = Math.max(0, -stillOwed(owed.get(refund.stay_code)))
      return { name, phone, means, refund, maxPoisha: Math.min(refund.amount_poisha, over) }
    })
    .filter(
      ({ refund: { gateway, why }, maxPoisha }) =>
        gateway !== 'house' || why === 'not taken' || maxPoisha > 0,
    )
}

/** Lists the latest payments, newest first. */
export const lastReceived = (db: Database) =>
  db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .innerJoin('booking', 'booking.code', 'payment_attempt.stay_code')
    .selectAll('payment_receipt')
    .select(['payment_attempt.stay_code', 'payment_attempt.tran_id', 'booking.name'])
    .orderBy('payment_receipt.id', 'desc')
    .limit(MAX_RECEIVED)
    .execute()
