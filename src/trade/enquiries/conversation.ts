import { sql } from 'kysely'
import { type Database } from '#platform/database/database.ts'
import { startsWithTerm, buildSearchWords, type Term } from '#platform/database/search-words.ts'
import type { ConversationSource } from './attachment.ts'

/** The data by which a conversation can be found. */
interface SearchFields {
  code?: string
  company?: string
  name: string
  email: string
  phone?: string
}

/**
 * Opens the conversation of a new enquiry or message. Call it in the transaction that creates the enquiry or message.
 */
export async function openConversation(
  db: Database,
  subject: ConversationSource,
  searchFields: SearchFields,
  now: number,
): Promise<void> {
  const { id } = await db
    .insertInto('conversation')
    .values({ enquiry_id: null, message_id: null, ...subject, assignee_id: null, remind_on: null, last_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeSearchWords(db, id, searchFields)
}

async function storeSearchWords(
  db: Database,
  id: number,
  { code, company = '', name, email, phone = '' }: SearchFields,
) {
  const searchFields = { codes: code ? [code] : [], name: `${company} ${name}`, email, phone: phone }
  const rows = buildSearchWords(searchFields).map((word) => ({ word, conversation_id: id }))
  if (rows.length === 0) return
  await db
    .insertInto('conversation_search_word')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** SQL condition: the conversation has a search word with this prefix. */
export const hasConversationWord = (term: Term) => sql<boolean>`exists (
  select 1 from conversation_search_word as own where own.conversation_id = conversation.id and ${startsWithTerm('own.word', term)})`
