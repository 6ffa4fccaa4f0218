import { pickTranslation, type Company } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import { createPdf, MUTED_COLOUR, TEAL } from '#platform/files/pdf.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import { translatorFor } from '#locales/both.ts'

/* Shared parts of the financial documents, such as bills, receipts and invoices. */

export type PdfDocument = Awaited<ReturnType<typeof createPdf>>

interface Letterhead {
  name: string
  /** Lines below the name. Empty ones are left out. */
  details: readonly string[]
}

/** Starts a document with the letterhead, the title and the kind of document. */
export async function startPdfDocument(
  language: Language,
  { name, details }: Letterhead,
  { title, note }: { title: string; note: string },
): Promise<PdfDocument> {
  const { t } = translatorFor(language)
  const pdf = await createPdf(language, title, name, {
    foot: (page, pages) => `${title} · ${t('quotation.page', { page, pages })}`,
  })
  pdf.rule(TEAL, 5)
  pdf.write('H1', name, { font: 'heading', size: 18, colour: TEAL, after: 2 })
  for (const detail of details) if (detail !== '') pdf.write('P', detail)
  pdf.write('H2', title, { font: 'heading', size: 15, colour: TEAL, before: 14, after: 1 })
  pdf.write('P', note, { size: 8.5, colour: MUTED_COLOUR, after: 5 })
  return pdf
}

/** The company under its legal name, with its address, contact details and BIN. */
export const getLetterhead = (company: Company, language: Language): Letterhead => ({
  name: pickTranslation(company.legalName ?? company.name, language),
  details: [pickTranslation(company.address, language), formatContactLine(company)],
})

export const formatContactLine = ({ email, telephone, taxNumber }: Company): string =>
  [email, telephone, taxNumber && `BIN ${taxNumber}`].filter(Boolean).join(' · ')

/** Formats the amounts of a document with two decimals, so that they align. */
export function createAmountFormatters(language: Language) {
  const format = new Intl.NumberFormat(language === 'bn' ? 'bn-BD' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  /** Without the currency, for columns of amounts. */
  const formatFigure = (poisha: number) => format.format(poishaToBdt(poisha))
  const formatTaka = (poisha: number) => (language === 'bn' ? '৳\u00a0' : 'BDT\u00a0') + formatFigure(poisha)
  return { figure: formatFigure, taka: formatTaka }
}

interface DocumentPayment {
  day: number
  method: PaymentMethod
  reference: string
  amountPoisha: number
}

/** Writes the payments of a stay, if there are any. A refund is negative. */
export function writePayments(pdf: PdfDocument, payments: readonly DocumentPayment[], language: Language): void {
  if (payments.length === 0) return
  const { t, day } = translatorFor(language)
  const { taka: formatTaka } = createAmountFormatters(language)
  pdf.write('H3', t('bill.received'), { font: 'strong', size: 11, before: 12, after: 4 })
  pdf.table(
    [
      { head: t('bill.date'), share: 20 },
      { head: t('bill.method'), share: 58 },
      { head: t('bill.amount'), share: 22, isFigure: true },
    ],
    payments.map((payment) => [
      day(isoDay(payment.day)),
      [t(`bill.method_${payment.method}`), payment.reference].filter(Boolean).join(', '),
      formatTaka(payment.amountPoisha),
    ]),
    9,
  )
}
