import { readCompany } from '#content/company.ts'
import { emailCompany } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { invalid } from '#platform/errors.ts'
import type { SentFile } from '#platform/files/stored-files.ts'
import { enforceKeyLimit } from '#platform/http/rate-limit.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { attachFiles, fingerprintFiles } from '../enquiries/attachment.ts'
import { composeMessageEmailToCompany } from '../enquiries/contact-message.ts'
import type { EnquiryKey } from '../enquiries/enquiry-link.ts'
import { loadConversation, reopen, withConversation } from '../inbox/conversation.ts'
import { addEntry } from '../inbox/entries.ts'

const messageLimit = { times: 10, seconds: 3_600 }

interface Message {
  text: string
  files: readonly SentFile[]
}

/**
 * Adds a message of the sender to the conversation, reopens it and emails the company. Spam stays spam, and causes no
 * email. Repeating the request with the same key adds nothing.
 */
export async function writeAboutEnquiry(
  db: Database,
  ctx: RequestContext,
  key: EnquiryKey,
  { text, files }: Message,
): Promise<void> {
  if (text === '' && files.length === 0) throw invalid({ text: 'error.required' })
  const { id } = await loadConversation(db, key)
  await withConversation(db, id, async (transaction, conversation) => {
    const { now, context, idempotencyKey } = ctx
    const request = { text, files: fingerprintFiles(files) }
    const requestKey = { scope: `enquiry message:${id}`, key: idempotencyKey, request, answer: '' }
    if ((await claimRequest(transaction, requestKey, now)) !== undefined) return
    await enforceKeyLimit(transaction, ctx, `enquiry message:${id}`, messageLimit)
    const entry = { conversation_id: id, kind: 'mail', at: now, account_id: null, text } as const
    await attachFiles(transaction, files, conversation.source, await addEntry(transaction, entry))
    await reopen(transaction, conversation, now)
    if (conversation.state === 'spam') return
    const company = await readCompany(transaction)
    const { name, email, language, about } = conversation
    const [subject, url] =
      'enquiry' in key
        ? [
            translatorFor(company.language).t('enquiry.own_about', { code: key.enquiry }),
            officeHref('enquiry', key.enquiry),
          ]
        : [conversation.subject, officeHref('message', key.message)]
    const companyEmail = composeMessageEmailToCompany(
      { name, email, subject, message: text, language },
      files,
      company,
      {
        about,
        url: context.publicUrl + url,
      },
    )
    await emailCompany(transaction, now, company, companyEmail, { name, address: email })
  })
}
