import type { Database } from '#platform/database/database.ts'
import type { ConversationSource } from './attachment.ts'
import { publishEnquiryAnswered } from './events.ts'

/**
 * Records the first answer to an enquiry or message, with its time and author, and publishes the event for an enquiry.
 * Later answers change nothing. The report on response times uses the record.
 */
export async function markAnswered(
  db: Database,
  subject: ConversationSource,
  time: number,
  accountId: number,
): Promise<void> {
  const answeredMark = { handled_at: time, handled_by: accountId }
  const { numUpdatedRows } = await updateSubject(db, subject)
    .set(answeredMark)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n && 'enquiry_id' in subject) await publishEnquiryAnswered(db, time, subject.enquiry_id)
}

/** Removes the record after an enquiry or message was marked as answered by mistake. */
export async function markUnanswered(db: Database, subject: ConversationSource): Promise<void> {
  await updateSubject(db, subject).set({ handled_at: null, handled_by: null }).execute()
}

const updateSubject = (db: Database, subject: ConversationSource) =>
  'enquiry_id' in subject
    ? db.updateTable('enquiry' as 'contact_message').where('id', '=', subject.enquiry_id)
    : db.updateTable('contact_message').where('id', '=', subject.message_id)
