import type { Database } from '#platform/database/database.ts'
import { toEmailState, type EmailState } from './email-state.ts'
import { renderStoredEmail } from './render.ts'

export interface EmailAbout {
  id: number
  subject: string
  /** The time of sending, or of writing if the email was not sent. */
  at: number
  state: EmailState
  /** Null if the email contains or contained a secret link. */
  text: string | null
}

/** Lists the emails about a subject, oldest first. Purged emails are left out. */
export async function listEmailsAbout(db: Database, about: string): Promise<EmailAbout[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'subject', 'created_at', 'sent_at', 'withheld_at', 'failed_at', 'secret', 'language', 'content'])
    .select(['bounced_at', 'complained_at'])
    .where('about', '=', about)
    .where('subject', '<>', '')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subject: row.subject,
    at: row.sent_at ?? row.created_at,
    text: row.secret === 1 ? null : renderStoredEmail(row).text,
    state: toEmailState(row),
  }))
}
