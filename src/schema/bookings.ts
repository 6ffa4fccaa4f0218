import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Bookings, their nights and guests. */
export interface BookingTables {
  /** The units of each room that were sold for each night at the start of a day. */
  nights_on_books: OnBooksTable
  inventory: { room_id: number; night: number; sold: number; capacity: number }
  booking: BookingTable
  booking_night: BookingNightTable
  unit_night: { unit_id: number; night: number; booking_id: number | null; closure_id: number | null }
  unit_state: UnitStateTable
  stay_person: StayPersonTable
  document_copy: PaperCopyTable
  desk_operation: DeskOperationTable
  desk_note: DeskNoteTable
  closed_day: ClosedDayTable
  reopened_day: ReopenedDayTable
  guest_change: GuestChangeTable
  booking_search_word: { word: string; booking_id: number }
  open_request: { who: string; booking_id: number; created_at: number }
  /** The automatic emails that were sent for a booking. */
  stay_email: { booking_id: number; kind: 'reminder' | 'thanks' | 'unanswered'; at: number }
}

interface ClosedDayTable {
  day: number
  closed_at: number
  closed_by: number
  note: Generated<string>
  /** Why the day was closed before its end; empty if it had ended. */
  early_reason: Generated<string>
  /** JSON: the groups of open items with their reasons, see `front-desk/desk/day/carry-over.ts`. */
  carried_over: Generated<string>
  /** JSON: see `front-desk/desk/day/daily-report.ts`. */
  report: Generated<string | null>
}

/** A closing that was undone. Append-only. */
interface ReopenedDayTable {
  id: Generated<number>
  day: number
  closed_at: number
  closed_by: number
  note: string
  early_reason: string
  carried_over: string
  report: string | null
  reopened_at: number
  reopened_by: number
  reason: string
}

export type BookingStatus =
  | 'pending_payment'
  | 'pending_approval'
  | 'confirmed'
  | 'checked_in'
  | 'checked_out'
  | 'cancelled'
  | 'declined'
  | 'expired'
  | 'no_show'

export type PaymentStatus =
  | 'unpaid'
  | 'authorised'
  | 'partially_paid'
  | 'paid'
  | 'refund_pending'
  | 'partially_refunded'
  | 'refunded'
  | 'failed'
  | 'review'

/** Stays that staff moved from one guest to another. `stay_codes`: JSON. */
interface GuestChangeTable {
  id: Generated<number>
  from_id: number
  to_id: number
  stay_codes: string
  at: number
  changed_by: number
  undone_at: Generated<number | null>
}

interface BookingTable {
  id: Generated<number>
  code: string
  /** The account that booked. It has access to the stay. */
  booker_id: number
  /** The account of the person who stays, even if that person never signs in. Can equal `booker_id`. */
  guest_id: number
  room_id: number
  stay_code: string | null
  check_in: number
  check_out: number
  adults: number
  children: number
  status: BookingStatus
  payment_status: PaymentStatus
  payment_type: number
  room_name_en: string
  room_name_bn: string | null
  bed_en: string
  bed_bn: string | null
  total_poisha: number
  vat_basis_points: number
  vat_poisha: number
  /** Included in the price, computed on the amount without VAT. */
  service_basis_points: Generated<number>
  name: string
  email: string
  phone: string
  message: string
  /** A choice of arrival-time.ts, or empty. */
  arrival_time: Generated<string>
  /** The bed set-up that the guest asked for, or empty. */
  bed_preference: Generated<string>
  /** The name of the stay package. */
  package_en: Generated<string | null>
  package_bn: Generated<string | null>
  language: string
  created_at: number
  expires_at: number | null
  email_verified_at: number | null
  /** The agreed terms for cancellation, no-show and prepayment, as JSON. */
  terms: string
  cancelled_at: number | null
  cancelled_by: number | null
  cancel_fee_poisha: number | null
  answer: Generated<string>
  source: Generated<BookingSource>
  country: Generated<string | null>
  arrived_at: Generated<number | null>
  left_at: Generated<number | null>
  version: Generated<number>
}

/** The sources that staff choose for a booking: how the guest asked, or a booking website. */
export const deskSources = ['walk_in', 'phone', 'mail', 'agent', 'booking_com', 'airbnb', 'agoda', 'expedia'] as const
export const bookingSources = ['website', ...deskSources] as const
/** The channel of a booking. */
export type BookingSource = (typeof bookingSources)[number]

interface BookingNightTable {
  booking_id: number
  night: number
  /** The room that the night counts for. A stay can continue in another room. */
  room_id: number
  price_poisha: number
  vat_poisha: number
}

export type UnitCondition = 'clean' | 'dirty' | 'inspected' | 'out_of_service'

interface UnitStateTable {
  unit_id: number
  condition: Generated<UnitCondition>
  note: Generated<string>
  seen_at: number | null
  seen_by: number | null
}

/** A person who sleeps in a room, for the register of guests. `details`: the fields as JSON. */
interface StayPersonTable {
  id: Generated<number>
  booking_id: number
  name: string
  nationality: string
  details: string
  created_at: number
  version: Generated<number>
}

interface PaperCopyTable {
  id: Generated<number>
  person_id: number
  sealed: Uint8Array
  about: string
  created_at: number
  account_id: number
}

interface DeskNoteTable {
  id: Generated<number>
  text: string
  is_task: Flag
  booking_id: number | null
  unit_id: number | null
  show_at: 'arrival' | 'departure' | null
  due_at: number | null
  written_at: number
  written_by: number
  done_at: Generated<number | null>
  done_by: Generated<number | null>
}

/** An operation at the desk. `before` and `after`: the bookings as JSON. */
interface DeskOperationTable {
  id: Generated<number>
  at: number
  account_id: number
  action: string
  before: string
  after: string
  guest_emailed: Generated<Flag>
  undone_at: Generated<number | null>
}

interface OnBooksTable {
  as_of_day: number
  night: number
  room_id: number
  sold: number
  gross_poisha: number
  vat_poisha: number
}
