import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Conversations about enquiries and messages. */
export interface InboxTables {
  conversation: ConversationTable
  conversation_entry: ConversationEntryTable
  conversation_draft: { conversation_id: number; account_id: number; text: string; saved_at: number }
  conversation_search_word: { word: string; conversation_id: number }
  canned_answer: CannedAnswerTable
  received_mail: MailInTable
  mail_reader_lock: { id: number; until_at: number }
}

/** The reasons why an email could not be filed. */
export const quarantineReasons = [
  'empty',
  'too_large',
  'too_many_lines',
  'too_many_parts',
  'too_long',
  'too_much_memory',
  'crashed',
  'damaged',
  'no_sender',
  'not_readable',
  'stopped_while_reading',
  'too_many_of_sender',
  'too_many_reports',
] as const

/** A received email: filed in a conversation, or quarantined under its file name with a reason. */
interface MailInTable {
  id: string
  at: number
  conversation_id: number | null
  quarantined_file: string | null
  reason: Generated<(typeof quarantineReasons)[number] | null>
}

/** The state of a conversation. `waiting`: for the buyer, possibly until a day. */
export const conversationStates = ['new', 'open', 'waiting', 'done', 'spam'] as const
export type ConversationState = (typeof conversationStates)[number]

/** Exactly one of enquiry_id and message_id is set. */
interface ConversationTable {
  id: Generated<number>
  enquiry_id: number | null
  message_id: number | null
  state: Generated<ConversationState>
  assignee_id: number | null
  /** The day on which a waiting conversation needs attention again. */
  remind_on: number | null
  /** The time of the last message from the buyer. */
  last_at: number
}

/** The events of a quotation and its order, caused by staff or by the buyer. */
export const quotationOutcomes = [
  'sent',
  'sent_again',
  'asked',
  'accepted',
  'declined',
  'lost',
  'withdrawn',
  'order_updated',
  'sample_approved',
  'sample_rejected',
] as const
export type QuotationOutcome = (typeof quotationOutcomes)[number]

/**
 * Append-only. note: internal. letter: an outgoing email. mail: an incoming email, or a message from the website.
 * automatic: an incoming email from a program. quotation: an event of a quotation.
 */
interface ConversationEntryTable {
  id: Generated<number>
  conversation_id: number
  kind: 'note' | 'letter' | 'mail' | 'automatic' | 'quotation'
  at: number
  account_id: number | null
  text: string
  /** For outgoing emails: the email, while it is retained. */
  mail_id: number | null
  /** For quotations. Null after the quotation is purged. */
  quotation_id: Generated<number | null>
  number: Generated<string | null>
  became: Generated<QuotationOutcome | null>
  /** For outgoing emails: the hash of the reply address. */
  reply_hash: Generated<string | null>
  /**
   * For incoming email: the sender's address. Empty for a message from the website. For an accepted quotation: the name
   * of the person who accepted it.
   */
  sender: Generated<string>
}

interface CannedAnswerTable {
  id: Generated<number>
  version: Generated<number>
  active: Generated<Flag>
  name_en: string
  name_bn: string | null
  text_en: string
  text_bn: string | null
}
