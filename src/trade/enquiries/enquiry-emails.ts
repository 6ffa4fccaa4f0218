import type { Company } from '#content/company.ts'
import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { officeHref } from '#routes/office.ts'
import type { SentFile } from '#platform/files/sent-files.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { choiceNames } from './limits.ts'
import type { Enquiry, EnquiryLine } from './store.ts'
import { fileSaid, forWhat, howMuch, wishes, type Chosen } from './labels.ts'

type Fact = readonly [string, string]

/** The email to the company, with all data. Each enquiry line becomes one fact. */
export function emailToCompany(
  enquiry: Enquiry,
  files: readonly SentFile[],
  us: Pick<Company, 'language'>,
  publicUrl: string,
): Email {
  const { code, company, name, email, phone, language, notes, lines } = enquiry
  const words = translatorFor(us.language)
  const { t } = words
  const about = lines.map((line, index): Fact => {
    return [`${index + 1}. ${line.product.name_en}`, asked(words, line, 'value')]
  })
  return {
    kind: 'company_enquiry',
    subject: t('mail.enquiry_subject_company', { code, company }),
    paragraphs: [t('mail.enquiry_text_company', { name, company }), ...(notes ? [notes] : [])],
    facts: [
      ...about,
      ...factOfFiles(words, files),
      [t('enquiry.email'), email],
      ...(phone ? [[t('enquiry.phone'), phone] as const] : []),
      [t('mail.language'), translatorFor(language).t('language.name')],
      [t('booking.success_reference'), code],
    ],
    links: [{ label: t('mail.company_see_enquiry'), url: publicUrl + officeHref('enquiry', code) }],
    about: `enquiry ${code}`,
  }
}

/**
 * The acknowledgement to the sender. An email to an unverified address repeats the chosen options but none of the typed
 * text.
 */
export function emailToSender(enquiry: Enquiry, files: readonly SentFile[], isKnown: boolean): Email {
  const { code, name, language, lines } = enquiry
  const words = translatorFor(language)
  const { t, count } = words
  const all = lines.map((line): Fact => [line.product.name, asked(words, line, 'name')])
  const chosen: Fact[] = [
    [t('products.title'), lines.map(({ product }) => product.name).join(', ')],
    ...lines
      .map((line): Fact => [
        line.product.name,
        linesOf(forWhat(words, line.purpose), ...wishes(words, chosenOf(line, 'name'), null)),
      ])
      .filter(([, said]) => said !== ''),
    ...(files.length > 0 ? [[t('mail.files'), count('mail.files_count', files.length)] as const] : []),
  ]
  return {
    kind: 'enquiry_received',
    subject: t('mail.enquiry_subject', { code }),
    paragraphs: [greeting(language, isKnown ? name : null), t('mail.enquiry_text')],
    facts: [[t('booking.success_reference'), code], ...(isKnown ? [...all, ...factOfFiles(words, files)] : chosen)],
    about: `enquiry ${code}`,
  }
}

/**
 * Lists the attached files by name. The files themselves are available only to staff and to the member who sent them.
 */
export function factOfFiles(translator: ServerTranslator, files: readonly SentFile[]): Fact[] {
  if (files.length === 0) return []
  return [[translator.t('mail.files'), linesOf(...files.map((file) => fileSaid(translator, file)))]]
}

/** Describes one line with all its data. The company gets the English values of the choices. */
function asked(translator: ServerTranslator, line: EnquiryLine, as: 'name' | 'value'): string {
  const howMany = howMuch(translator, line, translator.t('mail.enquiry_no_quantity'))
  return linesOf(howMany, ...wishes(translator, chosenOf(line, as), line.neededBy), line.notes)
}

const chosenOf = ({ chosen }: EnquiryLine, as: 'name' | 'value'): Chosen =>
  Object.fromEntries(choiceNames.map((name) => [name, chosen[name].map((each) => each[as])]))

const linesOf = (...said: string[]) => said.filter(Boolean).join('\n')
