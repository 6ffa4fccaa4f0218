import type { Insertable } from 'kysely'
import { pickTranslation, readCompany, type Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { runInBatches } from '#platform/background/cleanup.ts'
import { enqueueAll } from '#platform/background/jobs.ts'
import type { Correspondent } from '#platform/context.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { emailRetention } from './retention.ts'
import type { Email, EmailHeader, EmailFile } from './email.ts'
import { emailKinds } from './kinds.ts'
import { serializeContent } from './render.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Puts an email into the outbox, in the caller's transaction. It is sent after the commit. Replies go to
 * `message.replyTo`, or else to the company. Returns the number of the email, or undefined if there is no address.
 */
export async function enqueueEmail(
  db: Database,
  now: number,
  to: string,
  language: Language,
  message: Email,
  company?: Company,
): Promise<number | undefined> {
  const [id] = await enqueueEmails(db, now, [
    composeToPerson(to, language, message, company ?? (await readCompany(db))),
  ])
  return id
}

/**
 * Emails the company about an action or a text of a person. Replies go to that person. Does nothing if the company has
 * no address.
 */
export async function emailCompany(
  db: Database,
  now: number,
  company: Company,
  message: Email,
  from: Correspondent,
): Promise<void> {
  await enqueueEmails(db, now, composeToCompany(message, from, company))
}

/** Emails a person about their own action, and the company too. The company's reply goes to that person. */
export async function mailGuestAndCompany(
  db: Database,
  now: number,
  company: Company,
  { name, email, language }: { name: string; email: string; language: Language },
  { guestEmail, companyEmail }: { guestEmail: Email; companyEmail: Email },
): Promise<void> {
  const emails = [
    composeToPerson(email, language, guestEmail, company),
    ...composeToCompany(companyEmail, { name, address: email }, company),
  ]
  await enqueueEmails(db, now, emails)
}

/** Stores an email that the caller sends at once. No job is created. */
export async function storeEmail(
  db: Database,
  now: number,
  to: string,
  language: Language,
  message: Email,
  company: Company,
): Promise<number> {
  const { rows } = await insertMail(db, { emails: [toMailRow(composeToPerson(to, language, message, company), now)] })
  return rows[0]!.id
}

const composeToPerson = (to: string, language: Language, message: Email, sender: Company): OutgoingEmail => ({
  to,
  replyTo: toReplyTo(message.replyTo ?? sender.email, pickTranslation(sender.name, language)),
  language,
  email: message,
  head: createEmailHeader(sender, message, language),
})

const toReplyTo = (address: string, name: string) => (address === '' ? null : { name, address })

function composeToCompany(message: Email, from: Correspondent, sender: Company): OutgoingEmail[] {
  const { email, language } = sender
  const head = { name: pickTranslation(sender.name, language), signature: [] }
  return email === '' ? [] : [{ to: email, replyTo: from, language, email: message, head }]
}

interface OutgoingEmail {
  to: string
  replyTo: Correspondent | null
  language: Language
  email: Email
  head: EmailHeader
}

/** Inserts all emails with one statement, and their jobs with another. */
async function enqueueEmails(db: Database, now: number, items: readonly OutgoingEmail[]): Promise<number[]> {
  // Walk-in guests and purged guests may have no address.
  const emails = items.filter(({ to }) => to !== '')
  if (emails.length === 0) return []
  const { rows } = await insertMail(db, { emails: emails.map((outgoing) => toMailRow(outgoing, now)) })
  await saveAttachments(
    db,
    emails.map(({ email: message }, index) => ({ mail_id: rows[index]!.id, file: message.file })),
  )
  await enqueueAll(
    db,
    now,
    'send-mail',
    rows.map(({ id }) => ({ mailId: id })),
  )
  return rows.map(({ id }) => id)
}

function toMailRow(
  { to, replyTo, language, email: message, head }: OutgoingEmail,
  now: number,
): Insertable<Tables['mail']> {
  return {
    recipient: to,
    reply_to: replyTo && replyTo.address,
    reply_name: replyTo && replyTo.name,
    kind: message.kind,
    subject: message.subject,
    content: serializeContent(message, head),
    secret: message.secret ? 1 : 0,
    bucket: message.bucket ?? emailKinds[message.kind].bucket ?? 'anybody',
    language,
    about: message.about ?? null,
    decline_token: message.decline?.token ?? null,
    file_name: message.file?.name ?? null,
    created_at: now,
    sent_at: null,
  }
}

async function saveAttachments(
  db: Database,
  items: readonly { mail_id: number; file: EmailFile | undefined }[],
): Promise<void> {
  for (const { mail_id, file } of items)
    if (file)
      await db
        .insertInto('mail_file')
        .values({ mail_id, name: file.name, type: file.type, content: file.bytes })
        .execute()
}

const insertMail = statement((db, { emails }: { emails: readonly Insertable<Tables['mail']>[] }) =>
  db.insertInto('mail').values(emails).returning('id').compile(),
)

/** Returns the sender's name and signature. Guests know the property by its name, buyers know the company. */
export function createEmailHeader(sender: Company, { kind }: Pick<Email, 'kind'>, language: Language): EmailHeader {
  const name = pickTranslation(sender.name, language)
  return {
    name: emailKinds[kind].to === 'guest' ? pickTranslation(sender.houseName, language) : name,
    signature: [
      translatorFor(language).t('mail.regards'),
      name,
      pickTranslation(sender.address, language),
      [sender.telephone, sender.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
  }
}

/**
 * Deletes emails that were written, and if sent also sent, longer than `emailRetention` ago. IDs follow the order of
 * writing, so the oldest are found without an index that every insert would have to maintain.
 */
export async function purgeOldEmails(db: Database, now: number): Promise<void> {
  const cutoff = now - emailRetention.days * DAY_MS
  await runInBatches(async (limit) => {
    const oldestEmails = db.selectFrom('mail').select(['id', 'created_at', 'sent_at']).orderBy('id').limit(limit)
    const oldEmails = db
      .selectFrom(oldestEmails.as('oldest'))
      .select('id')
      .where('created_at', '<', cutoff)
      .where((eb) => eb.or([eb('sent_at', 'is', null), eb('sent_at', '<', cutoff)]))
    return (await db.deleteFrom('mail').where('id', 'in', oldEmails).executeTakeFirst()).numDeletedRows
  })
}

/**
 * Erases the content and the addresses of emails to these recipients, and of the company's emails about them. The rows
 * remain. Queued emails are left as they are. Skips the empty addresses of guests who have none.
 */
export async function purgeEmailsTo(db: Database, addresses: readonly string[]): Promise<void> {
  const recipients = addresses.filter((address) => address !== '')
  if (recipients.length === 0) return
  await db
    .updateTable('mail')
    .set({ recipient: '', reply_to: null, reply_name: null, subject: '', content: '', error: null })
    .where((eb) => eb.or([eb('recipient', 'in', recipients), eb('reply_to', 'in', recipients)]))
    .where((eb) =>
      eb.or([eb('sent_at', 'is not', null), eb('withheld_at', 'is not', null), eb('failed_at', 'is not', null)]),
    )
    .execute()
}
