import type { Clock } from '../platform/clock.ts'
import type { Handlers } from '../platform/contract.ts'
import type { Database } from '../platform/database.ts'
import { wordsIn } from '../words/both.ts'
import { LASTS_MS, newCaptcha } from './captcha.ts'
import type { enquiriesContract } from './contract.ts'
import { sendLetter } from './letter.ts'

export const enquiriesHandlers = ({ db, clock }: { db: Database; clock: Clock }): Handlers<typeof enquiriesContract> => ({
  async getCaptcha() {
    const { token, first, second } = await newCaptcha(db, clock())
    return { captcha_token: token, first, second, lasts_seconds: LASTS_MS / 1000 }
  },

  async sendContact({ name, email, subject = '', message = '', website, ...solved }, { language, idempotencyKey }) {
    // A machine that fills in every field is thanked like anybody.
    if (!website) await sendLetter(db, clock(), language, { name, email, subject, message }, solved, idempotencyKey)
    return { message: wordsIn(language).t('contact.thanks') }
  },
})
