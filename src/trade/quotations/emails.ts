import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { sumSaid } from './amounts.ts'
import { numberOf, type Quotation, type Revision } from './store.ts'

/** To the buyer: that there is an offer, what it comes to, and the link where it is read and answered. */
export function quotationEmail(
  quotation: Quotation,
  sent: Revision,
  { token, replyTo }: { token: string; replyTo: string | undefined },
  publicUrl: string,
): Email {
  const language = sent.language as Language
  const words = translatorFor(language)
  const { t, day } = words
  const number = numberOf(quotation, sent.revision)!
  return {
    kind: 'quotation_sent',
    subject: t('mail.quotation_subject', { number }),
    paragraphs: [greeting(language, sent.name), t(sent.revision > 1 ? 'mail.quotation_anew' : 'mail.quotation_text')],
    facts: [
      [t('quotation.number'), number],
      ...(sent.content.reference ? [[t('quotation.reference'), sent.content.reference] as const] : []),
      [t('quotation.total'), sumSaid(words, sent.currency, sent.total_minor)],
      [t('quotation.valid_until'), day(isoDay(sent.valid_until))],
    ],
    links: [
      {
        label: t('mail.quotation_link'),
        url: publicUrl + inLanguage(href('quotation', null, { quotation: token }), language),
      },
    ],
    about: `quotation ${quotation.id}`,
    pot: 'answer',
    secret: true,
    ...(replyTo !== undefined && { replyTo }),
  }
}

/**
 * To the buyer: that what was sent to them is taken back, with what the house says to that. The link they have goes on showing
 * it; a new one would end it.
 */
export function withdrawnEmail(
  quotation: Quotation,
  sent: Revision,
  { sentence, replyTo }: { sentence: string; replyTo: string | undefined },
): Email {
  const language = sent.language as Language
  const { t } = translatorFor(language)
  const number = numberOf(quotation, sent.revision)!
  return {
    kind: 'quotation_withdrawn',
    subject: t('mail.quotation_withdrawn_subject', { number }),
    paragraphs: [
      greeting(language, sent.name),
      t('mail.quotation_withdrawn', { number }),
      ...(sentence ? [sentence] : []),
      t('mail.quotation_withdrawn_ask'),
    ],
    facts: [
      [t('quotation.number'), number],
      ...(sent.content.reference ? [[t('quotation.reference'), sent.content.reference] as const] : []),
    ],
    about: `quotation ${quotation.id}`,
    pot: 'answer',
    ...(replyTo !== undefined && { replyTo }),
  }
}

export type BuyersAnswer = 'accept' | 'decline' | 'ask'

/** To the buyer: that their answer has reached us. What they typed is not said again. */
export function answeredEmail(quotation: Quotation, sent: Revision, answer: BuyersAnswer): Email {
  const language = sent.language as Language
  const { t } = translatorFor(language)
  const number = numberOf(quotation, sent.revision)!
  return {
    kind: 'quotation_answered',
    subject: t('mail.quotation_subject', { number }),
    paragraphs: [greeting(language, sent.name), t(`mail.quotation_told_${answer}`, { number })],
    about: `quotation ${quotation.id}`,
  }
}

/** To the company: what a buyer answered, in their words. */
export function answeredToCompany(
  quotation: Quotation,
  sent: Revision,
  { answer, text }: { answer: BuyersAnswer; text: string },
  us: { language: Language },
  publicUrl: string,
): Email {
  const words = translatorFor(us.language)
  const { t } = words
  const number = numberOf(quotation, sent.revision)!
  return {
    kind: 'company_quotation',
    subject: t(`mail.company_quotation_${answer}_subject`, { number, company: sent.company }),
    paragraphs: [
      t(`mail.company_quotation_${answer}`, { number, name: sent.name, company: sent.company }),
      text,
    ].filter(Boolean),
    facts: [[t('quotation.total'), sumSaid(words, sent.currency, sent.total_minor)]],
    links: [{ label: t('mail.company_see_quotation'), url: publicUrl + officeHref('quotation', quotation.id) }],
    about: `quotation ${quotation.id}`,
  }
}
