import { roomNameOf } from '../bookings/presenter.ts'
import { remainingAmount } from '../bookings/balance.ts'
import { companyOf, pickTranslation } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { createPdf, MUTED, TEAL } from '#platform/files/pdf.ts'
import { isoDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { Bill, BilledRoom } from './bill.ts'

/** Creates the bill as a PDF in the guest's language, without reversed charges and payments. */
export async function billPdf(
  db: Database,
  ctx: RequestContext,
  bill: Bill,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, money, day, moment: formatTime } = translator
  const { stay, charges, payments } = bill
  const company = await companyOf(db, ctx)
  const formatPoisha = (poisha: number) => money(poishaToBdt(poisha))
  const propertyName = pickTranslation(company.houseName, language)
  const title = t('bill.for', { code: stay.code })
  const sheet = await createPdf(language, title, propertyName)

  sheet.rule(TEAL, 5)
  sheet.say('H1', propertyName, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  sheet.say('P', [pickTranslation(company.name, language), pickTranslation(company.address, language)].join(' · '))
  sheet.say(
    'P',
    [company.email, company.telephone, company.taxNumber && `BIN ${company.taxNumber}`].filter(Boolean).join(' · '),
  )
  sheet.say('H2', title, { face: 'heading', size: 15, colour: TEAL, before: 14, after: 4 })
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
        day(isoDay(room.booking.check_in), 'short'),
        `${roomNameOf(room.booking, language)}: ${formatNights(room)}`,
        formatPoisha(room.totalPoisha),
      ]),
      ...charges
        .filter(({ takenBack }) => takenBack === null)
        .map((charge) => [
          day(isoDay(charge.day), 'short'),
          charge.quantity === 1
            ? charge.name[language]
            : `${translator.number(charge.quantity)} × ${charge.name[language]}`,
          formatPoisha(charge.totalPoisha),
        ]),
    ],
    9.5,
  )
  sheet.gap(8)
  sheet.lines([
    [t('bill.total_of'), formatPoisha(bill.costsPoisha)],
    [t('bill.vat_in'), formatPoisha(bill.vatPoisha)],
    ...(bill.servicePoisha === 0 ? [] : [[t('bill.service_in'), formatPoisha(bill.servicePoisha)] as const]),
  ])
  const received = payments.filter(({ takenBack }) => takenBack === null)
  if (received.length > 0) {
    sheet.say('H3', t('bill.received'), { face: 'strong', size: 11, before: 14, after: 4 })
    sheet.lines(
      received.map(({ day: paidOn, method, reference, amountPoisha }) => [
        [day(isoDay(paidOn), 'short'), t(`bill.method_${method}`), reference].filter(Boolean).join(', '),
        formatPoisha(amountPoisha),
      ]),
    )
  }
  sheet.say('P', formatBalance(), { face: 'strong', size: 12, before: 12, after: 12 })
  sheet.say('P', t('bill.no_invoice'), { size: 8.5, colour: MUTED })
  return sheet.bytes()

  function formatNights({ booking, isOver, nights }: BilledRoom): string {
    if (isOver) return t('bill.cancelled_or_no_show')
    return t('bill.nights_at', {
      nights: translator.count('rooms.nights', nights.length),
      from: day(isoDay(booking.check_in), 'short'),
      to: day(isoDay(booking.check_out), 'short'),
    })
  }

  function formatBalance(): string {
    const balance = remainingAmount(bill)
    if (balance === 0) return t('bill.settled')
    return `${t(balance > 0 ? 'bill.balance_due' : 'bill.to_refund')}: ${formatPoisha(Math.abs(balance))}`
  }
}
