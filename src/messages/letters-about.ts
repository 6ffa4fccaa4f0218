import type { Database } from '../platform/database/database.ts'

export interface LetterAbout {
  subject: string
  /** When it was written, or has left. */
  at: number
  /** Withheld: its address has had too many. */
  state: 'sent' | 'waiting' | 'withheld'
  /** Null where it holds a key, or held one. */
  text: string | null
}

/** What was written about something, oldest first, as long as letters are kept. What is forgotten of one is not said. */
export async function lettersAbout(db: Database, about: string): Promise<LetterAbout[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['subject', 'created_at', 'sent_at', 'withheld_at', 'secret', 'text_body'])
    .where('about', '=', about)
    .where('subject', '<>', '')
    .orderBy('id')
    .execute()
  return rows.map(({ subject, created_at, sent_at, withheld_at, secret, text_body }) => ({
    subject,
    at: sent_at ?? created_at,
    text: secret === 1 ? null : text_body,
    state: sent_at !== null ? 'sent' : withheld_at !== null ? 'withheld' : 'waiting',
  }))
}
