import { loadCompany, type Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator, Translator } from '#locales/translator.ts'
import { isPartial, type Quantities } from '../orders/quantities.ts'
import { formatSum } from './amounts.ts'
import { toOutcomeView } from './quotation-views.ts'
import { formatNumber, getQuotation, parseRevision, type Quotation, type Revision } from './store.ts'
import { listAcceptance } from './terms.ts'

/** The quotation email to the buyer, with the total and the link for reading and answering. */
export function composeQuotationEmail(
  quotation: Quotation,
  revision: Revision,
  { token, replyTo }: { token: string; replyTo: string | undefined },
  publicUrl: string,
): Email {
  const language = revision.language as Language
  const translator = translatorFor(language)
  const { t, day } = translator
  const number = formatNumber(quotation, revision.revision)!
  return {
    kind: 'quotation_sent',
    subject: t('mail.quotation_subject', { number }),
    paragraphs: [
      composeGreeting(language, revision.name),
      t(revision.revision > 1 ? 'mail.quotation_revised' : 'mail.quotation_text'),
    ],
    facts: [
      [t('quotation.number'), number],
      ...(revision.content.reference ? [[t('quotation.reference'), revision.content.reference] as const] : []),
      [t('quotation.total'), formatSum(translator, revision.currency, revision.total_minor)],
      [t('quotation.valid_until'), day(isoDay(revision.valid_until))],
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
 * The withdrawal email to the buyer, with an optional message. It has no link: the old link still shows the quotation,
 * and a new one would invalidate it.
 */
export function composeWithdrawalEmail(
  quotation: Quotation,
  revision: Revision,
  { message, replyTo }: { message: string; replyTo: string | undefined },
): Email {
  const language = revision.language as Language
  const { t } = translatorFor(language)
  const number = formatNumber(quotation, revision.revision)!
  return {
    kind: 'quotation_withdrawn',
    subject: t('mail.quotation_withdrawn_subject', { number }),
    paragraphs: [
      composeGreeting(language, revision.name),
      t('mail.quotation_withdrawn', { number }),
      ...(message ? [message] : []),
      t('mail.quotation_withdrawn_contact'),
    ],
    facts: [
      [t('quotation.number'), number],
      ...(revision.content.reference ? [[t('quotation.reference'), revision.content.reference] as const] : []),
    ],
    about: `quotation ${quotation.id}`,
    ...(replyTo !== undefined && { replyTo }),
  }
}

export type BuyerAnswer = 'accept' | 'decline' | 'ask'

/** An answered revision. After an acceptance, its total is the total of the order. */
interface AnsweredQuotation {
  quotation: Quotation
  answered: Revision
  answer: BuyerAnswer
  quantities: Quantities
}

/**
 * Returns the confirmation of the buyer's answer. Of the typed texts it repeats only the name of the person who
 * accepted.
 */
export function composeAnswerConfirmationEmail(
  { quotation, answered: answeredRevision, answer, quantities }: AnsweredQuotation,
  { company, publicUrl, token }: { company: Company; publicUrl: string; token: string },
): Email {
  const language = answeredRevision.language as Language
  const translator = translatorFor(language)
  const { t } = translator
  const number = formatNumber(quotation, answeredRevision.revision)!
  return {
    kind: 'quotation_answered',
    subject: t(`mail.quotation_answered_${answer}_subject`, { number }),
    paragraphs: [
      composeGreeting(language, answeredRevision.name),
      t(`mail.quotation_answered_${answer}`, { number, name: answeredRevision.accepted_by }),
      ...listPartialNotices({ answered: answeredRevision, answer, quantities }, translator),
    ],
    facts: [
      [t('quotation.number'), number],
      ...(answeredRevision.content.reference
        ? [[t('quotation.reference'), answeredRevision.content.reference] as const]
        : []),
      ...listAnswerFacts(translator, answeredRevision, company),
    ],
    ...(answer === 'accept' && {
      links: [
        { label: t('mail.order_link'), url: publicUrl + inLanguage(href('order', null, { order: token }), language) },
      ],
      secret: true as const,
    }),
    about: `quotation ${quotation.id}`,
  }
}

/** Returns the email to the company with the buyer's answer and text. */
export function composeAnswerEmailToCompany(
  { quotation, answered: answeredRevision, answer, quantities }: AnsweredQuotation,
  { text, company, publicUrl }: { text: string; company: Company; publicUrl: string },
): Email {
  const translator = translatorFor(company.language)
  const { t } = translator
  const number = formatNumber(quotation, answeredRevision.revision)!
  const name = answeredRevision.accepted_by || answeredRevision.name
  return {
    kind: 'company_quotation',
    subject: t(`mail.company_quotation_${answer}_subject`, { number, company: answeredRevision.company }),
    paragraphs: [
      t(`mail.company_quotation_${answer}`, { number, name, company: answeredRevision.company }),
      ...listPartialNotices({ answered: answeredRevision, answer, quantities }, translator),
      text,
    ].filter(Boolean),
    facts: listAnswerFacts(translator, answeredRevision, company),
    links: [
      {
        label: t('mail.company_view_quotation'),
        url: publicUrl + officeHref(answer === 'accept' ? 'order' : 'quotation', quotation.id),
      },
    ],
    about: `quotation ${quotation.id}`,
  }
}

/** States that less than the quotation was ordered. */
const listPartialNotices = (
  { answered: answeredRevision, answer, quantities }: Pick<AnsweredQuotation, 'answered' | 'answer' | 'quantities'>,
  { t }: ServerTranslator,
): string[] =>
  answer === 'accept' && isPartial(answeredRevision.content.lines, quantities)
    ? [t('mail.quotation_accepted_in_part')]
    : []

/** Returns the total, and who accepted it and when. */
const listAnswerFacts = (translator: Translator, answeredRevision: Revision, company: Company) => [
  [
    translator.t('quotation.total'),
    formatSum(translator, answeredRevision.currency, answeredRevision.total_minor),
  ] as const,
  ...(answeredRevision.state === 'accepted'
    ? listAcceptance(toOutcomeView(answeredRevision, company), translator)
    : []),
]

/** The sample emails show the last sent quotation. */
export const quotationEmails = {
  quotation_sent: {
    texts: ['mail.quotation_subject', 'mail.quotation_text', 'mail.quotation_revised', 'mail.quotation_link'],
    async sample(db, { context }, { language }) {
      const sample = await loadLastSentRevision(db, language)
      const linkOptions = { token: '', replyTo: undefined }
      return (
        sample && {
          about: sample.number,
          make: () => composeQuotationEmail(sample.quotation, sample.revision, linkOptions, context.publicUrl),
        }
      )
    },
  },
  quotation_withdrawn: {
    texts: ['mail.quotation_withdrawn_subject', 'mail.quotation_withdrawn', 'mail.quotation_withdrawn_contact'],
    async sample(db, _, { language }) {
      const sample = await loadLastSentRevision(db, language)
      const options = { message: '', replyTo: undefined }
      return (
        sample && {
          about: sample.number,
          make: () => composeWithdrawalEmail(sample.quotation, sample.revision, options),
        }
      )
    },
  },
  quotation_answered: {
    texts: [
      'mail.quotation_answered_accept_subject',
      'mail.quotation_answered_decline_subject',
      'mail.quotation_answered_ask_subject',
      'mail.quotation_answered_accept',
      'mail.quotation_answered_decline',
      'mail.quotation_answered_ask',
      'mail.quotation_accepted_in_part',
      'mail.order_link',
    ],
    async sample(db, ctx, { language }) {
      const sample = await loadLastSentRevision(db, language)
      const company = await loadCompany(db, ctx)
      return (
        sample && {
          about: sample.number,
          make: () =>
            composeAnswerConfirmationEmail(
              {
                quotation: sample.quotation,
                answered: createAcceptedSample(sample.revision, ctx.now),
                answer: 'accept',
                quantities: null,
              },
              { company, publicUrl: ctx.context.publicUrl, token: '' },
            ),
        }
      )
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
      'mail.company_view_quotation',
    ],
    async sample(db, ctx, { language }) {
      const sample = await loadLastSentRevision(db, language)
      const company = { ...(await loadCompany(db, ctx)), language }
      const options = { text: '', company, publicUrl: ctx.context.publicUrl }
      return (
        sample && {
          about: sample.number,
          make: () =>
            composeAnswerEmailToCompany(
              {
                quotation: sample.quotation,
                answered: createAcceptedSample(sample.revision, ctx.now),
                answer: 'accept',
                quantities: null,
              },
              options,
            ),
        }
      )
    },
  },
} satisfies Partial<EmailDefinitions>

const createAcceptedSample = (revision: Revision, now: number): Revision => ({
  ...revision,
  state: 'accepted',
  accepted_by: revision.accepted_by || revision.name,
  closed_at: revision.closed_at ?? now,
})

async function loadLastSentRevision(
  db: Database,
  language: Language,
): Promise<{ quotation: Quotation; revision: Revision; number: string } | null> {
  const row = await db
    .selectFrom('quotation_revision')
    .selectAll()
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const quotation = await getQuotation(db, row.quotation_id)
  return {
    quotation,
    revision: { ...parseRevision(row), language },
    number: formatNumber(quotation, row.revision) ?? '',
  }
}
