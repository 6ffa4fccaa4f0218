import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Letters. */
export interface MessageTables {
  mail: MailTable
  mail_file: MailFileTable
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
  created_at: number
  allowed_at: number | null
  withheld_at: number | null
  sent_at: number | null
}

interface MailFileTable {
  mail_id: number
  name: string
  type: string
  content: Uint8Array
}
