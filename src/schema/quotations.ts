import type { Generated } from 'kysely'

/** Quotations for buyers. */
export interface QuotationTables {
  quotation: QuotationTable
  quotation_counter: { year: number; last: number }
  quotation_revision: RevisionTable
  quotation_question: QuestionTable
  sales_order: OrderTable
  order_shipment: ShipmentTable
  /** The default terms as JSON, in at most one row. */
  quotation_terms: { id: number; terms: string }
}

interface QuotationTable {
  id: Generated<number>
  enquiry_id: number | null
  message_id: Generated<number | null>
  account_id: number | null
  /** The quotation number, assigned when it is first sent. */
  year: number | null
  no: number | null
  created_at: number
}

export type RevisionState = 'draft' | 'sent' | 'superseded' | 'accepted' | 'declined' | 'withdrawn' | 'lost'

interface RevisionTable {
  id: Generated<number>
  quotation_id: number
  revision: number
  version: Generated<number>
  state: RevisionState
  company: string
  name: string
  email: string
  language: string
  currency: 'USD' | 'BDT'
  valid_until: number
  /** In cents or poisha. */
  total_minor: number
  /** The content of the quotation as JSON. */
  content: string
  written_at: number
  written_by: number
  sent_at: Generated<number | null>
  sent_by: Generated<number | null>
  token_hash: Generated<Uint8Array | null>
  closed_at: Generated<number | null>
  reason: Generated<string>
  /** The name that the buyer typed to accept it. Empty if staff recorded the acceptance. */
  accepted_by: Generated<string>
}

/** The states of an order, in their usual sequence. */
export const orderStates = ['confirmed', 'in_production', 'ready', 'shipped', 'delivered', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/** An accepted quotation. */
interface OrderTable {
  quotation_id: number
  revision_id: number
  version: Generated<number>
  state: Generated<OrderState>
  state_at: number
  /** The ordered quantities as JSON, one for each line of the revision. Null: as quoted. */
  quantities: string | null
  /** In cents or poisha. */
  total_minor: number
  /** The number of the buyer's purchase order. */
  po_number: Generated<string>
  /** The promised day of shipment. */
  ship_by: number | null
  created_at: number
}

/** A sample, or bulk goods. */
interface ShipmentTable {
  id: Generated<number>
  order_id: number
  version: Generated<number>
  kind: 'sample' | 'bulk'
  contents: string
  due_day: number | null
  sent_day: number | null
  courier: string
  tracking_number: string
  /** The decision about a sample. */
  decision: Generated<'approved' | 'rejected' | null>
  decided_at: Generated<number | null>
  /** The text that the buyer wrote with the decision. */
  comment: Generated<string>
}

interface QuestionTable {
  id: Generated<number>
  revision_id: number
  at: number
  text: string
}
