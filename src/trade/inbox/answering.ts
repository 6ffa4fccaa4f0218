import { loadCompany } from '#content/company.ts'
import { markAnswered } from '../enquiries/answered-mark.ts'
import { attachFiles, fingerprintFiles } from '../enquiries/attachment.ts'
import { MAX_ANSWER_MB } from '../enquiries/limits.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { conflict, invalid } from '#platform/errors.ts'
import { MB } from '#platform/file-kinds.ts'
import type { SentFile } from '#platform/files/stored-files.ts'
import { enforceKeyLimit } from '#platform/http/rate-limit.ts'
import { recordChange } from '#platform/audit.ts'
import { translatorFor } from '#locales/both.ts'
import { markWaiting, withConversation, type Conversation } from './conversation.ts'
import { addEntry } from './entries.ts'
import { createReplyAddress } from './reply-address.ts'

/**
 * Emails an answer in the name of the company and quotes the buyer's last message, but no notes. Repeating the request
 * with the same key sends nothing. The conversation then waits for the buyer; without an assignee it is assigned to the
 * author of the answer.
 */
export const sendAnswer = (
  db: Database,
  ctx: RequestContext,
  { id, text, files }: { id: number; text: string; files: readonly SentFile[] },
): Promise<void> =>
  withConversation(db, id, async (transaction, conversation) => {
    const { now, account, context, idempotencyKey: key } = ctx
    const { source, about, email, language, state } = conversation
    const requestKey = {
      scope: `answer:${account!.id}`,
      key,
      request: { id, text, files: fingerprintFiles(files) },
      answer: String(id),
    }
    if ((await claimRequest(transaction, requestKey, now)) !== undefined) return
    requireDeliverable(files)
    if (email === '') throw conflict('error.conversation_no_address')
    if (state === 'spam') throw conflict('error.conversation_spam')
    await enforceKeyLimit(transaction, ctx, `answers:${id}`, emailLimit)
    const replyAddress = createReplyAddress(context)
    const lastMessage = await findLastMessage(transaction, conversation)
    const answerEmail = {
      ...buildEmail(conversation, text, lastMessage),
      ...(replyAddress && { replyTo: replyAddress.address }),
    }
    const mailId = await enqueueEmail(
      transaction,
      now,
      email,
      language,
      answerEmail,
      await loadCompany(transaction, ctx),
    )
    const entryFields = { conversation_id: id, kind: 'letter', at: now, account_id: account!.id, text } as const
    const entryId = await addEntry(transaction, {
      ...entryFields,
      mail_id: mailId!,
      reply_hash: replyAddress?.hash ?? null,
    })
    await attachFiles(transaction, files, source, entryId)
    await markAnswered(transaction, source, now, account!.id)
    await markWaiting(transaction, conversation, account!.id)
    await transaction
      .deleteFrom('conversation_draft')
      .where('conversation_id', '=', id)
      .where('account_id', '=', account!.id)
      .execute()
    await recordChange(transaction, ctx, 'conversation answered', about, {})
  })

function requireDeliverable(files: readonly SentFile[]): void {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_ANSWER_MB * MB)
    throw invalid({ files: { key: 'error.files_total', values: { max: MAX_ANSWER_MB } } })
}

const emailLimit = { times: 10, seconds: 3_600 }

/** Returns the buyer's last message in the conversation, or else the message that started it. */
async function findLastMessage(
  db: Database,
  { id, firstMessage }: Pick<Conversation, 'id' | 'firstMessage'>,
): Promise<string> {
  const mail = await db
    .selectFrom('conversation_entry')
    .select('text')
    .where('conversation_id', '=', id)
    .where('kind', '=', 'mail')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.text ?? firstMessage
}

const buildEmail = (conversation: Conversation, text: string, lastMessage: string): Email => ({
  kind: 'inbox_answer',
  subject: buildSubject(conversation),
  paragraphs: [...text.split(/\n{2,}/), ...(lastMessage ? [quote(lastMessage)] : [])],
  about: conversation.about,
})

/** The maximum length of the quote. A reminder is enough, because the buyer has the full text. */
const MAX_QUOTED_LENGTH = 2_000

const quote = (text: string): string =>
  (text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text)
    .split('\n')
    // Lines that the buyer quoted are the company's own text.
    .filter((line) => !line.startsWith('>'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** Returns the subject line that continues the conversation. */
function buildSubject({
  code,
  source,
  subject,
  language,
}: Pick<Conversation, 'code' | 'source' | 'subject' | 'language'>) {
  const { t } = translatorFor(language)
  if (code !== null) return `Re: ${t('mail.enquiry_subject', { code })}`
  return `Re: ${[subject, getBuyerReference({ code, source, language })].filter(Boolean).join(' · ')}`
}

/** Returns the reference that the buyer knows. */
export const getBuyerReference = ({
  code,
  source,
  language,
}: Pick<Conversation, 'code' | 'source' | 'language'>): string =>
  code ?? translatorFor(language).t('mail.contact_reply', { id: String((source as { message_id: number }).message_id) })

export const answerEmails = {
  inbox_answer: { texts: ['mail.enquiry_subject', 'mail.contact_reply'], sample: null },
} satisfies Partial<EmailDefinitions>
