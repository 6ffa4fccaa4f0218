import { greeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { formatSum } from './amounts.ts'
import { formatNumber, getQuotation, parseRevision, type Quotation, type Revision } from './store.ts'

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

/** The samples show the last sent quotation. */
export const quotationEmails = {
  quotation_sent: {
    texts: ['mail.quotation_subject', 'mail.quotation_text', 'mail.quotation_anew', 'mail.quotation_link'],
    async sample(db, { context }, { language }) {
      const last = await loadLastSent(db, language)
      const keys = { token: '', replyTo: undefined }
      return (
        last && { about: last.number, make: () => quotationEmail(last.quotation, last.sent, keys, context.publicUrl) }
      )
    },
  },
  quotation_withdrawn: {
    texts: ['mail.quotation_withdrawn_subject', 'mail.quotation_withdrawn', 'mail.quotation_withdrawn_ask'],
    async sample(db, _, { language }) {
      const last = await loadLastSent(db, language)
      const options = { sentence: '', replyTo: undefined }
      return last && { about: last.number, make: () => withdrawalEmail(last.quotation, last.sent, options) }
    },
  },
  quotation_answered: {
    texts: [
      'mail.quotation_subject',
      'mail.quotation_told_accept',
      'mail.quotation_told_decline',
      'mail.quotation_told_ask',
    ],
    async sample(db, _, { language }) {
      const last = await loadLastSent(db, language)
      return last && { about: last.number, make: () => answerConfirmationEmail(last.quotation, last.sent, 'accept') }
    },
  },
  company_quotation: {
    texts: [
      'mail.company_quotation_accept_subject',
      'mail.company_quotation_decline_subject',
      'mail.company_quotation_ask_subject',
      'mail.company_quotation_accept',
      'mail.company_quotation_decline',
      'mail.company_quotation_ask',
      'mail.company_see_quotation',
    ],
    async sample(db, { context }, { language }) {
      const last = await loadLastSent(db, language)
      const answer = { answer: 'accept', text: '' } as const
      return (
        last && {
          about: last.number,
          make: () => answerEmailToCompany(last.quotation, last.sent, answer, { language }, context.publicUrl),
        }
      )
    },
  },
} satisfies Partial<EmailDefinitions>

async function loadLastSent(
  db: Database,
  language: Language,
): Promise<{ quotation: Quotation; sent: Revision; number: string } | null> {
  const row = await db
    .selectFrom('quotation_revision')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const quotation = await getQuotation(db, row.quotation_id)
  return { quotation, sent: { ...parseRevision(row), language }, number: formatNumber(quotation, row.revision) ?? '' }
}
