import { formatRoomWithPackage } from '../bookings/preferences/preference-views.ts'
import { getRemainingAmount } from '../bookings/balance.ts'
import { loadCompany, pickTranslation } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { Bill, BilledRoom } from './bill.ts'
import { formatContactLine, createAmountFormatters, startPdfDocument, writePayments } from './paper.ts'

/** Creates the bill as a PDF in the guest's language, without reversed charges and payments. */
export async function renderBillPdf(
  db: Database,
  ctx: RequestContext,
  bill: Bill,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, day, moment: formatTime } = translator
  const { stay, charges, payments } = bill
  const company = await loadCompany(db, ctx)
  const { taka: formatTaka } = createAmountFormatters(language)
  const companyLine = [pickTranslation(company.name, language), pickTranslation(company.address, language)].join(' · ')
  const letterhead = {
    name: pickTranslation(company.houseName, language),
    details: [companyLine, formatContactLine(company)],
  }
  const pdf = await startPdfDocument(language, letterhead, {
    title: t('bill.for', { code: stay.code }),
    note: t('bill.no_invoice'),
  })
  pdf.lines([
    [t('bill.guest'), stay.name],
    [t('bill.issued_on'), formatTime(new Date(ctx.now))],
  ])
  pdf.gap(12)
  pdf.table(
    [
      { head: t('bill.date'), share: 24 },
      { head: t('bill.what'), share: 56 },
      { head: t('bill.amount'), share: 20, isFigure: true },
    ],
    [
      ...bill.rooms.map((room) => [
        day(isoDay(room.booking.check_in)),
        `${formatRoomWithPackage(room.booking, language)}: ${formatNights(room)}`,
        formatTaka(room.totalPoisha),
      ]),
      ...charges
        .filter(({ reversal }) => reversal === null)
        .map((charge) => [
          day(isoDay(charge.day)),
          charge.quantity === 1
            ? charge.name[language]
            : `${translator.number(charge.quantity)} × ${charge.name[language]}`,
          charge.totalPoisha === 0 ? t('bill.included') : formatTaka(charge.totalPoisha),
        ]),
    ],
    9.5,
  )
  pdf.gap(8)
  pdf.sums([
    { name: t('bill.vat_in'), amount: formatTaka(bill.vatPoisha) },
    ...(bill.servicePoisha === 0 ? [] : [{ name: t('bill.service_in'), amount: formatTaka(bill.servicePoisha) }]),
    { name: t('bill.total_of'), amount: formatTaka(bill.costsPoisha), isTotal: true },
  ])
  const activePayments = payments.filter(({ reversal }) => reversal === null)
  writePayments(pdf, activePayments, language)
  pdf.gap(8)
  const remainingPoisha = getRemainingAmount(bill)
  pdf.sums([
    {
      name: t(remainingPoisha < 0 ? 'bill.to_refund' : 'bill.balance_due'),
      amount: formatTaka(Math.abs(remainingPoisha)),
      isTotal: true,
    },
  ])
  return pdf.bytes()

  function formatNights({ booking, isOver, nights }: BilledRoom): string {
    if (isOver) return t('bill.cancelled_or_no_show')
    return t('bill.nights_at', {
      nights: translator.count('rooms.nights', nights.length),
      from: day(isoDay(booking.check_in), 'short'),
      to: day(isoDay(booking.check_out), 'short'),
    })
  }
}
