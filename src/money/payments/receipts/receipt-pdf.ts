import { getLetterhead, createAmountFormatters, startPdfDocument } from '#stays/bills/paper.ts'
import { formatReceiptNumber } from '#stays/bills/receipt-number.ts'
import { formatRoomWithPackage } from '#stays/bookings/preferences/preference-views.ts'
import { isoDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import { formatMeans } from '../means.ts'
import type { StayReceipt } from './receipt.ts'

/** Renders the receipt of a payment or a refund, with the balance of the stay before and after it. */
export async function renderReceiptPdf(receipt: StayReceipt, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const { payment, company, stay, payer, recordedBy, costsPoisha, paidBeforePoisha } = receipt
  const translator = translatorFor(language)
  const { t, moment } = translator
  const { taka } = createAmountFormatters(language)
  const isRefund = payment.amount_poisha < 0
  const amountPoisha = Math.abs(payment.amount_poisha)
  const balancePoisha = costsPoisha - paidBeforePoisha - payment.amount_poisha
  const pdf = await startPdfDocument(language, getLetterhead(company, language), {
    title: `${t(isRefund ? 'receipt.refund' : 'receipt.one')} ${formatReceiptNumber(payment.id)}`,
    note: t(isRefund ? 'receipt.refund_note' : 'receipt.note'),
  })
  const dateText = formatDateList(translator, isoDay(stay.check_in), isoDay(stay.check_out))
  pdf.lines([
    [t('receipt.date'), moment(new Date(payment.at))],
    [t(isRefund ? 'receipt.payee' : 'receipt.payer'), payer.name],
    [t('summary.invoice_bin'), payer.bin],
    [t('summary.invoice_address'), payer.address],
    [t('receipt.booking'), stay.code],
    [t('receipt.stay'), `${formatRoomWithPackage(stay, language)}, ${dateText}`],
    [
      t('bill.method'),
      [t(`bill.method_${payment.method}`), formatMeans(receipt.means, translator)].filter(Boolean).join(', '),
    ],
    [t('receipt.reference'), payment.reference],
    [t('invoice.reason'), payment.reason],
    [t('receipt.status'), receipt.isPending ? t('receipt.refund_on_its_way') : ''],
    [t('receipt.recorded_by'), recordedBy ?? ''],
  ])
  pdf.gap(12)
  pdf.sums([
    { name: t('receipt.total'), amount: taka(costsPoisha) },
    { name: t('mail.paid_before'), amount: taka(paidBeforePoisha) },
    { name: t(isRefund ? 'receipt.refunded_now' : 'mail.paid_now'), amount: taka(amountPoisha), isTotal: true },
    {
      name: t(balancePoisha < 0 ? 'bill.to_refund' : 'bill.balance_due'),
      amount: taka(Math.abs(balancePoisha)),
    },
  ])
  pdf.gap(6)
  pdf.lines([[t('invoice.in_words'), spellAmount(amountPoisha, language)]])
  return pdf.bytes()
}
