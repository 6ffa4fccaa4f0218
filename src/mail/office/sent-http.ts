import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { hasPermission } from '#schema/permissions.ts'
import type { Language } from '#routes/public.ts'
import type { EmailDefinitions } from '../definition.ts'
import { isEmailKind } from '../kinds.ts'
import { toEmailState } from '../email-state.ts'
import { countFailed, listSentEmails } from '../emails-sent.ts'
import { findResendBlocker, dismissFailedEmail, resendEmail } from '../resending.ts'
import type { SentEmail, sentEmailsContract } from './sent-contract.ts'
import { renderStoredEmail } from '#mail/render.ts'

export const createSentEmailsHandlers = (definitions: EmailDefinitions) =>
  ({
    async getEmails(db, _, { after, most, ...filter }) {
      const beforeId = after === undefined ? undefined : Number(after)
      const [{ rows, more }, failedCount] = await Promise.all([
        listSentEmails(db, filter, { limit: most, before: beforeId }),
        countFailed(db),
      ])
      const data = rows.map(({ id, recipient, subject, kind, state, error, ...row }) => ({
        id,
        to: recipient,
        subject,
        kind: isEmailKind(kind) ? kind : null,
        state,
        at: isoInstant(row.sent_at ?? row.created_at),
        error: error ?? row.report,
      }))
      return { data, more, failed: failedCount }
    },

    getEmail: (db, ctx, { id }) => loadEmail(db, ctx, id, definitions),

    async resendEmail(db, ctx, { id }) {
      return loadEmail(db, ctx, await resendEmail(db, ctx, id, definitions), definitions)
    },
    async dismissFailedEmail(db, ctx, { id }) {
      await dismissFailedEmail(db, ctx, id)
      return loadEmail(db, ctx, id, definitions)
    },
  }) satisfies Handlers<typeof sentEmailsContract>

/**
 * Loads an email. The body is hidden if it contained a secret link, or if it contains amounts the user may not see.
 */
async function loadEmail(
  db: Database,
  ctx: RequestContext,
  id: number,
  definitions: EmailDefinitions,
): Promise<SentEmail> {
  const mail = await db
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .where('subject', '<>', '')
    .executeTakeFirst()
  if (!mail) throw notFound()
  const latestResend = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('resend_of', '=', id)
    .where('id', '>', id)
    .executeTakeFirst()
  const hiddenReason = mail.secret === 1 ? 'key' : hasPermission(ctx.account, 'see money') ? null : 'money'
  return {
    id,
    to: mail.recipient,
    subject: mail.subject,
    kind: isEmailKind(mail.kind) ? mail.kind : null,
    state: toEmailState(mail),
    at: isoInstant(mail.sent_at ?? mail.created_at),
    error: mail.error ?? mail.report,
    language: mail.language as Language,
    about: mail.about,
    written_at: isoInstant(mail.created_at),
    // The reply address of a conversation is secret.
    reply_to: mail.bucket === 'answer' ? '' : (mail.reply_to ?? ''),
    file: mail.file_name,
    ...(hiddenReason ? { text: null, html: null } : renderStoredEmail(mail)),
    hidden: hiddenReason,
    is_settled: mail.settled_at !== null,
    resend_blocker: findResendBlocker(mail, definitions),
    resend_of: mail.resend_of,
    resent_as: latestResend?.id ?? null,
  }
}
