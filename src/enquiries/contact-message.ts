import { readCompany } from '../content/company.ts'
import { post } from '../messages/outbox.ts'
import { inTransaction, type Database } from '../platform/database/database.ts'
import { invalid } from '../platform/errors.ts'
import type { Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import { LASTS_MS, spendCaptcha } from './captcha.ts'

interface Letter {
  name: string
  email: string
  subject: string
  message: string
}
interface Solved {
  captcha_token: string
  captcha: number
}

/** Takes a letter to the company, once for each sum. Unchanged and under its own key it may be sent again: it is there. */
export async function sendLetter(
  db: Database,
  now: number,
  language: Language,
  letter: Letter,
  solved: Solved,
  key: string | null,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const verdict = await spendCaptcha(transaction, now, solved.captcha_token, solved.captcha)
    const isSentAgain = verdict === 'spent' && key === solved.captcha_token
    if (isSentAgain && (await isWritten(transaction, now, letter))) return
    if (verdict !== 'right') throw invalid({ captcha: 'error.captcha' })
    await transaction
      .insertInto('contact_message')
      .values({ ...letter, language, created_at: now, handled_at: null, handled_by: null })
      .execute()
    const { t } = wordsIn('en')
    const company = await readCompany(transaction)
    const { name, email, subject, message } = letter
    await post(
      transaction,
      now,
      company.email,
      'en',
      {
        subject: t('mail.contact_subject', { name, subject }),
        paragraphs: [t('mail.contact_text', { name, email }), message],
      },
      company,
    )
  })
}

async function isWritten(db: Database, now: number, { name, email, subject, message }: Letter): Promise<boolean> {
  const found = await db
    .selectFrom('contact_message')
    .select('id')
    .where('handled_at', 'is', null)
    .where('created_at', '>', now - LASTS_MS)
    .where((is) => is.and({ name, email, subject, message }))
    .executeTakeFirst()
  return found !== undefined
}
