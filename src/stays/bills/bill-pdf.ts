import { formatRoomWithPackage } from '../bookings/wishes/present-wishes.ts'
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
  const { taka } = createAmountFormatters(language)
  const owner = [pickTranslation(company.name, language), pickTranslation(company.address, language)].join(' · ')
  const letterhead = {
    name: pickTranslation(company.houseName, language),
    details: [owner, formatContactLine(company)],
  }
  const sheet = await startPdfDocument(language, letterhead, {
    title: t('bill.for', { code: stay.code }),
    note: t('bill.no_invoice'),
  })
  sheet.lines([
    [t('bill.guest'), stay.name],
    [t('bill.issued_on'), formatTime(new Date(ctx.now))],
  ])
  sheet.gap(12)
  sheet.table(
    [
      { head: t('bill.date'), share: 24 },
      { head: t('bill.what'), share: 56 },
      { head: t('bill.amount'), share: 20, isFigure: true },
    ],
    [
      ...bill.rooms.map((room) => [
        day(isoDay(room.booking.check_in)),
        `${formatRoomWithPackage(room.booking, language)}: ${formatNights(room)}`,
        taka(room.totalPoisha),
      ]),
      ...charges
        .filter(({ reversal }) => reversal === null)
        .map((charge) => [
          day(isoDay(charge.day)),
          charge.quantity === 1
            ? charge.name[language]
            : `${translator.number(charge.quantity)} × ${charge.name[language]}`,
          charge.totalPoisha === 0 ? t('bill.included') : taka(charge.totalPoisha),
        ]),
    ],
    9.5,
  )
  sheet.gap(8)
  sheet.sums([
    { name: t('bill.vat_in'), amount: taka(bill.vatPoisha) },
    ...(bill.servicePoisha === 0 ? [] : [{ name: t('bill.service_in'), amount: taka(bill.servicePoisha) }]),
    { name: t('bill.total_of'), amount: taka(bill.costsPoisha), isTotal: true },
  ])
  const activePayments = payments.filter(({ reversal }) => reversal === null)
  writePayments(sheet, activePayments, language)
  sheet.gap(8)
  const balance = getRemainingAmount(bill)
  sheet.sums([
    { name: t(balance < 0 ? 'bill.to_refund' : 'bill.balance_due'), amount: taka(Math.abs(balance)), isTotal: true },
  ])
  return sheet.bytes()

  function formatNights({ booking, isOver, nights }: BilledRoom): string {
    if (isOver) return t('bill.cancelled_or_no_show')
    return t('bill.nights_at', {
      nights: translator.count('rooms.nights', nights.length),
      from: day(isoDay(booking.check_in), 'short'),
      to: day(isoDay(booking.check_out), 'short'),
    })
  }
}
