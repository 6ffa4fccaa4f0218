import assert from 'node:assert/strict'
import { listChecks } from '#app/admin/checks.ts'
import type { Database } from '#platform/database/database.ts'
import { isManual } from '#money/payments/manual-refunds.ts'
import { assertLedger } from './assert-ledger.ts'

const endedStatuses = ['cancelled', 'declined', 'expired', 'no_show']
const pendingRefundStates = ['queued', 'processing', 'unsure']
/** The statuses of bookings that are not confirmed yet, so nothing is due. */
const unconfirmedStatuses = ['pending_payment', 'pending_approval']

/**
 * Asserts that the money is consistent, with its own calculation row by row. The payment status of each stay matches
 * its lines, and refunds do not exceed payments. Each reversed line is reversed once and in full. The till matches its
 * movements, and the ledger contains everything. The doctor finds nothing either.
 */
export async function assertMoneyConsistent(db: Database): Promise<void> {
  const bookings = await db.selectFrom('booking').selectAll().execute()
  const [charges, payments] = [
    await db.selectFrom('charge').selectAll().execute(),
    await db.selectFrom('payment').selectAll().execute(),
  ]
  const receipts = await db
    .selectFrom('payment_receipt')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'attempt_id')
    .selectAll('payment_receipt')
    .select('stay_code')
    .execute()
  const refunds = await db.selectFrom('refund').selectAll().execute()
  const paidOutLines = await db.selectFrom('settlement_line').selectAll().where('outcome', '=', 'matched').execute()
  for (const rows of Map.groupBy(bookings, ({ code, stay_code }) => stay_code ?? code).values()) {
    const ids = rows.map(({ id }) => id)
    const stayPayments = payments.filter(({ booking_id }) => ids.includes(booking_id))
    const [paidTotal, chargesTotal] = [
      stayPayments.reduce((sum, { amount_poisha }) => sum + amount_poisha, 0),
      charges
        .filter(({ booking_id }) => ids.includes(booking_id))
        .reduce((sum, { total_poisha }) => sum + total_poisha, 0),
    ]
    const totalDue = rows.reduce((sum, { status, total_poisha, cancel_fee_poisha }) => {
      if (unconfirmedStatuses.includes(status)) return sum
      return sum + (endedStatuses.includes(status) ? (cancel_fee_poisha ?? 0) : total_poisha)
    }, chargesTotal)
    const code = rows[0]!.stay_code ?? rows[0]!.code
    const hasPendingRefund = refunds.some(
      (refund) => refund.stay_code === code && !isManual(refund) && pendingRefundStates.includes(refund.state),
    )
    const isEnded = rows.every(({ status, total_poisha }) => endedStatuses.includes(status) || total_poisha === 0)
    const hasRefund = stayPayments.some((line) => {
      return (
        line.amount_poisha < 0 &&
        line.reverses_id === null &&
        !stayPayments.some(({ reverses_id }) => reverses_id === line.id)
      )
    })
    const storedStatuses = new Set(rows.map(({ payment_status }) => payment_status))
    assert.deepEqual([...storedStatuses], [getExpectedStatus()], `stay ${rows[0]!.code}: ${paidTotal} of ${totalDue}`)
    assert.ok(paidTotal >= 0, `stay ${rows[0]!.code} was refunded more than it paid`)

    function getExpectedStatus(): string {
      if (paidTotal > totalDue || hasPendingRefund) return 'refund_pending'
      if (paidTotal === totalDue && isEnded && hasRefund) return paidTotal === 0 ? 'refunded' : 'partially_refunded'
      if (paidTotal === 0) return 'unpaid'
      return paidTotal < totalDue ? 'partially_paid' : 'paid'
    }
  }
  const customerPayments = await db.selectFrom('customer_payment').selectAll().execute()
  for (const [lines, amountOf] of [
    [charges, (line: object) => (line as { total_poisha: number }).total_poisha],
    [payments, (line: object) => (line as { amount_poisha: number }).amount_poisha],
    [customerPayments, (line: object) => (line as { amount_poisha: number }).amount_poisha],
  ] as const) {
    for (const line of lines.filter(({ reverses_id }) => reverses_id !== null)) {
      const originalLine = lines.find(({ id }) => id === line.reverses_id)!
      assert.equal(amountOf(line), -amountOf(originalLine))
      assert.equal(lines.filter(({ reverses_id }) => reverses_id === originalLine.id).length, 1)
    }
  }
  const cashTotal = [...payments, ...customerPayments]
    .filter(({ method }) => method === 'cash')
    .reduce((sum, line) => sum + line.amount_poisha, 0)
  const movementTotal = (await db.selectFrom('till_move').selectAll().execute()).reduce(
    (sum, move) => sum + move.amount_poisha,
    0,
  )
  const differenceTotal = (await db.selectFrom('handover').selectAll().execute()).reduce(
    (sum, { counted_poisha, expected_poisha }) => sum + counted_poisha - expected_poisha,
    0,
  )
  const { cash_poisha } = await db.selectFrom('till').selectAll().executeTakeFirstOrThrow()
  assert.equal(cash_poisha, cashTotal + movementTotal + differenceTotal)
  for (const { name, find } of listChecks(db)) assert.deepEqual(await find(db), [], name)
  await assertLedger(db, { bookings, charges, payments, customerPayments, receipts, refunds, paidOut: paidOutLines })
}
