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

/** What the house sells beside its nights. */
interface ExtraTable {
  id: Generated<number>
  version: Generated<number>
  position: number
  active: Generated<Flag>
  name_en: string
  name_bn: string | null
  price_poisha: number
  /** Null: the rate of the rooms. */
  vat_basis_points: number | null
}

/** What a stay costs beside its nights. Only ever added to. */
interface ChargeTable {
  id: Generated<number>
  booking_id: number
  day: number
  name: string
  /** Null: as it was written by hand. */
  name_bn: Generated<string | null>
  quantity: number
  total_poisha: number
  vat_basis_points: number
  vat_poisha: number
  service_basis_points: Generated<number>
  at: number
  account_id: number
  /** The one that this takes back. */
  reverses_id: Generated<number | null>
  reason: Generated<string>
}

export const paymentMethods = ['cash', 'card', 'bank', 'mobile'] as const
/** What the desk receives; and what came by the website, which no drawer knows of. */
export type PaymentMethod = (typeof paymentMethods)[number] | 'online'

/** What was received for a stay. Only ever added to. */
interface PaymentTable {
  id: Generated<number>
  booking_id: number
  day: number
  /** Below zero: paid back. */
  amount_poisha: number
  method: PaymentMethod
  reference: Generated<string>
  at: number
  account_id: number | null
  /** The one that this takes back. */
  reverses_id: Generated<number | null>
  reason: Generated<string>
  /** Of cash: which one of all that came into the drawer or went out of it. */
  till_no: Generated<number | null>
}

interface TillTable {
  id: number
  cash_poisha: number
  /** How often cash came or went. */
  moves: number
}

interface TillMoveTable {
  id: Generated<number>
  at: number
  account_id: number
  /** Below zero: taken out. */
  amount_poisha: number
  why: string
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
