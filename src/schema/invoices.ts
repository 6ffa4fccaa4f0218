import type { Generated } from 'kysely'
import type { Immutable } from './ledger.ts'

export interface InvoiceTables {
  stay_buyer: StayBuyerTable
  invoice: InvoiceTable
  invoice_counter: { kind: InvoiceKind; year: number; last: number }
  credited_line: { invoice_id: Immutable<number>; line: Immutable<number>; note_id: Immutable<number> }
}

export const invoiceKinds = ['invoice', 'credit note'] as const
/** Each kind has its own sequence of numbers. */
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The recipient of the invoices of a stay, if specified. */
interface StayBuyerTable {
  stay_code: string
  name: string
  /** Empty: the buyer has no BIN. */
  bin: string
  address: string
  version: Generated<number>
}

/** Issued invoices and credit notes. Rows never change, and are purged after the legal retention period. */
interface InvoiceTable {
  id: Generated<number>
  kind: Immutable<InvoiceKind>
  /** Part of the number: the year in which the fiscal year begins. */
  year: Immutable<number>
  no: Immutable<number>
  stay_code: Immutable<string>
  /** For a credit note: its invoice. */
  credits_id: Immutable<number | null>
  at: Immutable<number>
  day: Immutable<number>
  /** Null: issued at the guest's request. */
  issued_by: Immutable<number | null>
  buyer_name: Immutable<string>
  buyer_bin: Immutable<string>
  net_poisha: Immutable<number>
  service_poisha: Immutable<number>
  vat_poisha: Immutable<number>
  total_poisha: Immutable<number>
  /** The complete content as JSON. */
  content: Immutable<string>
}
