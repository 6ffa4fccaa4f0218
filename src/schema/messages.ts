import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Outgoing emails. */
export interface MessageTables {
  mail: MailTable
  mail_file: MailFileTable
  mail_suppression: NoEmailsTable
}

/**
 * The rate limit per mailbox that an email counts against. Password resets have their own. For other emails it depends
 * on who can trigger them: anybody, only the account owner, or the company.
 */
export type MailBucket = 'anybody' | 'reset' | 'account' | 'answer'

interface MailTable {
  id: Generated<number>
  recipient: string
  reply_to: string | null
  reply_name: string | null
  subject: string
  /** The parts that the templates render (`serializeContent`). Empty if they were erased. */
  content: string
  secret: Generated<Flag>
  bucket: Generated<MailBucket>
  language: string
  about: string | null
  /** The kind of email. Empty for emails from before kinds existed. */
  kind: Generated<string>
  created_at: number
  allowed_at: number | null
  withheld_at: number | null
  sent_at: number | null
  /** The error of the last failed attempt, as the mail server reported it. */
  error: string | null
  /** The time at which sending was given up. */
  failed_at: number | null
  /** The time at which staff marked the failure as handled. */
  settled_at: number | null
  /** The name of the attachment. */
  file_name: string | null
  /** The times of the permanent bounce and of the complaint, and the text of the report. */
  bounced_at: number | null
  complained_at: number | null
  report: string | null
  /** The token of the unsubscribe link. It authorizes nothing else. */
  decline_token: string | null
  /** The email that this one repeats. */
  resend_of: number | null
}

/** Addresses that get no optional emails. */
interface NoEmailsTable {
  address_hash: string
  reason: 'bounced' | 'complained' | 'declined'
  at: number
}

interface MailFileTable {
  mail_id: number
  name: string
  type: string
  content: Uint8Array
}
