import type { ColumnType, Generated } from 'kysely'

export interface LedgerTables {
  ledger_account: { name: LedgerAccount }
  ledger_entry: LedgerEntryTable
}

/** Accounts of the money received for stays, by payment method. */
export const moneyAccounts = ['cash', 'card', 'bank', 'mobile', 'gateway'] as const
/** Accounts of revenue and VAT. */
export const earningAccounts = ['nights', 'cancelling', 'extras', 'vat'] as const
/** Accounts of the gateway: its fees, money received but not yet applied, and refunds in progress. */
type GatewayAccount = 'gateway fees' | 'unapplied' | 'refunds'
/** `guest`: the balance due from the guest of a stay. */
export type LedgerAccount = 'guest' | (typeof moneyAccounts)[number] | (typeof earningAccounts)[number] | GatewayAccount

/** The source of an entry. A reversed payment is still `payment`, and a reversed refund is still `refund`. */
type LedgerReason =
  'nights' | 'cancelling' | 'charge' | 'payment' | 'refund' | 'fee' | 'held' | 'refund carried out' | 'paid out'

/** A column that is written once. Updates do not compile. */
export type Kept<Value> = ColumnType<Value, Value, never>
type KeptIfAny<Value> = ColumnType<Value | null, Value | null | undefined, never>

/** An amount from one account to another. Append-only. */
interface LedgerEntryTable {
  id: Generated<number>
  at: Kept<number>
  day: Kept<number>
  stay_code: Kept<string | null>
  /** The account that the amount moves to. */
  debit: Kept<LedgerAccount>
  /** The account that the amount comes from. */
  credit: Kept<LedgerAccount>
  amount_poisha: Kept<number>
  why: Kept<LedgerReason>
  charge_id: KeptIfAny<number>
  payment_id: KeptIfAny<number>
  receipt_id: KeptIfAny<number>
  refund_id: KeptIfAny<number>
}
