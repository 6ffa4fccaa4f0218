import type { Insertable } from 'kysely'
import { inTheirLanguage, readCompany, type Company } from '../content/company.ts'
import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { enqueue, type JobKinds } from '../platform/work/jobs.ts'
import type { Context, Correspondent } from '../platform/context.ts'
import { statement } from '../platform/database/statement.ts'
import type { Tables } from '../tables/tables.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { letterRetention } from './keeping.ts'
import { renderLetter, type Letter } from './letter.ts'
import { mayLeave } from './mailbox-cap.ts'

/** Puts a letter into the outbox, in the transaction that causes it; it leaves after the commit. Answered, it goes to the company. */
export async function mailLater(
  db: Database,
  now: number,
  to: string,
  language: Language,
  letter: Letter,
  company?: Company,
): Promise<void> {
  const us = company ?? (await readCompany(db))
  const replyTo = us.email === '' ? null : { name: inTheirLanguage(us.name, language), address: us.email }
  await post(db, now, { to, replyTo, language, letter, signed: signature(us, language) })
}

/** To the company itself, of what somebody did or wrote: answered, it goes to them. A house without an address has nobody to tell. */
export async function tellCompany(
  db: Database,
  now: number,
  { email, language }: Company,
  letter: Letter,
  from: Correspondent | null,
): Promise<void> {
  if (email !== '') await post(db, now, { to: email, replyTo: from, language, letter, signed: [] })
}

interface Posted {
  to: string
  replyTo: Correspondent | null
  language: Language
  letter: Letter
  signed: readonly string[]
}

async function post(db: Database, now: number, { to, replyTo, language, letter, signed }: Posted): Promise<void> {
  const { text, html } = renderLetter(letter, signed, language)
  const { rows } = await mailIn(db, {
    recipient: to,
    reply_to: replyTo && replyTo.address,
    reply_name: replyTo && replyTo.name,
    subject: letter.subject,
    text_body: text,
    html_body: html,
    secret: letter.secret ? 1 : 0,
    pot: letter.pot ?? 'anybody',
    language,
    about: letter.about ?? null,
    created_at: now,
    sent_at: null,
  })
  await enqueue(db, now, 'send-mail', { mailId: rows[0]!.id })
}

const mailIn = statement((db, row: Insertable<Tables['mail']>) =>
  db.insertInto('mail').values(row).returning('id').compile(),
)

function signature(company: Company, language: Language): string[] {
  return [
    wordsIn(language).t('mail.regards'),
    inTheirLanguage(company.name, language),
    inTheirLanguage(company.address, language),
    `${company.telephone} · ${company.email}`,
  ]
}

/** More at once than a mail server may like, fewer than it takes to be slow. */
const LETTERS_AT_ONCE = 4
/** A little more than a letterbox gives itself. */
const SENDING_LASTS_MS = 50_000

export const mailJobs = (context: SendingContext): JobKinds => ({
  'send-mail': {
    atOnce: LETTERS_AT_ONCE,
    lastsMs: SENDING_LASTS_MS,
    do: oneAfterTheOther(sendMail(context)),
  },
})

type SendingContext = Pick<Context, 'clock' | 'letterbox' | 'isLimited'>

/** Two jobs for one letter are not done at once: the later one finds it sent. */
function oneAfterTheOther(send: (mailId: number, db: Database) => Promise<void>) {
  const underway = new Map<number, Promise<void>>()
  return async ({ mailId }: { mailId: number }, db: Database): Promise<void> => {
    const before = underway.get(mailId)?.catch(() => {})
    const sending = before ? before.then(() => send(mailId, db)) : send(mailId, db)
    underway.set(mailId, sending)
    await sending.finally(() => underway.get(mailId) === sending && underway.delete(mailId))
  }
}

const sendMail =
  (context: SendingContext) =>
  async (mailId: number, db: Database): Promise<void> => {
    const mail = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
    if (!mail || mail.sent_at !== null || !(await mayLeave(db, context, mail))) return
    await context.letterbox.send({
      id: mail.id,
      to: mail.recipient,
      replyTo: mail.reply_to === null ? null : { name: mail.reply_name ?? '', address: mail.reply_to },
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      sentAt: new Date(mail.created_at),
    })
    const nothing = mail.secret === 1 && { text_body: '', html_body: '' }
    await db
      .updateTable('mail')
      .set({ sent_at: context.clock(), ...nothing })
      .where('id', '=', mailId)
      .execute()
  }

/** They are numbered as they were written, so the oldest are found without an index that each letter would pay for. */
export async function forgetOldLetters(db: Database, now: number): Promise<void> {
  const then = now - letterRetention.days * DAY_MS
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

/** That somebody was written to stays; who and what does not, and so of what the company was told of them. Those that are still to leave do. */
export const forgetLettersTo = (db: Database, recipients: readonly string[]) =>
  db
    .updateTable('mail')
    .set({ recipient: '', reply_to: null, reply_name: null, subject: '', text_body: '', html_body: '' })
    .where((row) => row.or([row('recipient', 'in', recipients), row('reply_to', 'in', recipients)]))
    .where((row) => row.or([row('sent_at', 'is not', null), row('withheld_at', 'is not', null)]))
    .execute()
