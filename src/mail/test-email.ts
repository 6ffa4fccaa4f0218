import { recordChange } from '#platform/audit.ts'
import type { Context } from '#platform/context.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoInstant } from '#platform/day.ts'
import { invalid } from '#platform/errors.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { Email } from './email.ts'
import type { EmailDefinitions } from './definition.ts'
import { sendNow } from './sending.ts'

/** Sends a test email to the caller, and returns the reason if this fails. */
export async function sendTestEmail(
  db: Database,
  ctx: RequestContext,
): Promise<{ to: string; failure: string | null }> {
  const { account, language, now, context } = ctx
  const { email } = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', account!.id)
    .executeTakeFirstOrThrow()
  if (!email) throw invalid({ form: 'error.no_own_email' })
  const { failure } = await sendNow(db, ctx, email, language, composeTestEmail(account!.name, language, now, context))
  await recordChange(db, ctx, 'test email sent', 'settings emails', {
    after: { outcome: failure ?? 'handed over', at: isoInstant(now) },
  })
  return { to: email, failure }
}

function composeTestEmail(
  recipientName: string,
  language: Language,
  now: number,
  { publicUrl }: Pick<Context, 'publicUrl'>,
): Email {
  const { t, moment } = translatorFor(language)
  return {
    kind: 'staff_test',
    subject: t('mail.test_subject'),
    paragraphs: [t('mail.test_text', { who: recipientName, when: moment(new Date(now)) })],
    links: [{ label: t('mail.test_link'), url: publicUrl }],
  }
}

export const testEmails = {
  staff_test: {
    texts: ['mail.test_subject', 'mail.test_text', 'mail.test_link'],
    sample: async (_, { account, now, context }, { language }) => ({
      about: account!.name,
      make: () => composeTestEmail(account!.name, language, now, context),
    }),
  },
} satisfies Partial<EmailDefinitions>
