import type { Generated } from 'kysely'

/**
 * Every table as the database has it; migrations/ is where they are made.
 * A day or night is the number of days since 1970-01-01, an instant (`…_at`, `…_until`) is epoch milliseconds,
 * money is whole poisha, a flag is 0 or 1, and a text in two languages falls back to English where Bangla is null.
 */
export interface Tables {
  setting: { key: string; value: string }
  content_version: { id: number; version: number }
  readiness: { id: number; asked_at: number }
  job: JobTable
  mail: MailTable
  rate_limit: { key: string; hits: number; resets_at: number }
  request_key: { scope: string; key: string; request_hash: string; answer: string; created_at: number }
  audit: AuditTable
  picture: PictureTable

  account: AccountTable
  session: SessionTable
  known_device: { account_id: number; token_hash: Uint8Array; ends_at: number }
  signed_link: SignedLinkTable

  room: RoomTable
  room_picture: { room_id: number; position: number; picture: string }
  unit: { id: Generated<number>; room_id: number; name: string; active: Generated<Flag> }
  unit_closure: { id: Generated<number>; unit_id: number; from_day: number; to_day: number; reason: string }
  facility_group: { id: Generated<number>; name_en: string; name_bn: string | null; position: number }
  facility: { id: Generated<number>; group_id: number; name_en: string; name_bn: string | null; position: number }
  room_facility: { room_id: number; facility_id: number }
  rate: RateTable

  inventory: { room_id: number; night: number; sold: number; capacity: number }
  vat_rate: { from_day: number; basis_points: number }
  booking: BookingTable
  booking_night: { booking_id: number; night: number; price_poisha: number }
  open_request: { who: string; booking_id: number; created_at: number }

  category: CategoryTable
  post: PostTable
  slide: SlideTable
  passage: PassageTable
  wording: { key: string; language: string; text: string }

  contact_message: ContactMessageTable
  spent_captcha: { id: string; expires_at: number }
  product: ProductTable
  enquiry: EnquiryTable
  enquiry_line: EnquiryLineTable
}

export type Role = 'guest' | 'member' | 'staff' | 'owner'
export type Flag = 0 | 1

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

/** Of what its mailbox has had too many, when a letter is withheld: of what anybody may cause, or of what its owner alone may. */
export type MailPot = 'anybody' | 'reset' | 'account'

interface JobTable {
  id: Generated<number>
  kind: string
  payload: string
  run_at: number
  attempts: Generated<number>
  last_error: string | null
  created_at: number
  done_at: number | null
  failed_at: number | null
}

interface MailTable {
  id: Generated<number>
  recipient: string
  subject: string
  text_body: string
  html_body: string
  secret: Generated<Flag>
  pot: Generated<MailPot>
  language: string
  created_at: number
  allowed_at: number | null
  withheld_at: number | null
  sent_at: number | null
}

interface AuditTable {
  id: Generated<number>
  at: number
  account_id: number | null
  action: string
  subject: string
  details: string | null
}

interface PictureTable {
  name: string
  alt_en: string
  alt_bn: string | null
  illustrative: Flag
  width: number
  height: number
  colour: string
  files: string
}

interface AccountTable {
  id: Generated<number>
  role: Role
  name: string
  email: string
  email_key: string | null
  email_confirmed_at: number | null
  username: string | null
  username_key: string | null
  phone: string | null
  company_name: string | null
  password: string | null
  language: Generated<string>
  referral_code: string | null
  referred_by: number | null
  created_at: number
  suspended_at: number | null
  closed_at: number | null
}

interface SessionTable {
  token_hash: Uint8Array
  account_id: number
  user_agent: string
  remembered: Generated<Flag>
  device_hash: Uint8Array | null
  created_at: number
  seen_at: number
  idle_until: number
  ends_at: number
}

interface SignedLinkTable {
  token_hash: Uint8Array
  purpose: 'reset-password' | 'confirm-email' | 'undo-email' | 'return-to-booking'
  account_id: number
  payload: Generated<string>
  created_at: number
  expires_at: number
  used_at: number | null
  holds_email_key: string | null
}

interface RoomTable {
  id: Generated<number>
  slug: string
  name_en: string
  name_bn: string | null
  type_en: string
  type_bn: string | null
  bed_en: string
  bed_bn: string | null
  description_en: string
  description_bn: string | null
  size_sqm: number
  max_adults: number
  max_children: number
  max_guests: number
  price_poisha: number
  capacity: number
  position: number
  active: Flag
}

interface RateTable {
  room_id: number
  day: number
  price_poisha: number | null
  min_nights: number | null
  max_nights: number | null
  closed: Generated<Flag>
  closed_to_arrival: Generated<Flag>
  closed_to_departure: Generated<Flag>
}

interface BookingTable {
  id: Generated<number>
  code: string
  account_id: number
  room_id: number
  unit_id: number | null
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
  name: string
  email: string
  phone: string
  message: string
  language: string
  created_at: number
  expires_at: number | null
  cancel_free_until: number
  cancel_late_poisha: number
  cancelled_at: number | null
  cancelled_by: number | null
  cancel_fee_poisha: number | null
}

interface CategoryTable {
  id: number
  slug: string
  title_en: string
  title_bn: string | null
  intro_en: string
  intro_bn: string | null
}

interface PostTable {
  id: Generated<number>
  category_id: number
  slug: string
  picture: string | null
  title_en: string
  title_bn: string | null
  summary_en: string
  summary_bn: string | null
  body_en: string
  body_bn: string | null
  position: number
  published_at: number | null
  updated_at: number
}

interface SlideTable {
  id: Generated<number>
  picture: string
  title_en: string
  title_bn: string | null
  text_en: string
  text_bn: string | null
  link_path: string
  link_label_en: string
  link_label_bn: string | null
  position: number
  active: Flag
}

interface PassageTable {
  page: string
  key: string
  position: number
  title_en: string
  title_bn: string | null
  text_en: string
  text_bn: string | null
}

interface ContactMessageTable {
  id: Generated<number>
  name: string
  email: string
  subject: string
  message: string
  language: string
  created_at: number
  handled_at: number | null
  handled_by: number | null
}

interface ProductTable {
  id: Generated<number>
  slug: string
  picture: string
  name_en: string
  name_bn: string | null
  summary_en: string
  summary_bn: string | null
  description_en: string
  description_bn: string | null
  specification_en: string
  specification_bn: string | null
  position: number
  active: Flag
}

interface EnquiryTable {
  id: Generated<number>
  code: string
  account_id: number | null
  company: string
  name: string
  email: string
  phone: string
  notes: string
  language: string
  created_at: number
  handled_at: number | null
  handled_by: number | null
}

interface EnquiryLineTable {
  enquiry_id: number
  position: number
  product_id: number
  product_name: string
  quantity: string
  notes: string
}
