import type { Company } from '#content/company.ts'
import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { officeHref } from '#routes/office.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { SentFile } from '#platform/files/stored-files.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { findChoice, readChoices, type Choice } from './choices.ts'
import { createEnquiryLink } from './enquiry-link.ts'
import { choiceNames, type ChoiceName } from './limits.ts'
import { listLines, selectOfferedProducts, type Enquiry, type EnquiryLine } from './store.ts'
import { describePurpose, describeAmount, describeChoices, type ChosenValues } from './describe-line.ts'
import { describeFile } from './describe-file.ts'

type Fact = readonly [string, string]

/** The email to the company, with all data. Each enquiry line becomes one fact. */
export function composeEmailToCompany(
  enquiry: Enquiry,
  files: readonly SentFile[],
  recipient: Pick<Company, 'language'>,
  publicUrl: string,
): Email {
  const { code, company, name, email, phone, language, notes, lines } = enquiry
  const translator = translatorFor(recipient.language)
  const { t } = translator
  const lineFacts = lines.map((line, index): Fact => {
    return [`${index + 1}. ${line.product.name_en}`, describeLine(translator, line, 'value')]
  })
  return {
    kind: 'company_enquiry',
    subject: t('mail.enquiry_subject_company', { code, company }),
    paragraphs: [t('mail.enquiry_text_company', { name, company }), ...(notes ? [notes] : [])],
    facts: [
      ...lineFacts,
      ...listFileFacts(translator, files),
      [t('enquiry.email'), email],
      ...(phone ? [[t('enquiry.phone'), phone] as const] : []),
      [t('mail.language'), translatorFor(language).t('language.name')],
      [t('booking.success_reference'), code],
    ],
    links: [{ label: t('mail.company_view_enquiry'), url: publicUrl + officeHref('enquiry', code) }],
    about: `enquiry ${code}`,
  }
}

interface AcknowledgementOptions {
  files: readonly SentFile[]
  /** Whether the recipient is a member with a confirmed address. The email then links to the member's account. */
  isVerified: boolean
}

/**
 * Creates the acknowledgement to the sender. Its link leads members to their account, and gives everyone else access to
 * this enquiry.
 */
export async function createAcknowledgement(
  db: Database,
  ctx: Pick<RequestContext, 'now' | 'context'>,
  enquiry: Enquiry,
  { files, isVerified }: AcknowledgementOptions,
): Promise<Email> {
  const { code, language } = enquiry
  const link = isVerified
    ? ctx.context.publicUrl + inLanguage(href('dashboard'), language)
    : await createEnquiryLink(db, { ...ctx, language }, { enquiry: code })
  return {
    ...composeEmailToSender(enquiry, { files, isVerified, link }),
    ...(!isVerified && ({ secret: true } as const)),
  }
}

/**
 * Builds the acknowledgement. An email to an unverified address repeats the chosen options but none of the typed text.
 */
function composeEmailToSender(
  enquiry: Enquiry,
  { files, isVerified, link }: AcknowledgementOptions & { link: string },
): Email {
  const { code, name, language, lines } = enquiry
  const translator = translatorFor(language)
  const { t, count } = translator
  const lineFacts = lines.map((line): Fact => [line.product.name, describeLine(translator, line, 'name')])
  const chosenFacts: Fact[] = [
    [t('products.title'), lines.map(({ product }) => product.name).join(', ')],
    ...lines
      .map((line): Fact => [
        line.product.name,
        joinLines(
          describePurpose(translator, line.purpose),
          ...describeChoices(translator, listChosenTexts(line, 'name')),
        ),
      ])
      .filter(([, text]) => text !== ''),
    ...(files.length > 0 ? [[t('mail.files'), count('mail.files_count', files.length)] as const] : []),
  ]
  return {
    kind: 'enquiry_received',
    subject: t('mail.enquiry_subject', { code }),
    paragraphs: [composeGreeting(language, isVerified ? name : null), t('mail.enquiry_text')],
    facts: [
      [t('booking.success_reference'), code],
      ...(isVerified ? [...lineFacts, ...listFileFacts(translator, files)] : chosenFacts),
    ],
    links: [{ label: t('mail.enquiry_link'), url: link }],
    about: `enquiry ${code}`,
  }
}

