import { loadProfile } from '../accounts/account.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

type FactorEvent =
  'authenticator added' | 'authenticator removed' | 'passkey added' | 'passkey removed' | 'recovery code used'

/** Emails the user that a second factor changed, so that an attacker cannot do this unnoticed. */
export async function emailFactorEvent(
  db: Database,
  { account, now, language }: RequestContext,
  event: FactorEvent,
): Promise<void> {
  const { name, email } = await loadProfile(db, account!.id)
  await enqueueEmail(db, now, email, language, composeFactorEmail(language, name, event, now))
}

function composeFactorEmail(language: Language, name: string, event: FactorEvent, now: number): Email {
  const { t, moment } = translatorFor(language)
  return {
    kind: 'staff_second_factor',
    subject: t(subjects[event]),
    paragraphs: [
      composeGreeting(language, name),
      t('mail.factor_text', { at: moment(new Date(now)) }),
      t('mail.factor_not_you'),
    ],
  }
}

const subjects = {
  'authenticator added': 'mail.app_added',
  'authenticator removed': 'mail.app_removed',
  'passkey added': 'mail.passkey_added',
  'passkey removed': 'mail.passkey_removed',
  'recovery code used': 'mail.recovery_used',
} as const

/** The sample is addressed to the user who views it. */
export const factorEmails = {
  staff_second_factor: {
    texts: [
      'mail.app_added',
      'mail.app_removed',
      'mail.passkey_added',
      'mail.passkey_removed',
      'mail.recovery_used',
      'mail.factor_text',
      'mail.factor_not_you',
    ],
    async sample(_, { account, now }, { language }) {
      const { name } = account!
      return { about: name, make: () => composeFactorEmail(language, name, 'passkey added', now) }
    },
  },
} satisfies Partial<EmailDefinitions>
