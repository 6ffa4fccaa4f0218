import { isoDay, isoInstant } from '#platform/day.ts'
import { basisPointsToPercent, poishaToBdt } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import type { InvoiceLineView, OwnInvoice } from './contract.ts'
import { formatInvoiceNumber } from './number.ts'
import { sumLines, type InvoiceLine, type Sums } from './lines.ts'
import type { Invoice } from './store.ts'

/** Returns an invoice as an entry in the guest's list. */
export const toInvoiceSummary = (invoice: Invoice): OwnInvoice => ({
  id: invoice.id,
  kind: invoice.kind,
  number: formatInvoiceNumber(invoice),
  at: isoInstant(invoice.at),
  total: poishaToBdt(invoice.total_poisha),
})

export function toLineView(line: InvoiceLine, language: Language): InvoiceLineView {
  const { what, name, from, to, quantity, vat_basis_points, service_basis_points } = line
  return {
    what,
    name: name[language],
    from: isoDay(from),
    to: isoDay(to),
    quantity,
    vat_percent: basisPointsToPercent(vat_basis_points),
    service_percent: basisPointsToPercent(service_basis_points),
    ...toBdtSums(sumLines([line])),
  }
}

export const toBdtSums = ({ net_poisha, service_poisha, vat_poisha, total_poisha }: Sums) => ({
  net: poishaToBdt(net_poisha),
  service: poishaToBdt(service_poisha),
  vat: poishaToBdt(vat_poisha),
  total: poishaToBdt(total_poisha),
})
