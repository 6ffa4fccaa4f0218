import assert from 'node:assert/strict'
import type { Database } from '#platform/database/database.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'

interface StoredReport {
  takings: {
    accounts: { account: string; receivedPoisha: number; backPoisha: number }[]
    earned: { account: string; poisha: number }[]
    customers?: { billedPoisha: number; receivedPoisha: number }
  }
}

/**
 * Asserts that the stored report of each closed day matches the ledger rows of that day, and that all reports together match
 * the ledger up to the last closed day. A later change of a closed day makes both fail.
 */
export async function assertDailyReportsMatchLedger(db: Database): Promise<void> {
  const closedDays = await db.selectFrom('closed_day').select(['day', 'report']).orderBy('day').execute()
  const { last_closed } = await db.selectFrom('business_day').select('last_closed').executeTakeFirstOrThrow()
  assert.equal(last_closed, closedDays.at(-1)?.day ?? null)
  if (last_closed === null) return
  const entries = await db.selectFrom('ledger_entry').selectAll().execute()
  const reportedTotals = new Map<string, number>()
  for (const { day, report } of closedDays) {
    const { takings } = JSON.parse(report!) as StoredReport
    const reported = new Map([
      ...takings.accounts.map(
        ({ account, receivedPoisha, backPoisha }) => [account, receivedPoisha - backPoisha] as const,
      ),
      ...takings.earned.map(({ account, poisha }) => [account, 0 - poisha] as const),
      ['customer', (takings.customers?.billedPoisha ?? 0) - (takings.customers?.receivedPoisha ?? 0)] as const,
    ])
    const posted = sumByAccount(entries.filter(({ business_day }) => business_day === day))
    for (const account of [...moneyAccounts, ...earningAccounts, 'customer']) {
      assert.equal(reported.get(account) ?? 0, posted.get(account) ?? 0, `${account} on day ${day}`)
      reportedTotals.set(account, (reportedTotals.get(account) ?? 0) + (reported.get(account) ?? 0))
    }
  }
  const closedEntries = entries.filter(({ business_day }) => {
    return business_day >= closedDays[0]!.day && business_day <= last_closed
  })
  const postedTotals = sumByAccount(closedEntries)
  for (const [account, total] of reportedTotals) assert.equal(total, postedTotals.get(account) ?? 0, account)
}

/** Debits minus credits. Pending refunds of the gateway count as refunded. */
function sumByAccount(
  entries: readonly { debit: string; credit: string; amount_poisha: number }[],
): Map<string, number> {
  const sums = new Map<string, number>()
  const add = (account: string, amount: number) => {
    const name = account === 'refunds' ? 'gateway' : account
    sums.set(name, (sums.get(name) ?? 0) + amount)
  }
  for (const { debit, credit, amount_poisha } of entries) {
    add(debit, amount_poisha)
    add(credit, -amount_poisha)
  }
  return sums
}
