import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Who may come in, and with what. */
export interface AccountTables {
  account: AccountTable
  session: SessionTable
  known_device: { account_id: number; token_hash: Uint8Array; ends_at: number }
  signed_link: SignedLinkTable
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
