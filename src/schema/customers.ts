import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'
import type { paymentMethods } from './bills.ts'

/** Companies whose buyers stay here and order goods. */
export interface CustomerTables {
  customer: CustomerTable
  customer_contact: CustomerContactTable
  customer_rate: { customer_id: number; room_id: number; night_poisha: number }
  /** The customer for whom the guest of a stay travels. */
  stay_customer: { stay_code: string; customer_id: number }
  customer_payment: CustomerPaymentTable
}

export const customerKinds = ['buying house', 'factory', 'agency', 'other'] as const
export type CustomerKind = (typeof customerKinds)[number]

interface CustomerTable {
  id: Generated<number>
  version: Generated<number>
  kind: CustomerKind
  name: string
  /** The name without case and punctuation. */
  name_key: string
  /** Empty: unknown. */
  bin: string
  address: string
  notes: string
  /** The days until a bill is due. */
  payment_days: number
  active: Generated<Flag>
  created_at: number
}

/** A person of a customer. Enquiries and quotations with this address belong to the customer. */
interface CustomerContactTable {
  customer_id: number
  position: number
  name: string
  job: string
  email: string
  phone: string
}

/** Payments of customers. Append-only. */
interface CustomerPaymentTable {
  id: Generated<number>
  customer_id: number
  day: number
  amount_poisha: number
  method: (typeof paymentMethods)[number]
  reference: string
  at: number
  account_id: number
  /** The payment that this row reverses. */
  reverses_id: Generated<number | null>
  reason: Generated<string>
  till_no: number
}
