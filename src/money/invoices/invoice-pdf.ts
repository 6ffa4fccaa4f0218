import { createAmountFormatters, startPdfDocument, writePayments } from '#stays/bills/paper.ts'
import type { Language } from '#routes/public.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'
import { listVatRows, writeInvoiceLines } from './invoice-table.ts'
import { formatInvoiceNumber } from './number.ts'
import type { Invoice } from './store.ts'

/**
 * Renders an invoice or a credit note with the fields that the revenue board requires for a tax invoice (Mushak 6.3).
 * The content is stored at issue.
 */
export async function renderInvoicePdf(invoice: Invoice, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, moment } = translator
  const { taka } = createAmountFormatters(language)
  const { content, kind } = invoice
  const { seller, buyer, lines, payments } = content
  const isNote = kind === 'credit note'
  const letterhead = {
    name: seller.name[language],
    details: [[seller.address[language], seller.bin && `BIN ${seller.bin}`].filter(Boolean).join(' · ')],
  }
  const pdf = await startPdfDocument(language, letterhead, {
    title: `${t(isNote ? 'invoice.credit_note' : 'invoice.one')} ${formatInvoiceNumber(invoice)}`,
    note: t(isNote ? 'invoice.form_note' : 'invoice.form'),
  })
  pdf.lines([
    [t('invoice.issued'), moment(new Date(invoice.at))],
    [t('invoice.credits'), content.credits],
    [t('invoice.reason'), content.reason],
    [t('invoice.buyer'), buyer.name],
    [t('invoice.buyer_bin'), buyer.bin],
    [t('invoice.buyer_address'), buyer.address],
    [t('receipt.booking'), invoice.stay_code],
  ])
  pdf.gap(10)
  writeInvoiceLines(pdf, lines, translator)
  pdf.gap(8)
  pdf.sums([
    ...listVatRows(lines, translator),
    {
      name: t(isNote ? 'invoice.total_credited' : 'invoice.total'),
      amount: taka(invoice.total_poisha),
      isTotal: true,
    },
  ])
  pdf.gap(6)
  pdf.lines([[t('invoice.in_words'), spellAmount(invoice.total_poisha, language)]])
  writePayments(
    pdf,
    payments.map(({ amount_poisha, ...payment }) => ({ ...payment, amountPoisha: amount_poisha })),
    language,
  )
  pdf.write('P', t('invoice.signed', { by: content.issued_by[language] || seller.name[language] }), { before: 16 })
  return pdf.bytes()
}
