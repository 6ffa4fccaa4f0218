import { greeting } from '../messages/greeting.ts'
import { mailLater } from '../messages/outbox.ts'
import type { Asker } from '../platform/contract.ts'
import type { Database } from '../platform/database/database.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'

/** The way to a place in the office, to whoever is to take it. */
export async function sendPlace(
  db: Database,
  { now, account }: Asker,
  { email, language, url, days }: { email: string; language: Language; url: string; days: number },
): Promise<void> {
  const { t } = wordsIn(language)
  await mailLater(db, now, email, language, {
    subject: t('mail.place_subject'),
    paragraphs: [greeting(language, null), t('mail.place_text', { who: account!.name, days }), t('mail.place_ignore')],
    links: [{ label: t('mail.place_link'), url }],
    secret: true,
    pot: 'account',
  })
}
