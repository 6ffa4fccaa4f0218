import type { Database } from '#platform/database/database.ts'
import { stateOf, type EmailState } from './email-state.ts'

export interface EmailAbout {
  id: number
  subject: string
  /** When it was written, or has left. */
  at: number
  state: EmailState
  /** Null where it holds a key, or held one. */
  text: string | null
}

/** What was written about something, oldest first, as long as letters are kept. What is forgotten of one is not said. */
export async function emailsAbout(db: Database, about: string): Promise<EmailAbout[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'subject', 'created_at', 'sent_at', 'withheld_at', 'failed_at', 'secret', 'text_body'])
    .select(['bounced_at', 'complained_at'])
    .where('about', '=', about)
    .where('subject', '<>', '')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    at: row.sent_at ?? row.created_at,
    text: row.secret === 1 ? null : row.text_body,
    state: stateOf(row),
  }))
}
