import type { Database } from '#platform/database/database.ts'
import { hasEmail } from '#platform/database/has-email.ts'
import { isoInstant } from '#platform/day.ts'
import type { ConversationState } from '#schema/inbox.ts'

interface ConversationSummary {
  id: number
  /** The reference of the enquiry. Null: a message. */
  code: string | null
  message_id: number | null
  name: string
  /** The subject of the message, or the company of the enquiry. */
  subject: string
  state: ConversationState
  last_at: number
}

/** Lists the conversations with these addresses, the latest first. */
export async function listConversationsByEmail(
  db: Database,
  emails: readonly string[],
  limit: number,
): Promise<ConversationSummary[]> {
  if (emails.length === 0) return []
  const enquiries = await db
    .selectFrom('enquiry')
    .innerJoin('conversation', 'conversation.enquiry_id', 'enquiry.id')
    .select(['conversation.id', 'enquiry.code', 'conversation.message_id', 'enquiry.name'])
    .select(['enquiry.company as subject', 'conversation.state', 'conversation.last_at'])
    .where(hasEmail('enquiry.email', emails))
    .orderBy('conversation.last_at', 'desc')
    .limit(limit)
    .execute()
  const messages = await db
    .selectFrom('contact_message')
    .innerJoin('conversation', 'conversation.message_id', 'contact_message.id')
    .select(['conversation.id', 'conversation.message_id', 'contact_message.name', 'subject'])
    .select(['conversation.state', 'conversation.last_at'])
    .where(hasEmail('contact_message.email', emails))
    .orderBy('conversation.last_at', 'desc')
    .limit(limit)
    .execute()
  return [...enquiries, ...messages.map((row) => ({ ...row, code: null }))]
    .toSorted((one, other) => other.last_at - one.last_at)
    .slice(0, limit)
}

export const toConversationSummaryView = ({
  code,
  message_id,
  name,
  subject,
  state,
  last_at,
}: ConversationSummary) => ({
  code,
  message: message_id,
  name,
  subject,
  state,
  at: isoInstant(last_at),
})
