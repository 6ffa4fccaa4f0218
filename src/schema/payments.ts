import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface PaymentTables {
  payment_attempt: AttemptTable
  payment_receipt: ReceiptTable
  refund: RefundTable
  settlement: SettlementTable
  settlement_line: SettlementLineTable
}

/** opened: the outcome is unknown. review: money arrived or may have, and staff must decide. */
type AttemptState = 'opened' | 'paid' | 'failed' | 'cancelled' | 'expired' | 'review'

/** An attempt to pay at a gateway. */
interface AttemptTable {
  id: Generated<number>
  /** The transaction ID at the gateway. */
  tran_id: string
  /** The hash of the token in the return URL. */
  token_hash: Uint8Array
  stay_code: string
  /** The name of a payment gateway. */
  gateway: string
  amount_poisha: number
  language: string
  state: AttemptState
  reason: Generated<string>
  session_key: string | null
  page_url: string | null
  notice_pending: Generated<Flag>
  created_at: number
  checked_at: number | null
  next_at: number | null
  closed_at: number | null
}

/** taken: on the bill. refused: not on the bill; it is refunded or was settled by hand. */
type ReceiptState = 'taken' | 'review' | 'refused'

/** Why a payment needs review: wrong amount, wrong currency, risk, repeated payment, or another order. */
export type ReviewReason = 'amount' | 'currency' | 'risk' | 'again' | 'other order'

/** Money that the gateway has received. */
interface ReceiptTable {
  id: Generated<number>
  attempt_id: number
  val_id: string
  bank_tran_id: string
  amount_minor: number
  currency: string
  fee_poisha: number
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
 * processing: in progress at the gateway, or waiting until staff have paid out a refund by the company itself. unsure:
 * a repeated request was refused, so the outcome of the first one is unknown. failed: the gateway refused.
 */
type RefundState = 'to approve' | 'queued' | 'processing' | 'unsure' | 'done' | 'failed' | 'dismissed'

/** A cancellation, a late or repeated payment, a request by staff, or a payment that was not accepted. */
export type RefundCause = 'cancelled' | 'late' | 'twice' | 'asked' | 'not taken'

interface RefundTable {
  id: Generated<number>
  refund_trans_id: string
  stay_code: string
  /** The name of a payment gateway, or of the refunds by the company itself. */
  gateway: string
  receipt_id: number | null
  amount_poisha: number
  state: RefundState
  cause: RefundCause
  /** An email to the guest has already stated this refund. */
  announced: Generated<Flag>
  reason: Generated<string>
  trouble: Generated<string>
  refund_ref: string | null
  payment_id: number | null
  created_at: number
  asked_by: number | null
  approved_at: number | null
  approved_by: number | null
  sent_at: number | null
  checked_at: number | null
  next_at: number | null
  closed_at: number | null
}

/** A payout of the gateway, as its file lists it. */
interface SettlementTable {
  id: Generated<number>
  name: string
  read_at: number
  read_by: number
  paid_out_poisha: number
}

/** twice: the payment was in an earlier payout. */
export type SettlementOutcome = 'matched' | 'differs' | 'unknown' | 'twice'

interface SettlementLineTable {
  settlement_id: number
  line: number
  tran_id: string
  amount_poisha: number
  fee_poisha: number
  outcome: SettlementOutcome
  note: Generated<string>
  receipt_id: number | null
}
