import type { Selectable } from 'kysely'
import { pickTranslation, readCompany, type Company } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { PermanentJobError, RetryLaterError, type JobKinds } from '#platform/background/jobs.ts'
import { toMailFailure } from '#platform/mail/mail-failure.ts'
import type { Context, Message } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { buildOneClickUrl } from './unsubscribe.ts'
import { createDomainPauses, type DomainPauses } from './domain-pauses.ts'
import type { Email } from './email.ts'
import { admitEmail } from './mailbox-cap.ts'
import { loadMailFiles } from './mail-files.ts'
import { storeEmail } from './outbox.ts'
import { renderStoredEmail } from './render.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * The number of emails sent at once. More connections may exceed the limit of a mail server, and fewer would be slow.
 */
const MAX_CONCURRENT_EMAILS = 4
/** The time limit for one email, slightly longer than the timeout of the mailer. */
const SENDING_TIMEOUT_MS = 50_000

export const createMailJobs = (context: SendingContext): JobKinds => ({
  'send-mail': {
    concurrency: MAX_CONCURRENT_EMAILS,
    maxDurationMs: SENDING_TIMEOUT_MS,
    do: serializePerEmail(sendMail(context, createDomainPauses())),
    onLastFailure: ({ mailId }: { mailId: number }, db) => markFailed(db, context.clock(), mailId),
  },
})

type SendingContext = Pick<Context, 'clock' | 'mailer' | 'isLimited' | 'publicUrl'>

/** Runs the jobs of one email one after the other, so that a later job sees whether the email was sent. */
function serializePerEmail(send: (mailId: number, db: Database) => Promise<void>) {
  const sendingsInProgress = new Map<number, Promise<void>>()
  return async ({ mailId }: { mailId: number }, db: Database): Promise<void> => {
    const previousSending = sendingsInProgress.get(mailId)?.catch(() => {})
    const currentSend = previousSending ? previousSending.then(() => send(mailId, db)) : send(mailId, db)
    sendingsInProgress.set(mailId, currentSend)
    await currentSend.finally(() => sendingsInProgress.get(mailId) === currentSend && sendingsInProgress.delete(mailId))
  }
}

/** For this long after an email was created, retries in a domain pause do not count as attempts. */
const UNCOUNTED_RETRIES_MS = 3 * DAY_MS

const sendMail =
  (context: SendingContext, pauses: DomainPauses) =>
  async (mailId: number, db: Database): Promise<void> => {
    const mail = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst()
    if (!mail || mail.sent_at !== null || mail.failed_at !== null) return
    const now = context.clock()
    const pausedUntil = pauses.until(mail.recipient, now)
    if (pausedUntil !== null && now < mail.created_at + UNCOUNTED_RETRIES_MS) throw new RetryLaterError(pausedUntil)
    if (!(await admitEmail(db, context, mail))) return
    const message = toMessage(mail, await readCompany(db), context, await loadMailFiles(db, mailId))
    try {
      await context.mailer.send(message)
    } catch (error) {
      const failure = toMailFailure(error)
      if (failure.isOfDomain) pauses.refused(mail.recipient, context.clock())
      else if (failure.isPermanent) pauses.answered(mail.recipient)
      await db.updateTable('mail').set({ error: failure.reason }).where('id', '=', mailId).execute()
      throw failure.isPermanent ? new PermanentJobError(failure.reason, { cause: error }) : error
    }
    pauses.answered(mail.recipient)
    // Only the reply address of a conversation is secret. A copy has none.
    const erasedReplyTo = mail.bucket === 'answer' && mail.resend_of === null && { reply_to: null, reply_name: null }
    await db
      .updateTable('mail')
      .set({ sent_at: context.clock(), error: null, ...eraseBody(mail), ...erasedReplyTo })
      .where('id', '=', mailId)
      .execute()
    if (mail.file_name !== null) await db.deleteFrom('mail_file').where('mail_id', '=', mailId).execute()
  }

/** The columns that erase the body of an email with a secret link, once the body is no longer needed. */
const eraseBody = ({ secret }: Pick<Selectable<Tables['mail']>, 'secret'>) => (secret === 1 ? { content: '' } : {})

/** Marks an email as failed, and erases its body if it contains a secret link. Only staff can send it again. */
async function markFailed(db: Database, now: number, mailId: number): Promise<void> {
  const mail = await db.selectFrom('mail').select(['secret', 'sent_at']).where('id', '=', mailId).executeTakeFirst()
  if (!mail || mail.sent_at !== null) return
  await db
    .updateTable('mail')
    .set({ failed_at: now, ...eraseBody(mail) })
    .where('id', '=', mailId)
    .where('failed_at', 'is', null)
    .execute()
}

const toMessage = (
  mail: Selectable<Tables['mail']>,
  { senderName }: Company,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  files: Message['files'] = [],
): Message => ({
  id: mail.id,
  to: mail.recipient,
  replyTo: mail.reply_to === null ? null : { name: mail.reply_name ?? '', address: mail.reply_to },
  senderName: senderName ? pickTranslation(senderName, mail.language as Language) : null,
  subject: mail.subject,
  ...renderStoredEmail(mail),
  sentAt: new Date(mail.created_at),
  files,
  // Mail programs offer one-click unsubscribe only over HTTPS.
  declineUrl:
    mail.decline_token !== null && publicUrl.startsWith('https:')
      ? buildOneClickUrl(publicUrl, mail.decline_token)
      : null,
})

/**
 * Sends an email while the caller waits, and returns the reason if this fails. A failed email is neither retried nor
 * stored.
 */
export async function sendNow(
  db: Database,
  { context, now }: Pick<RequestContext, 'context' | 'now'>,
  to: string,
  language: Language,
  email: Email,
): Promise<{ failure: string | null }> {
  const company = await readCompany(db)
  const id = await storeEmail(db, now, to, language, email, company)
  const mail = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  try {
    await context.mailer.send(toMessage(mail, company, context))
  } catch (error) {
    await db.deleteFrom('mail').where('id', '=', id).execute()
    return { failure: toMailFailure(error).reason }
  }
  await db.updateTable('mail').set({ sent_at: context.clock() }).where('id', '=', id).execute()
  return { failure: null }
}
