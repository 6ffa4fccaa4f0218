import type { Generated } from 'kysely'
import type { Kept } from './ledger.ts'

export interface InvoiceTables {
  stay_buyer: StayBuyerTable
  invoice: InvoiceTable
  invoice_counter: { kind: InvoiceKind; year: number; last: number }
  credited_line: { invoice_id: Kept<number>; line: Kept<number>; note_id: Kept<number> }
}

export const invoiceKinds = ['invoice', 'credit note'] as const
/** Each has numbers of its own. */
export type InvoiceKind = (typeof invoiceKinds)[number]

/** To whom the invoice of a stay is made out, where that is said. */
interface StayBuyerTable {
  stay_code: string
  name: string
  /** Empty: of somebody who has none. */
  bin: string
  address: string
  version: Generated<number>
}

/** What was issued. Never changed; forgotten when the years are over in which it must be kept. */
interface InvoiceTable {
  id: Generated<number>
  kind: Kept<InvoiceKind>
  /** Of its number: the year in which the fiscal year begins. */
  year: Kept<number>
  no: Kept<number>
  stay_code: Kept<string>
  /** Of a credit note, the invoice that it is about. */
  credits_id: Kept<number | null>
  at: Kept<number>
  day: Kept<number>
  /** Null: whoever booked has asked for it. */
  issued_by: Kept<number | null>
  buyer_name: Kept<string>
  buyer_bin: Kept<string>
  net_poisha: Kept<number>
  service_poisha: Kept<number>
  vat_poisha: Kept<number>
  total_poisha: Kept<number>
  /** All that it says, as JSON. */
  content: Kept<string>
}
