import type { Insertable } from 'kysely'
import { inTheirLanguage, readCompany, type Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { inBatches } from '#platform/work/housekeeping.ts'
import { enqueueAll } from '#platform/work/jobs.ts'
import type { Correspondent } from '#platform/context.ts'
import { statement } from '#platform/database/statement.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { emailRetention } from './retention.ts'
import type { Email, EmailHeader, EmailFile } from './email.ts'
import { renderEmail } from './render.ts'

/**
 * Puts an email into the outbox, in the caller's transaction. It is sent after the commit. Replies go to the company.
 * Returns the number of the email, or undefined if there is no address.
 */
export async function enqueueEmail(
  db: Database,
  now: number,
  to: string,
  language: Language,
  message: Email,
  company?: Company,
): Promise<number | undefined> {
  const [id] = await post(db, now, [toThem(to, language, message, company ?? (await readCompany(db)))])
  return id
}

/**
 * Emails the company about something a person did or wrote. Replies go to that person. Does nothing if the company has
 * no address.
 */
export async function tellCompany(
  db: Database,
  now: number,
  company: Company,
  message: Email,
  from: Correspondent,
): Promise<void> {
  await post(db, now, toUs(message, from, company))
}

/** Emails the person who did something, and the company. The company's reply goes to that person. */
export async function tellBoth(
  db: Database,
  now: number,
  company: Company,
  { name, email, language }: { name: string; email: string; language: Language },
  { theirs, ours }: { theirs: Email; ours: Email },
): Promise<void> {
  const emails = [toThem(email, language, theirs, company), ...toUs(ours, { name, address: email }, company)]
  await post(db, now, emails)
}

/** Stores an email that the caller sends at once. No job is created. */
export async function writeDown(
  db: Database,
  now: number,
  to: string,
  language: Language,
  message: Email,
  company: Company,
): Promise<number> {
  const { rows } = await mailIn(db, { letters: [written(toThem(to, language, message, company), now)] })
  return rows[0]!.id
}

const toThem = (to: string, language: Language, message: Email, us: Company): Posted => ({
  to,
  replyTo: answeredTo(message.replyTo ?? us.email, inTheirLanguage(us.name, language)),
  language,
  letter: message,
  head: emailHeader(us, message, language),
})

const answeredTo = (address: string, name: string) => (address === '' ? null : { name, address })

function toUs(message: Email, from: Correspondent, us: Company): Posted[] {
  const { email, language } = us
  const head = { house: inTheirLanguage(us.name, language), signature: [] }
  return email === '' ? [] : [{ to: email, replyTo: from, language, letter: message, head }]
}

interface Posted {
  to: string
  replyTo: Correspondent | null
  language: Language
  letter: Email
  head: EmailHeader
}

/** Inserts all emails with one statement, and their jobs with another. */
async function post(db: Database, now: number, all: readonly Posted[]): Promise<number[]> {
  // Walk-in guests and purged guests may have no address.
  const emails = all.filter(({ to }) => to !== '')
  if (emails.length === 0) return []
  const { rows } = await mailIn(db, { letters: emails.map((each) => written(each, now)) })
  await keepFiles(
    db,
    emails.map(({ letter: message }, index) => ({ mail_id: rows[index]!.id, file: message.file })),
  )
  await enqueueAll(
    db,
    now,
    'send-mail',
    rows.map(({ id }) => ({ mailId: id })),
  )
  return rows.map(({ id }) => id)
}

function written({ to, replyTo, language, letter: message, head }: Posted, now: number): Insertable<Tables['mail']> {
  const { text, html } = renderEmail(message, head, language)
  return {
    recipient: to,
    reply_to: replyTo && replyTo.address,
    reply_name: replyTo && replyTo.name,
    kind: message.kind,
    subject: message.subject,
    text_body: text,
    html_body: html,
    secret: message.secret ? 1 : 0,
    pot: message.pot ?? 'anybody',
    language,
    about: message.about ?? null,
    decline_token: message.decline?.token ?? null,
    file_name: message.file?.name ?? null,
    created_at: now,
    sent_at: null,
  }
}

async function keepFiles(
  db: Database,
  all: readonly { mail_id: number; file: EmailFile | undefined }[],
): Promise<void> {
  for (const { mail_id, file } of all)
    if (file)
      await db
        .insertInto('mail_file')
        .values({ mail_id, name: file.name, type: file.type, content: file.bytes })
        .execute()
}

const mailIn = statement((db, { letters: emails }: { letters: readonly Insertable<Tables['mail']>[] }) =>
  db.insertInto('mail').values(emails).returning('id').compile(),
)

/** Guests know the property by its name, buyers know the company. */
export function emailHeader(us: Company, { kind }: Pick<Email, 'kind'>, language: Language): EmailHeader {
  const name = inTheirLanguage(us.name, language)
  return {
    house: /^(stay|payment)_/.test(kind) ? inTheirLanguage(us.houseName, language) : name,
    signature: [
      translatorFor(language).t('mail.regards'),
      name,
      inTheirLanguage(us.address, language),
      [us.telephone, us.email].filter(Boolean).join(' · '),
    ].filter(Boolean),
  }
}

/**
 * Deletes old emails. Ids follow the order of writing, so the oldest are found without an index that every insert would
 * have to maintain.
 */
export async function purgeOldEmails(db: Database, now: number): Promise<void> {
  const then = now - emailRetention.days * DAY_MS
  await inBatches(async (most) => {
    const oldest = db.selectFrom('mail').select(['id', 'created_at', 'sent_at']).orderBy('id').limit(most)
    const old = db
      .selectFrom(oldest.as('oldest'))
      .select('id')
      .where('created_at', '<', then)
      .where((row) => row.or([row('sent_at', 'is', null), row('sent_at', '<', then)]))
    return (await db.deleteFrom('mail').where('id', 'in', old).executeTakeFirst()).numDeletedRows
  })
}
const DAY_MS = 86_400_000

/**
 * Erases the content and the addresses of emails to these recipients, and of the company's emails about them. The rows
 * remain. Queued emails are left as they are.
 */
export const purgeEmailsTo = (db: Database, recipients: readonly string[]) =>
  db
    .updateTable('mail')
    .set({ recipient: '', reply_to: null, reply_name: null, subject: '', text_body: '', html_body: '', error: null })
    .where((row) => row.or([row('recipient', 'in', recipients), row('reply_to', 'in', recipients)]))
    .where((row) =>
      row.or([row('sent_at', 'is not', null), row('withheld_at', 'is not', null), row('failed_at', 'is not', null)]),
    )
    .execute()
