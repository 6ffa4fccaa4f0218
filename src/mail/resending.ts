import type { Selectable } from 'kysely'
import { pickTranslation, readCompany } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { claimRequest } from '#platform/database/idempotency-key.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordChange } from '#platform/audit.ts'
import { enqueue } from '#platform/background/jobs.ts'
import type { Language } from '#routes/public.ts'
import type { Tables } from '#schema/tables.ts'
import type { EmailDefinitions, EmailRewriter } from './definition.ts'
import { toEmailState } from './email-state.ts'
import { isEmailKind } from './kinds.ts'
import type { ResendBlocker } from './resend-blockers.ts'
import { enqueueEmail } from './outbox.ts'

type Mail = Selectable<Tables['mail']>

/** Returns why an email cannot be sent again, as far as this is known without trying. */
export function findResendBlocker(mail: Mail, definitions: EmailDefinitions): ResendBlocker | null {
  const state = toEmailState(mail)
  if (state === 'waiting') return 'waits'
  if (mail.content === '' && mail.secret === 1)
    return findRewriter(mail, definitions) && mail.about !== null ? null : 'key'
  return mail.sent_at !== null && mail.file_name !== null ? 'file' : null
}

const findRewriter = ({ kind }: Mail, definitions: EmailDefinitions): EmailRewriter | undefined =>
  isEmailKind(kind) ? definitions[kind].rewrite : undefined

/**
 * Sends an email again. An unsent email is retried as it is, and a sent one is copied. An email with a secret link is
 * rewritten with a new link. Returns the number of the email that is sent now. A repeated request sends nothing and
 * returns `id`.
 */
export const resendEmail = (
  db: Database,
  ctx: RequestContext,
  id: number,
  definitions: EmailDefinitions,
): Promise<number> =>
  inTransaction(db, async (transaction) => {
    const { now, account, idempotencyKey: key } = ctx
    const mail = await lockEmail(transaction, id)
    const keyedRequest = { scope: `email resend:${account!.id}`, key, request: { id }, answer: String(id) }
    const previousAnswer = await claimRequest(transaction, keyedRequest, now)
    if (previousAnswer !== undefined) return id
    const blockingReason = findResendBlocker(mail, definitions)
    if (blockingReason) throw conflict(`emails.not_resendable_${blockingReason}`)
    const needsRewrite = mail.content === '' && mail.secret === 1
    const sentId = needsRewrite
      ? await rewriteEmail(transaction, ctx, mail, definitions)
      : mail.sent_at === null
        ? await retryEmail(transaction, now, mail)
        : await copyEmail(transaction, now, mail)
    if (mail.failed_at !== null && sentId !== id) await markSettled(transaction, now, id)
    await recordChange(transaction, ctx, 'email resent', `email ${id}`, {})
    return sentId
  })

/** Marks a failed email as handled, without sending it. */
export const dismissFailedEmail = (db: Database, ctx: RequestContext, id: number): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const mail = await lockEmail(transaction, id)
    if (mail.failed_at === null || mail.settled_at !== null) return
    await markSettled(transaction, ctx.now, id)
    await recordChange(transaction, ctx, 'email dismissed', `email ${id}`, {})
  })

/** Locks the email, so that the second of two simultaneous requests sees the result of the first. */
async function lockEmail(db: Database, id: number): Promise<Mail> {
  const mail = await db
    .updateTable('mail')
    .set(({ ref }) => ({ bucket: ref('bucket') }))
    .where('id', '=', id)
    .where('subject', '<>', '')
    .returningAll()
    .executeTakeFirst()
  if (!mail) throw notFound()
  return mail
}

const markSettled = (db: Database, now: number, id: number) =>
  db.updateTable('mail').set({ settled_at: now }).where('id', '=', id).execute()

async function rewriteEmail(
  db: Database,
  ctx: RequestContext,
  mail: Mail,
  definitions: EmailDefinitions,
): Promise<number> {
  const rewrittenEmail = await findRewriter(mail, definitions)!(db, ctx, mail.about!)
  if (rewrittenEmail === null) throw conflict('emails.not_resendable_over')
  const id = await enqueueEmail(db, ctx.now, rewrittenEmail.to, rewrittenEmail.language, {
    ...rewrittenEmail.email,
    bucket: 'answer',
  })
  if (id === undefined) throw conflict('emails.not_resendable_over')
  await db.updateTable('mail').set({ resend_of: mail.id }).where('id', '=', id).execute()
  return id
}

/** Queues an unsent email again, exempt from the mailbox cap because a staff member decided to send it. */
async function retryEmail(db: Database, now: number, { id }: Mail): Promise<number> {
  await db
    .updateTable('mail')
    .set({ failed_at: null, settled_at: null, error: null, withheld_at: null, allowed_at: now })
    .where('id', '=', id)
    .execute()
  await enqueue(db, now, 'send-mail', { mailId: id })
  return id
}

/** The reply address of an answer is erased once it is sent, so replies to a copy go to the company. */
async function copyEmail(db: Database, now: number, mail: Mail): Promise<number> {
  const { id: resend_of, recipient, subject, content, language, about, kind } = mail
  const { reply_to, reply_name } = mail.reply_to === null ? await loadCompanyReplyTo(db, language) : mail
  const copiedColumns = { recipient, reply_to, reply_name, subject, content, language, about, kind }
  const { id } = await db
    .insertInto('mail')
    .values({ ...copiedColumns, resend_of, bucket: 'answer', created_at: now, sent_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(db, now, 'send-mail', { mailId: id })
  return id
}

async function loadCompanyReplyTo(db: Database, language: string): Promise<Pick<Mail, 'reply_to' | 'reply_name'>> {
  const { email, name } = await readCompany(db)
  if (email === '') return { reply_to: null, reply_name: null }
  return { reply_to: email, reply_name: pickTranslation(name, language as Language) }
}