/** Lists the attached files by name. */
export function listFileFacts(translator: ServerTranslator, files: readonly SentFile[]): Fact[] {
  if (files.length === 0) return []
  return [[translator.t('mail.files'), joinLines(...files.map((file) => describeFile(translator, file)))]]
}

/** Describes one line with all its data. The company gets the English values of the choices. */
function describeLine(translator: ServerTranslator, line: EnquiryLine, field: 'name' | 'value'): string {
  const amountText = describeAmount(translator, line, translator.t('mail.enquiry_no_quantity'))
  const { pantone, neededBy: needed_by, notes } = line
  return joinLines(
    amountText,
    ...describeChoices(translator, listChosenTexts(line, field), { pantone, needed_by }),
    notes,
  )
}

const listChosenTexts = ({ chosen }: EnquiryLine, field: 'name' | 'value'): ChosenValues =>
  Object.fromEntries(choiceNames.map((name) => [name, chosen[name].map((choice) => choice[field])]))

const joinLines = (...texts: string[]) => texts.filter(Boolean).join('\n')

export const enquiryEmails = {
  enquiry_received: {
    texts: ['mail.enquiry_subject', 'mail.enquiry_text', 'mail.enquiry_link'],
    async sample(db, { context }, { language, code }) {
      const enquiry = await loadEnquiry(db, code, language)
      const options = { files: [], isVerified: true, link: context.publicUrl }
      return enquiry && { about: enquiry.code, make: () => composeEmailToSender(enquiry, options) }
    },
    async rewrite(db, ctx, about) {
      const enquiry = await loadEnquiry(db, about.replace('enquiry ', ''))
      if (!enquiry) return null
      const email = await createAcknowledgement(db, ctx, enquiry, { files: enquiry.files, isVerified: false })
      return { to: enquiry.email, language: enquiry.language, email }
    },
  },
  company_enquiry: {
    texts: ['mail.enquiry_subject_company', 'mail.enquiry_text_company', 'mail.company_view_enquiry'],
    async sample(db, { context }, { language, code }) {
      const enquiry = await loadEnquiry(db, code, language)
      return (
        enquiry && {
          about: enquiry.code,
          make: () => composeEmailToCompany(enquiry, [], { language }, context.publicUrl),
        }
      )
    },
  },
} satisfies Partial<EmailDefinitions>

/**
 * Loads an enquiry, or the last one if `code` is null, with the current product names. Its default language is that of
 * the sender.
 */
async function loadEnquiry(
  db: Database,
  code: string | null,
  requestedLanguage?: Language,
): Promise<(Enquiry & { files: SentFile[] }) | null> {
  const row = await db
    .selectFrom('enquiry')
    .selectAll()
    .$if(code !== null, (query) => query.where('code', '=', code!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const language = requestedLanguage ?? (row.language as Language)
  const products = new Map(
    (await selectOfferedProducts(db, language).execute()).map((product) => [product.id, product]),
  )
  const lines = (await listLines(db, [row.id])).flatMap(({ product_id, needed_by, chosen, ...line }) => {
    const product = products.get(product_id ?? 0)
    if (!product) return []
    const offeredChoices = readChoices(product)
    const choices = choiceNames.map((name) => [
      name,
      (chosen[name] ?? []).map((value) => findChoice(offeredChoices, name, value, language) ?? { name: value, value }),
    ])
    return [
      { ...line, product, neededBy: needed_by, chosen: Object.fromEntries(choices) as Record<ChoiceName, Choice[]> },
    ]
  })
  const files = await db
    .selectFrom('attachment')
    .select(['id', 'name', 'type', 'bytes', 'sha256'])
    .where('enquiry_id', '=', row.id)
    .where('entry_id', 'is', null)
    .orderBy('position')
    .execute()
  return { ...row, language, lines, files }
}
