import { roomNameOf } from '../bookings/presenter.ts'
import { stillOwed } from '../bookings/owed.ts'
import { companyOf, inTheirLanguage } from '#content/company.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { pdfSheet, QUIET, TEAL } from '#platform/files/pdf-sheet.ts'
import { isoDay } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
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
  const words = translatorFor(language)
  const { t, money, day, moment } = words
  const { stay, charges, payments } = bill
  const company = await companyOf(db, ctx)
  const said = (poisha: number) => money(bdtOf(poisha))
  const house = inTheirLanguage(company.houseName, language)
  const title = t('bill.for', { code: stay.code })
  const paper = await pdfSheet(language, title, house)

  paper.rule(TEAL, 5)
  paper.say('H1', house, { face: 'heading', size: 20, colour: TEAL, after: 2 })
  paper.say('P', [inTheirLanguage(company.name, language), inTheirLanguage(company.address, language)].join(' · '))
  paper.say(
    'P',
    [company.email, company.telephone, company.taxNumber && `BIN ${company.taxNumber}`].filter(Boolean).join(' · '),
  )
  paper.say('H2', title, { face: 'heading', size: 15, colour: TEAL, before: 14, after: 4 })
  paper.lines([
    [t('bill.guest'), stay.name],
    [t('bill.made'), moment(new Date(ctx.now))],
  ])
  paper.gap(12)
  paper.table(
    [
      { head: t('bill.when'), share: 24 },
      { head: t('bill.what'), share: 56 },
      { head: t('bill.amount'), share: 20, isFigure: true },
    ],
    [
      ...bill.rooms.map((room) => [
        day(isoDay(room.booking.check_in), 'short'),
        `${roomNameOf(room.booking, language)}: ${nightsSaid(room)}`,
        said(room.totalPoisha),
      ]),
      ...charges
        .filter(({ takenBack }) => takenBack === null)
        .map((charge) => [
          day(isoDay(charge.day), 'short'),
          charge.quantity === 1 ? charge.name[language] : `${words.number(charge.quantity)} × ${charge.name[language]}`,
          said(charge.totalPoisha),
        ]),
    ],
    9.5,
  )
  paper.gap(8)
  paper.lines([
    [t('bill.total_of'), said(bill.costsPoisha)],
    [t('bill.vat_in'), said(bill.vatPoisha)],
    ...(bill.servicePoisha === 0 ? [] : [[t('bill.service_in'), said(bill.servicePoisha)] as const]),
  ])
  const received = payments.filter(({ takenBack }) => takenBack === null)
  if (received.length > 0) {
    paper.say('H3', t('bill.received'), { face: 'strong', size: 11, before: 14, after: 4 })
    paper.lines(
      received.map(({ day: paidOn, method, reference, amountPoisha }) => [
        [day(isoDay(paidOn), 'short'), t(`bill.method_${method}`), reference].filter(Boolean).join(', '),
        said(amountPoisha),
      ]),
    )
  }
  paper.say('P', owedSaid(), { face: 'strong', size: 12, before: 12, after: 12 })
  paper.say('P', t('bill.no_invoice'), { size: 8.5, colour: QUIET })
  return paper.bytes()

  function nightsSaid({ booking, isOver, nights }: BilledRoom): string {
    if (isOver) return t('bill.given_back')
    return t('bill.nights_at', {
      nights: words.count('rooms.nights', nights.length),
      from: day(isoDay(booking.check_in), 'short'),
      to: day(isoDay(booking.check_out), 'short'),
    })
  }

  function owedSaid(): string {
    const owed = stillOwed(bill)
    if (owed === 0) return t('bill.settled')
    return `${t(owed > 0 ? 'bill.still_owed' : 'bill.to_give_back')}: ${said(Math.abs(owed))}`
  }
}
