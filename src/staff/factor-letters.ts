import { profileOf } from '../accounts/account.ts'
import { greeting } from '../messages/greeting.ts'
import type { Letter } from '../messages/letter.ts'
import { mailLater } from '../messages/outbox.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import { wordsIn } from '../words/both.ts'

type Event = 'code app added' | 'code app removed' | 'passkey added' | 'passkey removed' | 'recovery code used'

/** Whose way in has changed is told, so that a thief does it to nobody unseen. */
export async function tellOfFactor(db: Database, { account, now, language }: Asker, event: Event): Promise<void> {
  const { name, email } = await profileOf(db, account!.id)
  const { t, moment } = wordsIn(language)
  const letter: Letter = {
    subject: t(subjects[event]),
    paragraphs: [
      greeting(language, name),
      t('mail.factor_text', { at: moment(new Date(now)) }),
      t('mail.factor_not_you'),
    ],
    pot: 'account',
  }
  await mailLater(db, now, email, language, letter)
}

const subjects = {
  'code app added': 'mail.app_added',
  'code app removed': 'mail.app_removed',
  'passkey added': 'mail.passkey_added',
  'passkey removed': 'mail.passkey_removed',
  'recovery code used': 'mail.recovery_used',
} as const
