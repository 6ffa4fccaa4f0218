import { isoDay } from '#platform/day.ts'
import type { QuotationContent } from './contract.ts'
import type { QuotationForm } from './store.ts'
import { unitPriceFor, computeTotal, computeLineTotal } from './sums.ts'

/** Converts a quotation for pages and the PDF and adds the computed sums. */
export const presentContent = (content: QuotationForm): QuotationContent => ({
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
    price_micros: unitPriceFor(line),
    breaks: line.breaks,
    minimum: line.minimum,
    hs: line.hs,
    total_minor: computeLineTotal(line),
  })),
  charges: content.charges,
  total_minor: computeTotal(content),
})
