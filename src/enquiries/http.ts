import { readCompany } from '../content/company.ts'
import { post } from '../messages/outbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { Handlers } from '../platform/contract.ts'
import { inTransaction, type Database } from '../platform/database.ts'
import { invalid } from '../platform/errors.ts'
import { wordsIn } from '../words/both.ts'
import { newCaptcha, spendCaptcha } from './captcha.ts'
import type { enquiriesContract } from './contract.ts'

export const enquiriesHandlers = ({ db, clock }: { db: Database; clock: Clock }): Handlers<typeof enquiriesContract> => ({
  async getCaptcha() {
    const { token, first, second } = await newCaptcha(db, clock())
    return { captcha_token: token, first, second }
  },

  async sendContact({ name, email, subject = '', message = '', captcha, captcha_token, website }, { language }) {
    const now = clock()
    const thanks = { message: wordsIn(language).t('contact.thanks') }
    if (website) return thanks // a machine that fills in every field is thanked like anybody
    await inTransaction(db, async (transaction) => {
      if (!(await spendCaptcha(transaction, now, captcha_token, captcha))) throw invalid({ captcha: 'error.captcha' })
      await transaction
        .insertInto('contact_message')
        .values({ name, email, subject, message, language, created_at: now, handled_at: null, handled_by: null })
        .execute()
      const { t } = wordsIn('en')
      const company = await readCompany(transaction)
      await post(transaction, now, company.email, 'en', {
        subject: t('mail.contact_subject', { name, subject }),
        paragraphs: [t('mail.contact_text', { name, email }), message],
      }, company)
    })
    return thanks
  },
})
