import type { ColumnType, Generated } from 'kysely'

export interface LedgerTables {
  /** One row with the last closed day. Change it only through `ledger/business-day.ts`. */
  business_day: { id: number; last_closed: number | null }
  ledger_account: { name: LedgerAccount }
  ledger_entry: LedgerEntryTable
}

/** Accounts of the money received for stays, by payment method. */
export const moneyAccounts = ['cash', 'card', 'bank', 'mobile', 'gateway'] as const
/** Accounts of revenue and VAT. */
export const earningAccounts = ['nights', 'cancelling', 'extras', 'vat'] as const
/** Accounts of the gateway: its fees, money received but not yet applied, and refunds in progress. */
type GatewayAccount = 'gateway fees' | 'unapplied' | 'refunds'
/** `guest`: the balance due from the guest of a stay. `customer`: the balances due from customers. */
export type LedgerAccount =
  'guest' | 'customer' | (typeof moneyAccounts)[number] | (typeof earningAccounts)[number] | GatewayAccount

/** The source of an entry. A reversed payment is still `payment`, and a reversed refund is still `refund`. */
type LedgerReason =
  | 'nights'
  | 'cancelling'
  | 'charge'
  | 'payment'
  | 'refund'
  | 'fee'
  | 'held'
  | 'refund carried out'
  | 'paid out'
  | 'customer payment'

/** A column that is written once. Updates do not compile. */
export type Immutable<Value> = ColumnType<Value, Value, never>
type ImmutableOptional<Value> = ColumnType<Value | null, Value | null | undefined, never>

/** An amount from one account to another. Append-only. */
interface LedgerEntryTable {
  id: Generated<number>
  at: Immutable<number>
  /** The day of the posting, or the first open day if that day was closed. */
  business_day: Immutable<number>
  stay_code: Immutable<string | null>
  /** The account that the amount moves to. */
  debit: Immutable<LedgerAccount>
  /** The account that the amount comes from. */
  credit: Immutable<LedgerAccount>
  amount_poisha: Immutable<number>
  reason: Immutable<LedgerReason>
  charge_id: ImmutableOptional<number>
  payment_id: ImmutableOptional<number>
  receipt_id: ImmutableOptional<number>
  refund_id: ImmutableOptional<number>
  customer_payment_id: ImmutableOptional<number>
}
