import { createAmountFormatters, type PdfDocument } from '#stays/bills/paper.ts'
import { isoDay } from '#platform/day.ts'
import { MUTED_COLOUR } from '#platform/files/pdf.ts'
import { basisPointsToPercent } from '#platform/money.ts'
import { formatDateList } from '#locales/dates.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { sumLines, type InvoiceLine, type Sums } from './lines.ts'

/**
 * Writes the lines of an invoice or a proforma with their taxes, as Mushak 6.3 requires. The column of the service
 * charge is left out if there is none.
 */
export function writeInvoiceLines(pdf: PdfDocument, lines: readonly InvoiceLine[], translator: ServerTranslator): void {
  const { t, day, number, language } = translator
  const { figure } = createAmountFormatters(language)
  const sums = sumLines(lines)
  const hasService = sums.service_poisha !== 0
  const columns = [
    { head: t('invoice.line'), share: 15 },
    { head: t('invoice.what'), share: hasService ? 84 : 126 },
    { head: t('invoice.unit'), share: 27 },
    { head: t('invoice.quantity'), share: 32, isFigure: true },
    { head: t('invoice.each'), share: 48, isFigure: true },
    { head: t('invoice.net'), share: 48, isFigure: true },
    ...(hasService ? [{ head: t('invoice.service'), share: 42, isFigure: true }] : []),
    { head: t('invoice.duty'), share: 36, isFigure: true },
    { head: t('invoice.vat_rate'), share: 27, isFigure: true },
    { head: t('invoice.vat'), share: 48, isFigure: true },
    { head: t('invoice.total'), share: 54, isFigure: true },
  ]
  const rows = lines.map((line, index) => [
    number(index + 1),
    describe(line),
    t(`invoice.unit_${line.what}`),
    number(line.quantity),
    figure(Math.round((line.total_poisha - line.vat_poisha) / line.quantity)),
    ...formatSums(sumLines([line]), formatPercent(line.vat_basis_points)),
  ])
  const totals = [BLANK, t('invoice.month_total'), BLANK, BLANK, BLANK, ...formatSums(sums, BLANK)]
  pdf.table(columns, [...rows, totals], 7.5, 5)
  const basisText = t(hasService ? 'invoice.price_basis_service' : 'invoice.price_basis')
  pdf.write('P', basisText, { size: 8, colour: MUTED_COLOUR, before: 2 })

  function formatSums({ net_poisha, service_poisha, vat_poisha, total_poisha }: Sums, rate: string): string[] {
    const service = hasService ? [figure(service_poisha)] : []
    return [figure(net_poisha), ...service, figure(0), rate, figure(vat_poisha), figure(total_poisha)]
  }

  function formatPercent(basisPoints: number): string {
    return t('settings.vat_is', { percent: basisPointsToPercent(basisPoints) })
  }

  function describe({ what, name, from, to }: InvoiceLine): string {
    if (what === 'nights') return `${name[language]}, ${formatDateList(translator, isoDay(from), isoDay(to))}`
    if (what === 'cancelling') return `${name[language]}: ${t('bill.cancelled_or_no_show')}`
    return `${name[language]}, ${day(isoDay(from), 'short')}`
  }
}

/** A non-breaking space for empty cells, which would otherwise show a dash. */
const BLANK = '\u00a0'

/** Returns the VAT by rate as rows below the lines, the highest rate first. Lines without VAT get no row. */
export function listVatRows(lines: readonly InvoiceLine[], { t, language }: ServerTranslator) {
  const { taka } = createAmountFormatters(language)
  const linesByRate = Map.groupBy(
    lines.filter(({ vat_basis_points }) => vat_basis_points > 0),
    ({ vat_basis_points }) => vat_basis_points,
  )
  return Array.from(linesByRate)
    .toSorted(([a], [b]) => b - a)
    .map(([rate, rateLines]) => ({
      name: t('invoice.vat_at', { percent: basisPointsToPercent(rate) }),
      amount: taka(sumLines(rateLines).vat_poisha),
    }))
}
