import { attachFiles } from '../enquiries/attachment.ts'
import { openConversation } from '../enquiries/conversation.ts'
import { fileLimits } from '../enquiries/limits.ts'
import type { Context } from '#platform/context.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { findOriginalEmail } from '#mail/original-email.ts'
import { recordReport } from '#mail/reports.ts'
import { toEmailKey, getMailboxKey } from '#platform/email-key.ts'
import { fileTypes, MB } from '#platform/file-kinds.ts'
import { createFileWriter, type SentFile } from '#platform/files/stored-files.ts'
import { RejectedInputError } from '#platform/sandbox/rejected-input.ts'
import { countHit } from '#platform/http/rate-limit.ts'
import { digestText } from '#platform/codes.ts'
import { loadConversation, reopen, withConversation } from './conversation.ts'
import { addEntry } from './entries.ts'
import type { Mail } from './mail.ts'

type FilingContext = Pick<Context, 'clock' | 'isLimited'>

const HOUR_S = 3_600
/** The maximum number of emails per sender and hour. Emails in known conversations do not count. */
const MAX_EMAILS_PER_HOUR = 30
const MAX_REPORTS_PER_HOUR = 200

/**
 * Files an email in the conversation that it answers, or in a new one. Reopens a waiting or done conversation; spam
 * stays spam. An automatic email is filed only in an existing conversation, which it does not reopen. A delivery report
 * also updates the reported email. An email that arrives twice is filed once.
 */
export async function storeMail(db: Database, context: FilingContext, mail: Mail): Promise<void> {
  const now = context.clock()
  if (await isFiled(db, mail.id)) return
  const id = await findConversation(db, mail)
  const storedFiles = mail.isAutomatic ? { files: [], refused: [] } : await storeFiles(db, now, mail)
  const text = [mail.text, ...storedFiles.refused.map((name) => `[${name}]`)].filter(Boolean).join('\n\n')
  await inTransaction(db, async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('received_mail')
      .values({ id: mail.id, at: now, conversation_id: id, quarantined_file: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return
    if (mail.report) {
      if (context.isLimited) await enforceReportLimit(transaction, now)
      await recordReport(transaction, now, mail.report)
    }
    // Emails in known conversations do not count. Only the buyer knows the reply address and the number of the email,
    // so others cannot use up the buyer's limit.
    if (context.isLimited && !mail.isAutomatic && id === null) await enforceSenderLimit(transaction, now, mail)
    if (id !== null) await appendToConversation(transaction, id, mail, { text, files: storedFiles.files, now })
    else if (!mail.isAutomatic) await startConversation(transaction, mail, { text, files: storedFiles.files, now })
  })
}

const isFiled = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('received_mail')
    .select('id')
    .where('id', '=', id)
    .where('quarantined_file', 'is', null)
    .executeTakeFirst()) !== undefined

async function enforceSenderLimit(db: Database, now: number, { from }: Mail): Promise<void> {
  const { hits } = await countHit(db, now, `mail in:${digestText(getMailboxKey(from.address))}`, HOUR_S)
  if (hits > MAX_EMAILS_PER_HOUR) throw new RejectedInputError('too_many_of_sender')
}

/** Limits the delivery reports per hour, so that nobody can guess email numbers with forged reports. */
async function enforceReportLimit(db: Database, now: number): Promise<void> {
  const { hits } = await countHit(db, now, 'mail reports', HOUR_S)
  if (hits > MAX_REPORTS_PER_HOUR) throw new RejectedInputError('too_many_reports')
}

/**
 * Finds the conversation by the reply address, for any sender. A referenced email, or a copy of it, counts only if
 * the sender is the buyer of that conversation.
 */
async function findConversation(db: Database, { replyHashes, inReplyTo, from }: Mail): Promise<number | null> {
  if (replyHashes.length > 0) {
    const row = await db
      .selectFrom('conversation_entry')
      .select('conversation_id')
      .where('reply_hash', 'in', replyHashes.slice(0, 20))
      .executeTakeFirst()
    if (row) return row.conversation_id
  }
  for (const { mailId, at } of inReplyTo.slice(0, 20)) {
    const sentMail = await db.selectFrom('mail').select('created_at').where('id', '=', mailId).executeTakeFirst()
    if (sentMail?.created_at !== at) continue
    const row = await db
      .selectFrom('conversation_entry')
      .select('conversation_id')
      .where('mail_id', '=', await findOriginalEmail(db, mailId))
      .executeTakeFirst()
    if (!row) continue
    const { email } = await loadConversation(db, { id: row.conversation_id })
    if (toEmailKey(email) === toEmailKey(from.address)) return row.conversation_id
  }
  return null
}

interface MailContent {
  text: string
  files: readonly SentFile[]
  now: number
}

const appendToConversation = (db: Database, id: number, mail: Mail, { text, files, now }: MailContent): Promise<void> =>
  withConversation(db, id, async (transaction, conversation) => {
    const kind = mail.isAutomatic ? 'automatic' : 'mail'
    const entry = { conversation_id: id, at: now, account_id: null, text, sender: mail.from.address }
    const entryId = await addEntry(transaction, { ...entry, kind })
    if (mail.isAutomatic) return
    await attachFiles(transaction, files, conversation.source, entryId)
    await reopen(transaction, conversation, now)
  })

/** Starts a conversation, like a contact message from the website. */
async function startConversation(db: Database, mail: Mail, { text, files, now }: MailContent): Promise<void> {
  const { name, address: email } = mail.from
  const language = /[\u0980-\u09ff]/.test(mail.subject + text) ? 'bn' : 'en'
  const { id } = await db
    .insertInto('contact_message')
    .values({
      name,
      email,
      subject: mail.subject,
      message: text,
      language,
      created_at: now,
      handled_at: null,
      handled_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openConversation(db, { message_id: id }, { name, email }, now)
  await attachFiles(db, files, { message_id: id })
  const { id: conversationId } = await loadConversation(db, { message: id })
  await db.updateTable('received_mail').set({ conversation_id: conversationId }).where('id', '=', mail.id).execute()
}

/** Stores the files that pass the rules for uploads and returns the names of the others. */
async function storeFiles(db: Database, now: number, { files }: Mail) {
  const limits = { maxCount: fileLimits.enquiry, bytes: fileLimits.megabytes * MB, types: fileTypes }
  const storedFiles: { files: SentFile[]; refused: string[] } = { files: [], refused: [] }
  for (const { name, content } of files) {
    const fileWriter = createFileWriter(db, now, name, limits)
    await fileWriter.take(Buffer.from(content))
    const outcome = await fileWriter.close()
    if ('fault' in outcome) storedFiles.refused.push(name)
    else storedFiles.files.push(outcome)
  }
  return storedFiles
}
