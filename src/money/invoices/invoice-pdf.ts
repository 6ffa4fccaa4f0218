import { isoDay } from '#platform/day.ts'
import { createPdf, MUTED, TEAL } from '#platform/files/pdf.ts'
import { basisPointsToPercent, poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import { amountInWords } from '#locales/amount-in-words.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'
import { sumLines, type InvoiceLine, type Sums } from './lines.ts'
import { formatInvoiceNumber } from './number.ts'
import type { Invoice } from './store.ts'

/**
 * Renders an invoice or a credit note with the fields that the revenue board requires for a tax invoice (Mushak 6.3).
 * All content is stored at issue, so each rendering is the same.
 */
export async function invoicePdf(invoice: Invoice, language: Language): Promise<Uint8Array<ArrayBuffer>> {
  const translator = translatorFor(language)
  const { t, money, day, moment, number } = translator
  const { content, kind } = invoice
  const { seller, buyer, lines, payments } = content
  const isNote = kind === 'credit note'
  const title = `${t(isNote ? 'invoice.credit_note' : 'invoice.one')} ${formatInvoiceNumber(invoice)}`
  const paper = await createPdf(language, title, seller.name[language], {
    isWide: true,
    foot: (page, pages) => `${title} · ${t('quotation.page', { page, pages })}`,
  })
  const figures = new Intl.NumberFormat(language === 'bn' ? 'bn-BD' : 'en-GB', { minimumFractionDigits: 2 })
  const taka = (poisha: number) => figures.format(poishaToBdt(poisha))
  const percent = (basisPoints: number) => t('settings.vat_is', { percent: number(basisPointsToPercent(basisPoints)) })

  paper.rule(TEAL, 5)
  paper.say('H1', seller.name[language], { face: 'heading', size: 16, colour: TEAL, after: 1 })
  paper.say('P', [seller.address[language], seller.bin && `BIN ${seller.bin}`].filter(Boolean).join(' · '))
  paper.say('H2', title, { face: 'heading', size: 13, colour: TEAL, before: 6, after: 1 })
  paper.say('P', t(isNote ? 'invoice.form_note' : 'invoice.form'), { size: 8, colour: MUTED, after: 3 })
  paper.lines([
    [t('invoice.issued'), moment(new Date(invoice.at))],
    ...(isNote
      ? ([
          [t('invoice.credits'), content.credits],
          [t('invoice.reason'), content.reason],
        ] as const)
      : []),
    [t('invoice.buyer'), buyer.name],
    [t('invoice.buyer_bin'), buyer.bin || '–'],
    [t('invoice.buyer_address'), buyer.address || '–'],
    [t('booking.success_reference'), invoice.stay_code],
  ])
  paper.gap(6)
  paper.table(
    [
      { head: t('invoice.line'), share: 4 },
      { head: t('invoice.what'), share: 25 },
      { head: t('invoice.unit'), share: 7 },
      { head: t('invoice.quantity'), share: 6, isFigure: true },
      { head: t('invoice.each'), share: 10, isFigure: true },
      { head: t('invoice.net'), share: 11, isFigure: true },
      { head: t('invoice.service'), share: 10, isFigure: true },
      { head: t('invoice.duty'), share: 8, isFigure: true },
      { head: t('invoice.vat_rate'), share: 6, isFigure: true },
      { head: t('invoice.vat'), share: 10, isFigure: true },
      { head: t('invoice.total'), share: 12, isFigure: true },
    ],
    [
      ...lines.map((line, index) => [
        number(index + 1),
        describeLine(line),
        t(`invoice.unit_${line.what}`),
        number(line.quantity),
        taka(Math.round((line.total_poisha - line.vat_poisha) / line.quantity)),
        ...amounts(sumLines([line]), percent(line.vat_basis_points)),
      ]),
      [EMPTY_CELL, t('invoice.month_total'), EMPTY_CELL, EMPTY_CELL, EMPTY_CELL, ...amounts(invoice, EMPTY_CELL)],
    ],
    8,
  )
  paper.gap(6)
  paper.lines([
    ...vatByRate(lines).map(
      ([rate, poisha]) =>
        [t('invoice.vat_at', { percent: number(basisPointsToPercent(rate)) }), money(poishaToBdt(poisha))] as const,
    ),
    [t(isNote ? 'invoice.total_credited' : 'invoice.total'), money(poishaToBdt(invoice.total_poisha))],
    [t('invoice.in_words'), amountInWords(invoice.total_poisha, language)],
  ])
  if (payments.length > 0) {
    paper.say('H3', t('invoice.received'), { face: 'strong', size: 11, before: 10, after: 4 })
    paper.lines(
      payments.map(({ day: paidOn, method, reference, amount_poisha }) => [
        [day(isoDay(paidOn), 'short'), t(`bill.method_${method}`), reference].filter(Boolean).join(', '),
        money(poishaToBdt(amount_poisha)),
      ]),
    )
  }
  const { [language]: signer } = content.issued_by
  paper.say('P', t('invoice.price_without'), { size: 8, colour: MUTED, before: 4, after: 4 })
  paper.say('P', t('invoice.signed', { by: signer || seller.name[language] }))
  return paper.bytes()

  function amounts({ net_poisha, service_poisha, vat_poisha, total_poisha }: Sums, rate: string): string[] {
    return [taka(net_poisha), taka(service_poisha), taka(0), rate, taka(vat_poisha), taka(total_poisha)]
  }

  function describeLine({ what, name, from, to }: InvoiceLine): string {
    if (what === 'nights') return `${name[language]}, ${formatDateList(translator, isoDay(from), isoDay(to))}`
    if (what === 'cancelling') return `${name[language]}: ${t('bill.cancelled_or_no_show')}`
    return `${name[language]}, ${day(isoDay(from), 'short')}`
  }
}

/** An empty cell without a dash. */
const EMPTY_CELL = '\u00a0'

/** Returns the VAT by rate, the highest rate first. */
function vatByRate(lines: readonly InvoiceLine[]): (readonly [rate: number, poisha: number])[] {
  const byRate = Map.groupBy(lines, ({ vat_basis_points }) => vat_basis_points)
  return Array.from(byRate, ([rate, rateLines]) => [rate, sumLines(rateLines).vat_poisha] as const).toSorted(
    ([a], [b]) => b - a,
  )
}
