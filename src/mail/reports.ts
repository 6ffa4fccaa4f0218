import { inTransaction, type Database } from '#platform/database/database.ts'
import { recordAudit } from '#platform/audit.ts'
import { suppressAddress } from './suppressions.ts'

/** A report about a sent email: a bounce or a spam complaint. */
export interface EmailReport {
  kind: 'bounced' | 'complained'
  /** The number and creation time of the email, taken from its Message-ID. The pair is hard to guess. */
  email: { mailId: number; at: number }
  text: string
}

/**
 * Stores the first report of each kind about an email, and suppresses optional emails to its address. Other emails are
 * still sent, so a forged report does little harm. Returns whether the report concerns one of our emails and is the
 * first of its kind.
 */
export const recordReport = (db: Database, now: number, { kind, email, text }: EmailReport): Promise<boolean> =>
  inTransaction(db, async (transaction) => {
    const column = kind === 'bounced' ? 'bounced_at' : 'complained_at'
    const mail = await transaction
      .updateTable('mail')
      .set({ [column]: now, report: text })
      .where('id', '=', email.mailId)
      .where('created_at', '=', email.at)
      .where('sent_at', 'is not', null)
      .where(column, 'is', null)
      .returning(['id', 'recipient'])
      .executeTakeFirst()
    if (!mail) return false
    if (mail.recipient !== '') await suppressAddress(transaction, now, mail.recipient, kind)
    await recordAudit(transaction, {
      at: now,
      accountId: null,
      action: kind === 'bounced' ? 'email bounced' : 'email marked as spam',
      subject: `email ${mail.id}`,
    })
    return true
  })
