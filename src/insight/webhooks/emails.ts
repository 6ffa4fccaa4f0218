import { ownersToTell } from '#people/accounts/account.ts'
import { readCompany } from '#content/company.ts'
import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { EmailSample } from '#mail/samples.ts'
import type { Context } from '#platform/context.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { toldRetention } from './retention.ts'
import { subjectOf, type Endpoint } from './store.ts'

/** Writes to each owner that an endpoint is told nothing from now on, because nobody seems to be there. */
export async function tellOwners(
  db: Transaction,
  { clock, publicUrl }: Pick<Context, 'clock' | 'publicUrl'>,
  endpoint: Endpoint,
): Promise<void> {
  const company = await readCompany(db)
  for (const owner of await ownersToTell(db))
    await enqueueEmail(db, clock(), owner.email, owner.language, pausedEmail(endpoint, owner, publicUrl), company)
}

/** As it would be written now of the last one that was added. */
export const webhookEmailSample: EmailSample = async (db, { account, now, context }, { language }) => {
  const endpoint = await lastOne(db)
  if (!endpoint) return null
  const dead = {
    ...endpoint,
    paused_at: now,
    paused_why: 'dead',
    failing_since: endpoint.failing_since ?? now,
  } as const
  const to = { name: account!.name, language }
  return { about: endpoint.host, make: () => pausedEmail(dead, to, context.publicUrl) }
}

const lastOne = (db: Database): Promise<Endpoint | undefined> =>
  db.selectFrom('webhook_endpoint').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

function pausedEmail(
  { id, host, description, paused_why, failing_since }: Endpoint,
  { name, language }: { name: string; language: Language },
  publicUrl: string,
): Email {
  const { t, moment } = translatorFor(language)
  const why =
    paused_why === 'gone'
      ? t('mail.webhook_gone', { host })
      : t('mail.webhook_dead', { host, since: moment(new Date(failing_since!)) })
  return {
    kind: 'house_webhook',
    subject: t('mail.webhook_subject', { host }),
    paragraphs: [greeting(language, name), why, t('mail.webhook_text', { days: toldRetention.days })],
    ...(description && { facts: [[t('webhooks.description'), description]] }),
    links: [{ label: t('mail.webhook_link'), url: publicUrl + inLanguage(officeHref('webhook', id), language) }],
    about: subjectOf(id),
    pot: 'account',
  }
}
