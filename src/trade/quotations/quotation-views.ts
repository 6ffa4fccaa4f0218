import type { Company } from '#content/company.ts'
import { dayIn } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import type { QuotationContent } from './contract.ts'
import type { QuotationForm, Revision } from './store.ts'
import { getUnitPriceFor, computeTotal, computeLineTotal } from './sums.ts'

/** Converts a quotation for pages and the PDF and adds the computed sums. */
export const toContentView = (content: QuotationForm): QuotationContent => ({
  company: content.company,
  name: content.name,
  buyer: content.buyer,
  reference: content.reference,
  currency: content.currency,
  incoterm: content.incoterm,
  place: content.place,
  payment: content.payment,
  lead_time: content.lead_time,
  valid_until: isoDay(content.valid_until),
  tolerance: content.tolerance,
  remarks: content.remarks,
  lines: content.lines.map((line) => ({
    item: line.item,
    specification: line.specification,
    colour: line.colour,
    size: line.size,
    quantity: line.quantity,
    unit: line.unit,
    price_micros: getUnitPriceFor(line),
    base_price_micros: line.price_micros,
    breaks: line.breaks,
    minimum: line.minimum,
    hs: line.hs,
    total_minor: computeLineTotal(line),
  })),
  charges: content.charges,
  total_minor: computeTotal(content),
})

/** Converts the outcome of a revision: the day on which it was closed, and the person who accepted it. */
export const toOutcomeView = (
  { closed_at, accepted_by }: Pick<Revision, 'closed_at' | 'accepted_by'>,
  { timeZone }: Pick<Company, 'timeZone'>,
) => ({
  closed_on: closed_at === null ? null : isoDay(dayIn(timeZone, closed_at)),
  accepted_by: accepted_by || null,
})
