import { getLetterhead, createAmountFormatters, startPdfDocument } from '#stays/bills/paper.ts'
import { formatGuests } from '#stays/availability/format-guests.ts'
import { formatPaymentDue } from '#stays/bookings/stay-views.ts'
import { formatRoomWithPackage } from '#stays/bookings/preferences/preference-views.ts'
import { pickTranslation } from '#content/company.ts'
import { isoDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { spellAmount } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import { listVatRows, writeInvoiceLines } from './invoice-table.ts'
import { sumLines } from './lines.ts'
import type { Proforma } from './proforma.ts'

/**
 * Renders a proforma: the stay line by line with its taxes, the amount due with its deadline, and the payment methods.
 */
export async function renderProformaPdf(proforma: Proforma, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const { company, stay, buyer, lines, paidPoisha, duePoisha, payablePoisha } = proforma
  const translator = translatorFor(language)
  const { t, moment } = translator
  const { taka } = createAmountFormatters(language)
  const pdf = await startPdfDocument(language, getLetterhead(company, language), {
    title: `${t('proforma.one')} ${stay.code}`,
    note: t('proforma.note'),
  })
  const dateText = formatDateList(translator, isoDay(stay.check_in), isoDay(stay.check_out))
  pdf.lines([
    [t('invoice.issued'), moment(new Date(proforma.at))],
    [t('invoice.buyer'), buyer.name],
    [t('invoice.buyer_bin'), buyer.bin],
    [t('invoice.buyer_address'), buyer.address],
    [t('receipt.stay'), `${formatRoomWithPackage(stay, language)}, ${dateText}`],
    [t('room.guests'), formatGuests({ adult: stay.adults, child: stay.children }, translator)],
  ])
  pdf.gap(10)
  writeInvoiceLines(pdf, lines, translator)
  pdf.gap(8)
  const isDeposit = payablePoisha > 0 && payablePoisha < duePoisha
  pdf.sums([
    ...listVatRows(lines, translator),
    { name: t('invoice.total'), amount: taka(sumLines(lines).total_poisha) },
    { name: t('mail.paid_so_far'), amount: taka(paidPoisha) },
    { name: t('summary.due'), amount: taka(duePoisha), isTotal: true },
    ...(isDeposit ? [{ name: t('proforma.deposit'), amount: taka(payablePoisha) }] : []),
  ])
  pdf.gap(6)
  const dueText = formatPaymentDue(stay, { language, now: proforma.at })
  pdf.lines([
    [t('invoice.in_words'), spellAmount(duePoisha, language)],
    [t('proforma.terms'), dueText ?? t('proforma.after_answer')],
    [t('room.payment'), listPaymentMethods().join(', ')],
    [t('proforma.bank'), company.bankDetails ? pickTranslation(company.bankDetails, language) : ''],
  ])
  return pdf.bytes()

  function listPaymentMethods(): string[] {
    const paymentOptions = [t('room.pay_cash'), t('room.pay_card'), t('room.pay_wallet'), t('room.pay_bank')]
    return proforma.acceptsOnline ? [t('bill.method_online'), ...paymentOptions] : paymentOptions
  }
}
