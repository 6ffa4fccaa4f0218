import { isoDay, isoInstant } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
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
  total: bdtOf(invoice.total_poisha),
})

export function toLineView(line: InvoiceLine, language: Language): InvoiceLineView {
  const { what, name, from, to, quantity, vat_basis_points, service_basis_points } = line
  return {
    what,
    name: name[language],
    from: isoDay(from),
    to: isoDay(to),
    quantity,
    vat_percent: vat_basis_points / 100,
    service_percent: service_basis_points / 100,
    ...toBdtSums(sumLines([line])),
  }
}

export const toBdtSums = ({ net_poisha, service_poisha, vat_poisha, total_poisha }: Sums) => ({
  net: bdtOf(net_poisha),
  service: bdtOf(service_poisha),
  vat: bdtOf(vat_poisha),
  total: bdtOf(total_poisha),
})
