import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Letters. */
export interface MessageTables {
  mail: MailTable
  mail_file: MailFileTable
  no_letters: NoEmailsTable
}

/** Of what its mailbox has had too many, when a letter is withheld: of what anybody may cause, or of what its owner alone may, or the company. */
export type MailPot = 'anybody' | 'reset' | 'account' | 'answer'

interface MailTable {
  id: Generated<number>
  recipient: string
  reply_to: string | null
  reply_name: string | null
  subject: string
  text_body: string
  html_body: string
  secret: Generated<Flag>
  pot: Generated<MailPot>
  language: string
  about: string | null
  /** Which of the product's letters it is; empty for those of before letters had names. */
  kind: Generated<string>
  created_at: number
  allowed_at: number | null
  withheld_at: number | null
  sent_at: number | null
  /** What came of the last try that failed, in the words of the mail server. */
  error: string | null
  /** Nobody tries to send it any more. */
  failed_at: number | null
  /** Somebody has seen that it failed, and has done about it what there was to do. */
  settled_at: number | null
  /** What went with it, by its name. */
  file_name: string | null
  /** It came back for good; somebody complained; and what was said. */
  bounced_at: number | null
  complained_at: number | null
  report: string | null
  /** By which whoever gets it wants no more of its like; it opens nothing else. */
  decline_token: string | null
  /** The one that was sent again by this one. */
  again_of: number | null
}

/** Addresses that are written nothing which can be declined. */
interface NoEmailsTable {
  address_hash: string
  why: 'bounced' | 'complained' | 'declined'
  at: number
}

interface MailFileTable {
  mail_id: number
  name: string
  type: string
  content: Uint8Array
}
