import { isAddressConfirmed } from '#people/accounts/address.ts'
import { readCompany, type Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { mailGuestAndCompany } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid, assertValid } from '#platform/errors.ts'
import type { Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import type { SentFile } from '#platform/files/stored-files.ts'
import type { FormOf, ValidationResult } from '#platform/http/handlers.ts'
import { translatorFor } from '#locales/both.ts'
import { fingerprintFiles, attachFiles } from './attachment.ts'
import { isCaptchaCorrect, CAPTCHA_TTL_MS, spendCaptcha } from './captcha.ts'
import type { enquiriesContract } from './contract.ts'
import { openConversation } from './conversation.ts'
import { createEnquiryLink } from './enquiry-link.ts'
import { listFileFacts } from './enquiry-emails.ts'

type Form = Omit<FormOf<typeof enquiriesContract.sendContact>, 'website'>

/**
 * Stores a contact message, emails both sides and consumes the captcha. Repeating an unchanged message with the same
 * idempotency key has no effect.
 */
export async function sendContactMessage(db: Database, ctx: RequestContext, form: Form): Promise<void> {
  const { now, account, language, idempotencyKey, context } = ctx
  const { captcha_token: token, name, email, subject = '', message = '', files } = form
  const fields = { name, email, subject, message }
  await inTransaction(db, async (transaction) => {
    assertValid((await validateContactMessage(transaction, ctx, form)).fieldErrors)
    if (!(await spendCaptcha(transaction, token))) {
      if (idempotencyKey === token && (await isAlreadyStored(transaction, now, fields, files))) return
      throw invalid({ captcha: 'error.captcha' })
    }
    const { id } = await transaction
      .insertInto('contact_message')
      .values({ ...fields, language, created_at: now, handled_at: null, handled_by: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await openConversation(transaction, { message_id: id }, { name, email }, now)
    await attachFiles(transaction, files, { message_id: id })
    const company = await readCompany(transaction)
    const storedMessage = { id, language, ...fields }
    const isVerified = account !== null && (await isAddressConfirmed(transaction, account.id, email))
    const link = await createEnquiryLink(transaction, ctx, { message: id })
    const emails = {
      guestEmail: composeContactEmailToSender(storedMessage, { files, isVerified, link }),
      companyEmail: composeContactEmailToCompany(storedMessage, files, company, context.publicUrl),
    }
    await mailGuestAndCompany(transaction, now, company, { name, email, language }, emails)
  })
}

type SentMessage = MessageFields & { language: Language }

const composeContactEmailToCompany = (
  { id, ...message }: SentMessage & { id: number },
  files: readonly SentFile[],
  company: Pick<Company, 'language'>,
  publicUrl: string,
): Email =>
  composeMessageEmailToCompany(message, files, company, {
    about: `message ${id}`,
    url: publicUrl + officeHref('message', id),
  })

/** The email to the company about a message from the website, with all data. */
export function composeMessageEmailToCompany(
  { name, email, subject, message, language }: SentMessage,
  files: readonly SentFile[],
  company: Pick<Company, 'language'>,
  { about, url }: { about: string; url: string },
): Email {
  const translator = translatorFor(company.language)
  const { t } = translator
  return {
    kind: 'company_message',
    subject: subject ? t('mail.contact_subject', { name, subject }) : t('mail.contact_no_subject', { name }),
    paragraphs: [t('mail.contact_text', { name, email }), message],
    facts: [[t('mail.language'), translatorFor(language).t('language.name')], ...listFileFacts(translator, files)],
    about,
    links: [{ label: t('mail.company_view_message'), url }],
  }
}

/** The acknowledgement to the sender. An email to an unverified address repeats none of the typed text. */
function composeContactEmailToSender(
  { id, name, subject, message, language }: SentMessage & { id: number },
  { files, isVerified, link }: { files: readonly SentFile[]; isVerified: boolean; link: string },
): Email {
  const translator = translatorFor(language)
  const { t } = translator
  return {
    kind: 'message_received',
    subject: t('mail.contact_reply', { id: String(id) }),
    paragraphs: [
      composeGreeting(language, isVerified ? name : null),
      t('mail.message_text'),
      ...(isVerified && message ? [t('mail.message_yours'), message] : []),
      ...(isVerified ? [] : [t('mail.message_not_you')]),
    ],
    facts: isVerified
      ? [...(subject ? [[t('contact.subject'), subject] as const] : []), ...listFileFacts(translator, files)]
      : [],
    links: [{ label: t('mail.message_link'), url: link }],
    about: `message ${id}`,
    secret: true,
  }
}

export const contactEmails = {
  message_received: {
    texts: [
      'mail.contact_reply',
      'mail.message_text',
      'mail.message_yours',
      'mail.message_not_you',
      'mail.message_link',
    ],
    async sample(db, { context }, { language }) {
      const message = await loadLastMessage(db)
      if (!message) return null
      const options = { files: [], isVerified: true, link: context.publicUrl }
      return { about: String(message.id), make: () => composeContactEmailToSender({ ...message, language }, options) }
    },
    async rewrite(db, ctx, about) {
      const id = Number(about.replace('message ', ''))
      const row = await db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()
      if (!row) return null
      const language = row.language as Language
      const link = await createEnquiryLink(db, { ...ctx, language }, { message: id })
      const email = composeContactEmailToSender({ ...row, language }, { files: [], isVerified: false, link })
      return { to: row.email, language, email }
    },
  },
  company_message: {
    texts: ['mail.contact_subject', 'mail.contact_no_subject', 'mail.contact_text', 'mail.company_view_message'],
    async sample(db, { context }, { language }) {
      const message = await loadLastMessage(db)
      if (!message) return null
      const company = { ...(await readCompany(db)), language }
      const contactMessage = { ...message, language: message.language as Language }
      return {
        about: String(message.id),
        make: () => composeContactEmailToCompany(contactMessage, [], company, context.publicUrl),
      }
    },
  },
} satisfies Partial<EmailDefinitions>

const loadLastMessage = async (db: Database) =>
  (await db
    .selectFrom('contact_message')
    .selectAll()
    .where('name', '<>', '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Checks the captcha answer without consuming the token, so that the form can be sent again. */
export async function validateContactMessage(
  db: Database,
  { now }: RequestContext,
  { captcha_token: token, captcha }: Partial<Form>,
): Promise<ValidationResult> {
  const isCaptchaWrong =
    token !== undefined && captcha !== undefined && !(await isCaptchaCorrect(db, now, token, captcha))
  return { fieldErrors: isCaptchaWrong ? { captcha: [{ key: 'error.captcha' }] } : {} }
}

type MessageFields = Record<'name' | 'email' | 'subject' | 'message', string>
type ContactMessage = Pick<Form, 'name' | 'email'> & Required<Pick<Form, 'subject' | 'message'>>

async function isAlreadyStored(
  db: Database,
  now: number,
  { name, email, subject, message }: ContactMessage,
  files: readonly SentFile[],
): Promise<boolean> {
  const candidates = await db
    .selectFrom('contact_message')
    .select('id')
    .where('handled_at', 'is', null)
    .where('created_at', '>', now - CAPTCHA_TTL_MS)
    .where((is) => is.and({ name, email, subject, message }))
    .execute()
  const expectedFiles = JSON.stringify(fingerprintFiles(files))
  for (const { id } of candidates) if (JSON.stringify(await findFileFingerprints(db, id)) === expectedFiles) return true
  return false
}

const findFileFingerprints = (db: Database, messageId: number) =>
  db
    .selectFrom('attachment')
    .select(['name', 'sha256'])
    .where('message_id', '=', messageId)
    .orderBy('position')
    .execute()
