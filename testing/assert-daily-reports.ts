import assert from 'node:assert/strict'
import { calculateDailyReport } from '#front-desk/desk/day/daily-report.ts'
import type { Database } from '#platform/database/database.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'

interface Nights {
  sold: number
  netPoisha: number
  vatPoisha: number
}

interface StoredReport {
  rooms: { sold: number }
  night: Omit<Nights, 'sold'>
  corrections: (Nights & { night: number })[]
  takings: {
    accounts: { account: string; receivedPoisha: number; backPoisha: number }[]
    earned: { account: string; poisha: number }[]
    customers?: { billedPoisha: number; receivedPoisha: number }
  }
}

/**
 * Asserts that the stored report of each closed day matches the ledger rows of that day, and that all reports together
 * match the ledger up to the last closed day. A later change of a closed day makes both fail. The nights of guests who
 * have arrived match the reports with their corrections.
 */
export async function assertDailyReportsMatchLedger(db: Database): Promise<void> {
  const closedDays = await db.selectFrom('closed_day').select(['day', 'report']).orderBy('day').execute()
  const { last_closed } = await db.selectFrom('business_day').select('last_closed').executeTakeFirstOrThrow()
  assert.equal(last_closed, closedDays.at(-1)?.day ?? null)
  if (last_closed === null) return
  // A report states the payments on bills. The fee of the gateway and unapplied payments are no part of it.
  const entries = await db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('reason', '<>', 'fee')
    .where('debit', '<>', 'unapplied')
    .where('credit', '<>', 'unapplied')
    .execute()
  const reportedTotals = new Map<string, number>()
  for (const { day, report } of closedDays) {
    const { takings } = JSON.parse(report!) as StoredReport
    const reportedAmounts = new Map([
      ...takings.accounts.map(
        ({ account, receivedPoisha, backPoisha }) => [account, receivedPoisha - backPoisha] as const,
      ),
      ...takings.earned.map(({ account, poisha }) => [account, 0 - poisha] as const),
      ['customer', (takings.customers?.billedPoisha ?? 0) - (takings.customers?.receivedPoisha ?? 0)] as const,
    ])
    const postedSums = sumByAccount(entries.filter(({ business_day }) => business_day === day))
    for (const account of [...moneyAccounts, ...earningAccounts, 'customer']) {
      assert.equal(reportedAmounts.get(account) ?? 0, postedSums.get(account) ?? 0, `${account} on day ${day}`)
      reportedTotals.set(account, (reportedTotals.get(account) ?? 0) + (reportedAmounts.get(account) ?? 0))
    }
  }
  const closedEntries = entries.filter(({ business_day }) => {
    return business_day >= closedDays[0]!.day && business_day <= last_closed
  })
  const postedTotals = sumByAccount(closedEntries)
  for (const [account, total] of reportedTotals) assert.equal(total, postedTotals.get(account) ?? 0, account)
  const reports = closedDays.map(({ day, report }) => ({ day, ...(JSON.parse(report!) as StoredReport) }))
  await assertNightsReported(db, reports, last_closed)
}

/**
 * Asserts that each night of a closed day is in its report or in a correction, also if the guest arrived after the
 * closing. The next report contains the corrections of changes since the last closing.
 */
async function assertNightsReported(
  db: Database,
  reports: readonly (StoredReport & { day: number })[],
  lastClosed: number,
): Promise<void> {
  const nextReport = await calculateDailyReport(db, lastClosed + 1, [])
  const corrections = [...reports, nextReport].flatMap((report) => report.corrections)
  const nights = await db
    .selectFrom('booking_night')
    .innerJoin('booking', 'booking.id', 'booking_id')
    .select(['night', 'booking_night.price_poisha', 'booking_night.vat_poisha'])
    .where('status', 'in', ['checked_in', 'checked_out'])
    .execute()
  for (const { day, rooms, night } of reports) {
    const reportedNights = sumNights([
      { sold: rooms.sold, ...night },
      ...corrections.filter((each) => each.night === day),
    ])
    const nightsSlept = nights
      .filter((each) => each.night === day)
      .map(({ price_poisha, vat_poisha }) => {
        return { sold: 1, netPoisha: price_poisha - vat_poisha, vatPoisha: vat_poisha }
      })
    assert.deepEqual(reportedNights, sumNights(nightsSlept), `the night of day ${day}`)
  }
}

const sumNights = (nights: readonly Nights[]): Nights =>
  nights.reduce(
    (sum, { sold, netPoisha, vatPoisha }) => ({
      sold: sum.sold + sold,
      netPoisha: sum.netPoisha + netPoisha,
      vatPoisha: sum.vatPoisha + vatPoisha,
    }),
    { sold: 0, netPoisha: 0, vatPoisha: 0 },
  )

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
