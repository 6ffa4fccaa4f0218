import type { ColumnType, Generated } from 'kysely'

export interface LedgerTables {
  ledger_account: { name: LedgerAccount }
  ledger_entry: LedgerEntryTable
}

/** Where money of stays is, by how it came. */
export const moneyAccounts = ['cash', 'card', 'bank', 'mobile', 'gateway'] as const
/** What it was for. */
export const earningAccounts = ['nights', 'cancelling', 'extras', 'vat'] as const
/** Of what a gateway holds: what it keeps for itself, what it has received that is nobody's yet, what is on its way back. */
type GatewayAccount = 'gateway fees' | 'unapplied' | 'refunds'
/** Guest: what the guest of a stay owes. */
export type LedgerAccount = 'guest' | (typeof moneyAccounts)[number] | (typeof earningAccounts)[number] | GatewayAccount

/** What a row came of. A payment that was taken back is a payment, and money given back that was taken back is a refund. */
type LedgerReason =
  'nights' | 'cancelling' | 'charge' | 'payment' | 'refund' | 'fee' | 'held' | 'refund carried out' | 'paid out'

/** Written, and never again: what would change it does not compile. */
export type Kept<Value> = ColumnType<Value, Value, never>
type KeptIfAny<Value> = ColumnType<Value | null, Value | null | undefined, never>

/** So much, from one account to another. Only ever added to. */
interface LedgerEntryTable {
  id: Generated<number>
  at: Kept<number>
  day: Kept<number>
  stay_code: Kept<string | null>
  /** Whither it moves. */
  debit: Kept<LedgerAccount>
  /** Whence. */
  credit: Kept<LedgerAccount>
  amount_poisha: Kept<number>
  why: Kept<LedgerReason>
  charge_id: KeptIfAny<number>
  payment_id: KeptIfAny<number>
  receipt_id: KeptIfAny<number>
  refund_id: KeptIfAny<number>
}
