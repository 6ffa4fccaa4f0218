import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface PaymentTables {
  payment_attempt: AttemptTable
  payment_receipt: ReceiptTable
  refund: RefundTable
  settlement: SettlementTable
  settlement_line: SettlementLineTable
}

/** Opened: nobody knows yet. Review: money came, or may have, and somebody must look at it. */
type AttemptState = 'opened' | 'paid' | 'failed' | 'cancelled' | 'expired' | 'review'

/** By whom money is taken and given back: the gateway, or the house itself. */
export type GatewayName = 'sslcommerz' | 'house'

/** What somebody is about to pay by a gateway. */
interface AttemptTable {
  id: Generated<number>
  /** What the gateway calls it. */
  tran_id: string
  /** Of the end of the address to which the browser comes back. */
  token_hash: Uint8Array
  stay_code: string
  gateway: GatewayName
  amount_poisha: number
  language: string
  state: AttemptState
  reason: Generated<string>
  session_key: string | null
  page_url: string | null
  told: Generated<Flag>
  created_at: number
  asked_at: number | null
  next_at: number | null
  closed_at: number | null
}

/** Taken: it is on the bill. Refused: it is not, and goes back or was settled by hand. */
type ReceiptState = 'taken' | 'review' | 'refused'

/** Why money is not simply taken: not what was to be paid, in another currency, risky, paid once more, or for another order. */
export type ReviewReason = 'amount' | 'currency' | 'risk' | 'again' | 'other order'

/** Money that the gateway has received. */
interface ReceiptTable {
  id: Generated<number>
  attempt_id: number
  val_id: string
  bank_tran_id: string
  amount_minor: number
  currency: string
  kept_poisha: number
  means: string
  brand: string
  issuer: string
  issuer_country: string
  state: ReceiptState
  reason: Generated<ReviewReason | ''>
  risk_title: Generated<string>
  received_at: number
  payment_id: number | null
  decided_at: number | null
  decided_by: number | null
}

/**
 * Processing: on its way, or, at the house, waiting for somebody's hand. Unsure: refused when it was asked for again, so that nobody
 * knows of the first time. Failed: the gateway would not.
 */
type RefundState = 'to approve' | 'queued' | 'processing' | 'unsure' | 'done' | 'failed' | 'dismissed'

/** Given back by the guest or by us, paid too late or twice, asked for by somebody of the house, or not taken at all. */
export type RefundReason = 'cancelled' | 'late' | 'twice' | 'asked' | 'not taken'

/** Money that goes back. */
interface RefundTable {
  id: Generated<number>
  refund_trans_id: string
  stay_code: string
  gateway: GatewayName
  receipt_id: number | null
  amount_poisha: number
  state: RefundState
  why: RefundReason
  reason: Generated<string>
  trouble: Generated<string>
  refund_ref: string | null
  payment_id: number | null
  created_at: number
  asked_by: number | null
  approved_at: number | null
  approved_by: number | null
  sent_at: number | null
  asked_at: number | null
  next_at: number | null
  closed_at: number | null
}

/** What the gateway has paid out, as its file says. */
interface SettlementTable {
  id: Generated<number>
  name: string
  read_at: number
  read_by: number
  paid_out_poisha: number
}

/** Twice: it was paid out before. */
export type SettlementOutcome = 'matched' | 'differs' | 'unknown' | 'twice'

interface SettlementLineTable {
  settlement_id: number
  line: number
  tran_id: string
  amount_poisha: number
  kept_poisha: number
  outcome: SettlementOutcome
  note: Generated<string>
  receipt_id: number | null
}
