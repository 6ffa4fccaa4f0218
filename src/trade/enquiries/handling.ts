import type { Database } from '#platform/database/database.ts'
import type { Place } from './attachment.ts'
import { tellAnswered } from './telling.ts'

/**
 * Records the first answer to an enquiry or message, with its time and author. Later answers change nothing. The record
 * makes a repeated message recognizable and feeds the report on response times.
 */
export async function markAnswered(db: Database, of: Place, at: number, accountId: number): Promise<void> {
  const answered = { handled_at: at, handled_by: accountId }
  const { numUpdatedRows } = await theOne(db, of).set(answered).where('handled_at', 'is', null).executeTakeFirst()
  if (numUpdatedRows > 0n && 'enquiry_id' in of) await tellAnswered(db, at, of.enquiry_id)
}

/** Removes the record after an enquiry or message was marked as answered by mistake. */
export async function markUnanswered(db: Database, of: Place): Promise<void> {
  await theOne(db, of).set({ handled_at: null, handled_by: null }).execute()
}

const theOne = (db: Database, of: Place) =>
  'enquiry_id' in of
    ? db.updateTable('enquiry' as 'contact_message').where('id', '=', of.enquiry_id)
    : db.updateTable('contact_message').where('id', '=', of.message_id)
