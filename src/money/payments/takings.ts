import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'

export interface Takings {
  /** By where the money is: what was received for stays, and what was given back. */
  came: { account: (typeof moneyAccounts)[number]; receivedPoisha: number; backPoisha: number }[]
  /** By what it was for, as it was posted on that day, whenever it is paid. */
  earned: { account: (typeof earningAccounts)[number]; poisha: number }[]
}

/** What a day came to, from the ledger alone. */
export async function takingsOf(db: Database, day: number): Promise<Takings> {
  const { rows } = await sql<{ debit: string; credit: string; why: string; sum: number | string }>`
    select debit, credit, why, sum(amount_poisha) as sum from ledger_entry
    where day = cast(${day} as integer) group by debit, credit, why`.execute(db)
  const total = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).reduce((sum, row) => sum + Number(row.sum), 0)
  return {
    came: moneyAccounts.map((account) => ({
      account,
      receivedPoisha:
        total(({ why, debit }) => why === 'payment' && debit === account) -
        total(({ why, credit }) => why === 'payment' && credit === account),
      backPoisha:
        total(({ why, credit }) => why === 'refund' && moneyOf(credit) === account) -
        total(({ why, debit }) => why === 'refund' && moneyOf(debit) === account),
    })),
    earned: earningAccounts.map((account) => ({
      account,
      poisha: total(({ credit }) => credit === account) - total(({ debit }) => debit === account),
    })),
  }
}

/** What the gateway is to give back is given back, as far as the day is concerned. */
const moneyOf = (account: string) => (account === 'refunds' ? 'gateway' : account)
