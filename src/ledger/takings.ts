import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'

export interface Takings {
  /** Received and refunded amounts by money account. */
  accounts: { account: (typeof moneyAccounts)[number]; receivedPoisha: number; backPoisha: number }[]
  /** Earnings by account, posted on that day, whether or not they are paid. */
  earned: { account: (typeof earningAccounts)[number]; poisha: number }[]
  /** The extras among the earnings, with their VAT. */
  extras: { netPoisha: number; vatPoisha: number }
  /** Billed to customers, and received from customers. The received amounts are also among the accounts. */
  customers: { billedPoisha: number; receivedPoisha: number }
}

/** Returns the takings of a business day from the ledger. */
export async function readTakings(db: Database, day: number): Promise<Takings> {
  const { rows } = await sql<{ debit: string; credit: string; reason: string; sum: number | string }>`
    select debit, credit, reason, sum(amount_poisha) as sum from ledger_entry
    where business_day = cast(${day} as integer) group by debit, credit, reason`.execute(db)
  const sumMatching = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + Number(row.sum), 0)
  const sumEarnings = (account: string, matches: (row: (typeof rows)[number]) => boolean) =>
    sumMatching((row) => row.credit === account && matches(row)) -
    sumMatching((row) => row.debit === account && matches(row))
  const isPayment = ({ reason }: (typeof rows)[number]) => reason === 'payment' || reason === 'customer payment'
  const isCharge = ({ reason }: (typeof rows)[number]) => reason === 'charge'
  return {
    accounts: moneyAccounts.map((account) => ({
      account,
      receivedPoisha:
        sumMatching((row) => isPayment(row) && row.debit === account) -
        sumMatching((row) => isPayment(row) && row.credit === account),
      backPoisha:
        sumMatching(({ reason, credit }) => reason === 'refund' && toMoneyAccount(credit) === account) -
        sumMatching(({ reason, debit }) => reason === 'refund' && toMoneyAccount(debit) === account),
    })),
    earned: earningAccounts.map((account) => ({
      account,
      poisha: sumEarnings(account, () => true),
    })),
    extras: { netPoisha: sumEarnings('extras', isCharge), vatPoisha: sumEarnings('vat', isCharge) },
    customers: {
      billedPoisha: 0 - sumEarnings('customer', ({ reason }) => reason !== 'customer payment'),
      receivedPoisha: sumEarnings('customer', ({ reason }) => reason === 'customer payment'),
    },
  }
}

/** Returns the account that holds the money. A pending refund of the gateway counts as refunded on that day. */
const toMoneyAccount = (account: string) => (account === 'refunds' ? 'gateway' : account)
