import type { Generated } from 'kysely'

/** Quotations for buyers. */
export interface QuotationTables {
  quotation: QuotationTable
  quotation_counter: { year: number; last: number }
  quotation_revision: RevisionTable
  quotation_question: QuestionTable
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

interface QuestionTable {
  id: Generated<number>
  revision_id: number
  at: number
  text: string
}
