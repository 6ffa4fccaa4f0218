import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What becomes of enquiries and messages, and what is written of them. */
export interface InboxTables {
  conversation: ConversationTable
  conversation_entry: ConversationEntryTable
  conversation_draft: { conversation_id: number; account_id: number; text: string; saved_at: number }
  conversation_word: { word: string; conversation_id: number }
  canned_answer: CannedAnswerTable
  mail_in: MailInTable
  mail_reading: { id: number; until_at: number }
}

/** Why an email could not be filed. */
export const asideReasons = [
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

/** An email that came: filed in a conversation, or set aside under the name of its file and with a reason. */
interface MailInTable {
  id: string
  at: number
  conversation_id: number | null
  put_aside: string | null
  reason: Generated<(typeof asideReasons)[number] | null>
}

/** How a conversation stands. `waiting`: for the buyer, maybe until a day. */
export const conversationStates = ['new', 'open', 'waiting', 'done', 'spam'] as const
export type ConversationState = (typeof conversationStates)[number]

/** Of an enquiry or of a message, never of both. */
interface ConversationTable {
  id: Generated<number>
  enquiry_id: number | null
  message_id: number | null
  state: Generated<ConversationState>
  assignee_id: number | null
  /** The day on which what waits is to be looked at again. */
  remind_on: number | null
  /** When the buyer wrote last. */
  last_at: number
}

/** What became of a quotation, by us or by the buyer. */
export const became = ['sent', 'sent_again', 'asked', 'accepted', 'declined', 'lost', 'withdrawn'] as const
export type Became = (typeof became)[number]

/**
 * A note stays in the house, a letter left it, mail came, from people or from machines, and something became of a quotation.
 * Only ever added to.
 */
interface ConversationEntryTable {
  id: Generated<number>
  conversation_id: number
  kind: 'note' | 'letter' | 'mail' | 'automatic' | 'quotation'
  at: number
  account_id: number | null
  text: string
  /** Of what left as a letter, for as long as the outbox keeps it. */
  mail_id: number | null
  /** Of a quotation: null once it is forgotten. */
  quotation_id: Generated<number | null>
  number: Generated<string | null>
  became: Generated<Became | null>
  /** Of a letter: of the address that an answer comes to. */
  reply_hash: Generated<string | null>
  /** Of mail that came: from which address. */
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
