import type { Translator } from '#locales/translator.ts'
import { formatUnitPrice } from './amounts.ts'
import type { PublicQuotation, QuotationContent } from './contract.ts'

/* Texts of a quotation for the page and the PDF. */

/** Lists the terms of a quotation or an order as pairs of name and value. */
export function listTerms(
  content: QuotationContent,
  translator: Translator,
): (readonly [name: string, value: string])[] {
  const { t, number } = translator
  const delivery = [content.incoterm, content.place].filter(Boolean).join(' ')
  return (
    [
      [t('quotation.buyer'), content.buyer],
      [t('quotation.reference'), content.reference],
      [t('quotation.delivery'), content.incoterm === '' ? delivery : t('quotation.incoterm_2020', { delivery })],
      [t('quotation.payment'), content.payment],
      [t('quotation.lead_time'), content.lead_time],
      [
        t('quotation.tolerance'),
        content.tolerance === null ? '' : t('quotation.tolerance_of', { percent: number(content.tolerance) }),
      ],
    ] as const
  ).filter(([, value]) => value !== '')
}

/** Lists the terms of a quotation, with the day when it was sent. */
export const listQuotationTerms = (
  content: QuotationContent,
  sentOn: string | null,
  translator: Translator,
): (readonly [name: string, value: string])[] => [
  ...(sentOn ? [[translator.t('quotation.date'), translator.day(sentOn)] as const] : []),
  ...listTerms(content, translator),
  [translator.t('quotation.valid_until'), translator.day(content.valid_until)],
]

/** Lists who accepted a quotation, and when. An acceptance that staff recorded has no name. */
export const listAcceptance = (
  { accepted_by, closed_on }: Pick<PublicQuotation, 'accepted_by' | 'closed_on'>,
  { t, day }: Translator,
): (readonly [name: string, value: string])[] => [
  ...(accepted_by ? [[t('quotation.accepted_by'), accepted_by] as const] : []),
  ...(closed_on ? [[t('quotation.accepted_on'), day(closed_on)] as const] : []),
]

type QuotationLine = QuotationContent['lines'][number]

/** Describes the details of a line in addition to its name, one text each. */
export function describeDetails(
  line: QuotationLine,
  { currency }: Pick<QuotationContent, 'currency'>,
  translator: Translator,
): string[] {
  const { t, number } = translator
  return [
    line.specification,
    line.colour && t('quotation.colour_is', { colour: line.colour }),
    line.size && t('quotation.size_is', { size: line.size }),
    line.hs && t('quotation.hs_is', { hs: line.hs }),
    line.minimum !== null &&
      t('quotation.minimum_is', { quantity: formatQuantity(line.minimum, line.unit, translator) }),
    line.breaks.length > 0 &&
      line.breaks
        .map(({ from, price_micros }) =>
          t('quotation.break_is', {
            quantity: number(from),
            price: formatUnitPrice(translator, currency, price_micros),
          }),
        )
        .join('; '),
  ].filter((text): text is string => Boolean(text))
}

export const formatQuantity = (quantity: number, unit: QuotationLine['unit'], { t, number }: Translator): string =>
  `${number(quantity)} ${t(`quotation.unit_${unit}`)}`
