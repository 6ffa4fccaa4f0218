import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { formatSum } from './amounts.ts'
import { formatNumber, type Quotation, type Revision } from './store.ts'

/** The quotation email to the buyer, with the total and the link for reading and answering. */
export function quotationEmail(
  quotation: Quotation,
  sent: Revision,
  { token, replyTo }: { token: string; replyTo: string | undefined },
  publicUrl: string,
): Email {
  const language = sent.language as Language
  const translator = translatorFor(language)
  const { t, day } = translator
  const number = formatNumber(quotation, sent.revision)!
  return {
    kind: 'quotation_sent',
    subject: t('mail.quotation_subject', { number }),
    paragraphs: [greeting(language, sent.name), t(sent.revision > 1 ? 'mail.quotation_anew' : 'mail.quotation_text')],
    facts: [
      [t('quotation.number'), number],
      ...(sent.content.reference ? [[t('quotation.reference'), sent.content.reference] as const] : []),
      [t('quotation.total'), formatSum(translator, sent.currency, sent.total_minor)],
      [t('quotation.valid_until'), day(isoDay(sent.valid_until))],
    ],
    links: [
      {
        label: t('mail.quotation_link'),
        url: publicUrl + inLanguage(href('quotation', null, { quotation: token }), language),
      },
    ],
    about: `quotation ${quotation.id}`,
    bucket: 'answer',
    secret: true,
    ...(replyTo !== undefined && { replyTo }),
  }
}

/**
 * The withdrawal email to the buyer, with an optional sentence. It has no link: the old link still shows the quotation,
 * and a new one would invalidate it.
 */
export function withdrawalEmail(
  quotation: Quotation,
  sent: Revision,
  { sentence, replyTo }: { sentence: string; replyTo: string | undefined },
): Email {
  const language = sent.language as Language
  const { t } = translatorFor(language)
  const number = formatNumber(quotation, sent.revision)!
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
    bucket: 'answer',
    ...(replyTo !== undefined && { replyTo }),
  }
}

export type BuyerAnswer = 'accept' | 'decline' | 'ask'

/** The confirmation of the buyer's answer. It does not repeat the typed text. */
export function answerConfirmationEmail(quotation: Quotation, sent: Revision, answer: BuyerAnswer): Email {
  const language = sent.language as Language
  const { t } = translatorFor(language)
  const number = formatNumber(quotation, sent.revision)!
  return {
    kind: 'quotation_answered',
    subject: t('mail.quotation_subject', { number }),
    paragraphs: [greeting(language, sent.name), t(`mail.quotation_told_${answer}`, { number })],
    about: `quotation ${quotation.id}`,
  }
}

/** The email to the company with the buyer's answer and text. */
export function answerEmailToCompany(
  quotation: Quotation,
  sent: Revision,
  { answer, text }: { answer: BuyerAnswer; text: string },
  recipient: { language: Language },
  publicUrl: string,
): Email {
  const translator = translatorFor(recipient.language)
  const { t } = translator
  const number = formatNumber(quotation, sent.revision)!
  return {
    kind: 'company_quotation',
    subject: t(`mail.company_quotation_${answer}_subject`, { number, company: sent.company }),
    paragraphs: [
      t(`mail.company_quotation_${answer}`, { number, name: sent.name, company: sent.company }),
      text,
    ].filter(Boolean),
    facts: [[t('quotation.total'), formatSum(translator, sent.currency, sent.total_minor)]],
    links: [{ label: t('mail.company_see_quotation'), url: publicUrl + officeHref('quotation', quotation.id) }],
    about: `quotation ${quotation.id}`,
  }
}
