import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Accounts and their credentials. */
export interface AccountTables {
  account: AccountTable
  session: SessionTable
  known_device: { account_id: number; token_hash: Uint8Array; ends_at: number }
  signed_link: SignedLinkTable
  staff_role: StaffRoleTable
  account_search_word: { word: string; account_id: number }
  authenticator: CodeAppTable
  passkey: PasskeyTable
  recovery_code: { account_id: number; code_hash: Uint8Array; used_at: number | null }
}

export type Role = 'guest' | 'member' | 'staff' | 'owner'

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
  /** The preferences of a guest that staff have noted, for each later stay. */
  preferences: Generated<string>
  password: string | null
  language: Generated<string>
  referral_code: string | null
  referred_by: number | null
  created_at: number
  suspended_at: number | null
  closed_at: number | null
  staff_role_id: number | null
  second_factors: Generated<number>
}

interface StaffRoleTable {
  id: Generated<number>
  name_en: string
  name_bn: string | null
  grants: string
  version: Generated<number>
}

interface SessionTable {
  token_hash: Uint8Array
  account_id: number
  user_agent: string
  remembered: Generated<Flag>
  device_hash: Uint8Array | null
  created_at: number
  seen_at: number
  idle_expires_at: number
  ends_at: number
  reauthenticated_at: number | null
  challenge: string | null
  challenge_until: number | null
}

interface SignedLinkTable {
  token_hash: Uint8Array
  purpose:
    | 'reset-password'
    | 'confirm-email'
    | 'undo-email'
    | 'return-to-booking'
    | 'pay-for-stay'
    | 'take-a-place'
    | 'view-enquiry'
    | 'view-order'
  /** Null only for links to enquiries, messages and orders, whose buyers need no account. */
  account_id: number | null
  payload: Generated<string>
  created_at: number
  expires_at: number
  used_at: number | null
  holds_email_key: string | null
}

interface CodeAppTable {
  account_id: number
  secret: Uint8Array
  created_at: number
  confirmed_at: number | null
  last_step: Generated<number>
}

interface PasskeyTable {
  id: string
  account_id: number
  public_key: Uint8Array
  counter: number
  transports: Generated<string>
  name: string
  created_at: number
  used_at: number | null
}
