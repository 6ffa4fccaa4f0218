import type { Company } from '../content/company.ts'
import { greeting } from '../messages/greeting.ts'
import type { Letter } from '../messages/letter.ts'
import { officeHref } from '../urls-office.ts'
import { wordsIn } from '../words/both.ts'
import type { Enquiry } from './store.ts'

/** Everything, for whoever answers it. */
export function letterToCompany(
  { code, company, name, email, phone, language, notes, lines }: Enquiry,
  { language: ours }: Company,
  publicUrl: string,
): Letter {
  const { t } = wordsIn(ours)
  const about = lines.map(
    ({ product, quantity, notes: wish }, index) =>
      [
        `${index + 1}. ${product.name_en}`,
        [quantity || t('mail.enquiry_no_quantity'), wish].filter(Boolean).join('\n'),
      ] as const,
  )
  return {
    subject: t('mail.enquiry_subject_company', { code, company }),
    paragraphs: [t('mail.enquiry_text_company', { name, company }), ...(notes ? [notes] : [])],
    facts: [
      ...about,
      [t('enquiry.email'), email],
      ...(phone ? [[t('enquiry.phone'), phone] as const] : []),
      [t('mail.language'), wordsIn(language).t('language.name')],
      [t('booking.success_reference'), code],
    ],
    links: [{ label: t('mail.company_see_enquiry'), url: publicUrl + officeHref('enquiry', code) }],
  }
}

/** At once. To an address that is not known to be the sender's it says nothing of what was typed, only what was chosen. */
export function letterToSender({ code, name, language, lines }: Enquiry, isKnown: boolean): Letter {
  const { t } = wordsIn(language)
  const withQuantities = lines.map(
    ({ product, quantity }) => [product.name, quantity || t('mail.enquiry_no_quantity')] as const,
  )
  const chosen = [t('products.title'), lines.map(({ product }) => product.name).join(', ')] as const
  return {
    subject: t('mail.enquiry_subject', { code }),
    paragraphs: [greeting(language, isKnown ? name : null), t('mail.enquiry_text')],
    facts: [[t('booking.success_reference'), code], ...(isKnown ? withQuantities : [chosen])],
  }
}
