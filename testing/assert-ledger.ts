import assert from 'node:assert/strict'
import type { Selectable } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#schema/tables.ts'
import { isManual } from '#money/payments/manual-refunds.ts'

const endedStatuses = ['cancelled', 'declined', 'expired', 'no_show']
const confirmedStatuses = ['confirmed', 'checked_in', 'checked_out']

interface LedgerDocuments {
  bookings: Selectable<Tables['booking']>[]
  charges: Selectable<Tables['charge']>[]
  payments: Selectable<Tables['payment']>[]
  /** Receipts of the gateway, each with the reference of its stay. */
  receipts?: (Selectable<Tables['payment_receipt']> & { stay_code: string })[]
  refunds?: Selectable<Tables['refund']>[]
  paidOut?: Selectable<Tables['settlement_line']>[]
  customerPayments?: Selectable<Tables['customer_payment']>[]
}

/**
 * Asserts that all accounts add up to zero, and that each account of each stay matches its documents. Expected balances
 * come from bookings, charges and payments, the actual ones from the ledger rows.
 */
export async function assertLedger(db: Database, documents: LedgerDocuments): Promise<void> {
  const entries = await db.selectFrom('ledger_entry').selectAll().execute()
  const [accountTotals, stayBalances] = [new Map<string, number>(), new Map<string, number>()]
  for (const { debit, credit, stay_code, amount_poisha } of entries) {
    assert.ok(amount_poisha > 0)
    for (const [account, amount] of [
      [debit, amount_poisha],
      [credit, -amount_poisha],
    ] as const) {
      addTo(accountTotals, account, amount)
      addTo(stayBalances, `${account} of ${stay_code}`, amount)
    }
  }
  assert.equal(
    [...accountTotals.values()].reduce((sum, balance) => sum + balance, 0),
    0,
  )
  assert.deepEqual(removeZeros(stayBalances), removeZeros(computeExpectedBalances(documents)))
}

/** Returns the expected balance of each account for each stay. */
function computeExpectedBalances({
  bookings,
  charges,
  payments,
  receipts = [],
  refunds = [],
  paidOut = [],
  customerPayments = [],
}: LedgerDocuments): Map<string, number> {
  const expectedBalances = new Map<string, number>()
  const stayCodes = new Map(bookings.map(({ id, code, stay_code }) => [id, stay_code ?? code]))
  const postEntry = (code: string | null, debit: string, credit: string, poisha: number) => {
    addTo(expectedBalances, `${debit} of ${code}`, poisha)
    addTo(expectedBalances, `${credit} of ${code}`, -poisha)
  }
  for (const { id, status, total_poisha, vat_poisha, cancel_fee_poisha } of bookings) {
    const code = stayCodes.get(id)!
    if (endedStatuses.includes(status)) postEntry(code, 'guest', 'cancelling', cancel_fee_poisha ?? 0)
    if (!confirmedStatuses.includes(status)) continue
    postEntry(code, 'guest', 'nights', total_poisha - vat_poisha)
    postEntry(code, 'guest', 'vat', vat_poisha)
  }
  for (const { booking_id, total_poisha, vat_poisha } of charges) {
    postEntry(stayCodes.get(booking_id)!, 'guest', 'extras', total_poisha - vat_poisha)
    postEntry(stayCodes.get(booking_id)!, 'guest', 'vat', vat_poisha)
  }
  for (const { booking_id, method, amount_poisha, reverses_id } of payments) {
    const isRefund = amount_poisha < 0 === (reverses_id === null)
    const moneyAccount = method !== 'online' ? method : isRefund ? 'refunds' : 'gateway'
    postEntry(stayCodes.get(booking_id)!, moneyAccount, 'guest', amount_poisha)
  }
  for (const { id, stay_code, state, currency, amount_minor, fee_poisha } of receipts) {
    postEntry(stay_code, 'gateway fees', 'gateway', fee_poisha)
    // A dismissed refund was settled directly with the gateway, or replaced by another refund.
    const isReturned = refunds.some(
      (refund) => refund.receipt_id === id && refund.cause === 'not taken' && refund.state !== 'dismissed',
    )
    if (currency === 'BDT' && (state === 'review' || (state === 'refused' && isReturned)))
      postEntry(stay_code, 'gateway', 'unapplied', amount_minor)
  }
  for (const { stay_code, state, cause, amount_poisha } of refunds.filter((refund) => !isManual(refund))) {
    const isOutgoing = ['queued', 'processing', 'unsure', 'done'].includes(state)
    if (cause === 'not taken' && isOutgoing) postEntry(stay_code, 'unapplied', 'refunds', amount_poisha)
    if (state === 'done') postEntry(stay_code, 'refunds', 'gateway', amount_poisha)
  }
  for (const { receipt_id, amount_poisha, fee_poisha } of paidOut) {
    const { stay_code } = receipts.find(({ id }) => id === receipt_id)!
    postEntry(stay_code, 'bank', 'gateway', amount_poisha - fee_poisha)
  }
  for (const { method, amount_poisha } of customerPayments) postEntry(null, method, 'customer', amount_poisha)
  return expectedBalances
}

const addTo = (sums: Map<string, number>, key: string, amount: number) =>
  void sums.set(key, (sums.get(key) ?? 0) + amount)
const removeZeros = (sums: ReadonlyMap<string, number>) => new Map([...sums].filter(([, sum]) => sum !== 0).toSorted())
