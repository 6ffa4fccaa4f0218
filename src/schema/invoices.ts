import type { Generated } from 'kysely'
import type { Kept } from './ledger.ts'

export interface InvoiceTables {
  stay_buyer: StayBuyerTable
  invoice: InvoiceTable
  invoice_counter: { kind: InvoiceKind; year: number; last: number }
  credited_line: { invoice_id: Kept<number>; line: Kept<number>; note_id: Kept<number> }
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
  kind: Kept<InvoiceKind>
  /** Part of the number: the year in which the fiscal year begins. */
  year: Kept<number>
  no: Kept<number>
  stay_code: Kept<string>
  /** For a credit note: its invoice. */
  credits_id: Kept<number | null>
  at: Kept<number>
  day: Kept<number>
  /** Null: issued at the guest's request. */
  issued_by: Kept<number | null>
  buyer_name: Kept<string>
  buyer_bin: Kept<string>
  net_poisha: Kept<number>
  service_poisha: Kept<number>
  vat_poisha: Kept<number>
  total_poisha: Kept<number>
  /** The complete content as JSON. */
  content: Kept<string>
}
