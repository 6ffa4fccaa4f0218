import { isoDay } from '#platform/day.ts'
import type { OfferedTold } from './contract.ts'
import type { QuotationForm } from './store.ts'
import { priceFor, totalOf, totalOfLine } from './sums.ts'

/** Converts a quotation for pages and the PDF and adds the computed sums. */
export const offeredOf = (content: QuotationForm): OfferedTold => ({
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
    price_micros: priceFor(line),
    breaks: line.breaks,
    minimum: line.minimum,
    hs: line.hs,
    total_minor: totalOfLine(line),
  })),
  charges: content.charges,
  total_minor: totalOf(content),
})
