import { inTransaction, type Database } from '#platform/database/database.ts'
import { recordAudit } from '#platform/work/audit.ts'
import { wantNoMore } from './no-emails.ts'

/** What is said of a letter that has left: it came back for good, or somebody complained. */
export interface EmailReport {
  kind: 'bounced' | 'complained'
  /** Its number and when it was written, as its id says them: both together nobody guesses. */
  letter: { mailId: number; at: number }
  said: string
}

/**
 * Notes what is said of a letter, the first time; its address gets no more letters that can be declined. All others it
 * still gets: who makes a report up has hardly done harm. Returns whether it is of a letter of ours.
 */
export const noteReport = (db: Database, now: number, { kind, letter, said }: EmailReport): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const column = kind === 'bounced' ? 'bounced_at' : 'complained_at'
    const mail = await transaction
      .updateTable('mail')
      .set({ [column]: now, report: said })
      .where('id', '=', letter.mailId)
      .where('created_at', '=', letter.at)
      .where('sent_at', 'is not', null)
      .where(column, 'is', null)
      .returning(['id', 'recipient'])
      .executeTakeFirst()
    if (!mail) return false
    if (mail.recipient !== '') await wantNoMore(transaction, now, mail.recipient, kind)
    await recordAudit(transaction, {
      at: now,
      accountId: null,
      action: kind === 'bounced' ? 'letter came back' : 'letter complained of',
      subject: `letter ${mail.id}`,
    })
    return true
  })
