import type { Insertable, Selectable } from 'kysely'
import { inTheirLanguage, readCompany, type Company } from '../content/company.ts'
import type { Database } from '../platform/database/database.ts'
import { inBatches } from '../platform/work/housekeeping.ts'
import { enqueueAll, type JobKinds } from '../platform/work/jobs.ts'
import type { Context, Correspondent, Message } from '../platform/context.ts'
import type { Asker } from '../platform/contract.ts'
import { statement } from '../platform/database/statement.ts'
import type { Tables } from '../tables/tables.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { letterRetention } from './keeping.ts'
import { renderLetter, type Letter, type LetterFile } from './letter.ts'
import { mayLeave } from './mailbox-cap.ts'

/**
 * Puts a letter into the outbox, in the transaction that causes it; it leaves after the commit. Answered, it goes to the
 * company. Returns its number; undefined where there is nobody to write to.
 */
export async function mailLater(
  db: Database,
  now: number,
  to: string,
  language: Language,
  letter: Letter,
  company?: Company,
): Promise<number | undefined> {
  const [id] = await post(db, now, [toThem(to, language, letter, company ?? (await readCompany(db)))])
  return id
}

/** To the company itself, of what somebody did or wrote: answered, it goes to them. A house without an address has nobody to tell. */
export async function tellCompany(
  db: Database,
  now: number,
  company: Company,
  letter: Letter,
  from: Correspondent,
): Promise<void> {
  await post(db, now, toUs(letter, from, company))
}

/** To whoever did something, and to the company, whose answer reaches them. */
export async function tellBoth(
  db: Database,
  now: number,
  company: Company,
  { name, email, language }: { name: string; email: string; language: Language },
  { theirs, ours }: { theirs: Letter; ours: Letter },
): Promise<void> {
  const letters = [toThem(email, language, theirs, company), ...toUs(ours, { name, address: email }, company)]
  await post(db, now, letters)
}

const toThem = (to: string, language: Language, letter: Letter, us: Company): Posted => ({
  to,
  replyTo: answeredTo(letter.replyTo ?? us.email, inTheirLanguage(us.name, language)),
  language,
  letter,
  signed: signature(us, language),
})

const answeredTo = (address: string, name: string) => (address === '' ? null : { name, address })

const toUs = (letter: Letter, from: Correspondent, { email, language }: Company): Posted[] =>
  email === '' ? [] : [{ to: email, replyTo: from, language, letter, signed: [] }]

interface Posted {
  to: string
  replyTo: Correspondent | null
  language: Language
  letter: Letter
  signed: readonly string[]
}

/** However many they are, they are one question to the database, and their jobs another. */
async function post(db: Database, now: number, all: readonly Posted[]): Promise<number[]> {
  // Who came to the desk, or was forgotten, may have no address.
  const letters = all.filter(({ to }) => to !== '')
  if (letters.length === 0) return []
  const { rows } = await mailIn(db, { letters: letters.map((each) => written(each, now)) })
  await keepFiles(
    db,
    letters.map(({ letter }, index) => ({ mail_id: rows[index]!.id, file: letter.file })),
  )
  await enqueueAll(
    db,
    now,
    'send-mail',
    rows.map(({ id }) => ({ mailId: id })),
  )
  return rows.map(({ id }) => id)
}

function written({ to, replyTo, language, letter, signed }: Posted, now: number): Insertable<Tables['mail']> {
  const { text, html } = renderLetter(letter, signed, language)
  return {
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
  }
}

async function keepFiles(
  db: Database,
  all: readonly { mail_id: number; file: LetterFile | undefined }[],
): Promise<void> {
  for (const { mail_id, file } of all)
    if (file)
      await db
        .insertInto('mail_file')
        .values({ mail_id, name: file.name, type: file.type, content: file.bytes })
        .execute()
}

const mailIn = statement((db, { letters }: { letters: readonly Insertable<Tables['mail']>[] }) =>
  db.insertInto('mail').values(letters).returning('id').compile(),
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
    const file = await db.selectFrom('mail_file').selectAll().where('mail_id', '=', mailId).executeTakeFirst()
    await context.letterbox.send(messageOf(mail, await readCompany(db), file))
    const nothing = mail.secret === 1 && { text_body: '', html_body: '' }
    const noKey = mail.pot === 'answer' && { reply_to: null, reply_name: null }
    await db
      .updateTable('mail')
      .set({ sent_at: context.clock(), ...nothing, ...noKey })
      .where('id', '=', mailId)
      .execute()
    if (file) await db.deleteFrom('mail_file').where('mail_id', '=', mailId).execute()
  }

const messageOf = (
  mail: Selectable<Tables['mail']>,
  { senderName }: Company,
  file?: Selectable<Tables['mail_file']>,
): Message => ({
  id: mail.id,
  to: mail.recipient,
  replyTo: mail.reply_to === null ? null : { name: mail.reply_name ?? '', address: mail.reply_to },
  senderName: senderName ? inTheirLanguage(senderName, mail.language as Language) : null,
  subject: mail.subject,
  text: mail.text_body,
  html: mail.html_body,
  sentAt: new Date(mail.created_at),
  file: file ? { name: file.name, type: file.type, bytes: file.content } : null,
})

/**
 * Sends a letter while whoever asks waits, and says why if it could not be handed over. It is not tried again: what could
 * not be sent is not kept either.
 */
export async function sendNow(
  db: Database,
  { context, now }: Pick<Asker, 'context' | 'now'>,
  to: string,
  language: Language,
  letter: Letter,
): Promise<{ failure: string | null }> {
  const company = await readCompany(db)
  const { rows } = await mailIn(db, { letters: [written(toThem(to, language, letter, company), now)] })
  const { id } = rows[0]!
  const mail = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  try {
    await context.letterbox.send(messageOf(mail, company))
  } catch (error) {
    await db.deleteFrom('mail').where('id', '=', id).execute()
    return { failure: error instanceof Error ? error.message : String(error) }
  }
  await db.updateTable('mail').set({ sent_at: context.clock() }).where('id', '=', id).execute()
  return { failure: null }
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
