import { listOwnersToNotify } from '#people/accounts/account.ts'
import { readCompany } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Context } from '#platform/context.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { webhookRetention } from './retention.ts'
import { formatAuditSubject, type Endpoint } from './store.ts'

/** Emails each owner that an endpoint was paused because it responded with 410 or accepted no event for days. */
export async function emailOwners(
  db: Transaction,
  { clock, publicUrl }: Pick<Context, 'clock' | 'publicUrl'>,
  endpoint: Endpoint,
): Promise<void> {
  const company = await readCompany(db)
  for (const owner of await listOwnersToNotify(db))
    await enqueueEmail(
      db,
      clock(),
      owner.email,
      owner.language,
      composePausedEmail(endpoint, owner, publicUrl),
      company,
    )
}

/** A sample email about the endpoint that was added last. */
export const webhookEmails = {
  staff_webhook_paused: {
    texts: ['mail.webhook_subject', 'mail.webhook_gone', 'mail.webhook_dead', 'mail.webhook_text', 'mail.webhook_link'],
    sample: async (db, { account, now, context }, { language }) => {
      const endpoint = await findNewestEndpoint(db)
      if (!endpoint) return null
      const pausedEndpoint = {
        ...endpoint,
        paused_at: now,
        pause_reason: 'dead',
        failing_since: endpoint.failing_since ?? now,
      } as const
      const recipient = { name: account!.name, language }
      return { about: endpoint.host, make: () => composePausedEmail(pausedEndpoint, recipient, context.publicUrl) }
    },
  },
} satisfies Partial<EmailDefinitions>

const findNewestEndpoint = (db: Database): Promise<Endpoint | undefined> =>
  db.selectFrom('webhook_endpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

function composePausedEmail(
  { id, host, description, pause_reason, failing_since }: Endpoint,
  { name, language }: { name: string; language: Language },
  publicUrl: string,
): Email {
  const { t, moment } = translatorFor(language)
  const reason =
    pause_reason === 'gone'
      ? t('mail.webhook_gone', { host })
      : t('mail.webhook_dead', { host, since: moment(new Date(failing_since!)) })
  return {
    kind: 'staff_webhook_paused',
    subject: t('mail.webhook_subject', { host }),
    paragraphs: [composeGreeting(language, name), reason, t('mail.webhook_text', { days: webhookRetention.days })],
    ...(description && { facts: [[t('webhooks.description'), description]] }),
    links: [{ label: t('mail.webhook_link'), url: publicUrl + inLanguage(officeHref('webhook', id), language) }],
    about: formatAuditSubject(id),
  }
}
