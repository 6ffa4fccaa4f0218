import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface BillTables {
  extra: ExtraTable
  charge: ChargeTable
  payment: PaymentTable
  till: TillTable
  till_move: TillMoveTable
  handover: HandoverTable
}

/** Extras that are sold in addition to nights. */
interface ExtraTable {
  id: Generated<number>
  version: Generated<number>
  position: number
  active: Generated<Flag>
  name_en: string
  name_bn: string | null
  price_poisha: number
  /** Null: the VAT rate of the rooms. */
  vat_basis_points: number | null
}

/** Charges of a stay in addition to its nights. Append-only. */
interface ChargeTable {
  id: Generated<number>
  booking_id: number
  day: number
  name: string
  /** Null: the charge was typed by staff. */
  name_bn: Generated<string | null>
  quantity: number
  total_poisha: number
  vat_basis_points: number
  vat_poisha: number
  service_basis_points: Generated<number>
  at: number
  account_id: number
  /** The charge that this row reverses. */
  reverses_id: Generated<number | null>
  reason: Generated<string>
}

export const paymentMethods = ['cash', 'card', 'bank', 'mobile'] as const
/** The methods at the desk, or the bill of the customer, who pays later. */
export const deskMethods = [...paymentMethods, 'customer'] as const
export type DeskMethod = (typeof deskMethods)[number]
/** The methods on a bill. Online payments never go through the cash drawer. */
export const billedMethods = [...deskMethods, 'online'] as const
export type PaymentMethod = (typeof billedMethods)[number]

/** Payments for a stay. Append-only. */
interface PaymentTable {
  id: Generated<number>
  booking_id: number
  day: number
  /** Negative: a refund, or the reversal of a payment. */
  amount_poisha: number
  method: PaymentMethod
  reference: Generated<string>
  at: number
  account_id: number | null
  /** The payment that this row reverses. */
  reverses_id: Generated<number | null>
  reason: Generated<string>
  /** The till number. Null for online payments. */
  till_no: Generated<number | null>
  /** The customer to whom the amount is billed; set if `method` is `customer`. */
  customer_id: Generated<number | null>
  /** The last day on which the customer can pay in time. Null for a refund. */
  due_day: Generated<number | null>
}

interface TillTable {
  id: number
  cash_poisha: number
  /** The number of desk payments, cash movements and handovers so far. The last till number. */
  moves: number
}

interface TillMoveTable {
  id: Generated<number>
  at: number
  account_id: number
  /** Negative: cash taken out. */
  amount_poisha: number
  reason: string
  till_no: number
}

interface HandoverTable {
  id: Generated<number>
  at: number
  account_id: number
  to_account_id: number | null
  expected_poisha: number
  counted_poisha: number
  note: string
  till_no: number
}
