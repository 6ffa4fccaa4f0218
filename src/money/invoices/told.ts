import { isoDay, isoInstant } from '#platform/day.ts'
import { bdtOf } from '#platform/money.ts'
import type { Language } from '#routes/public.ts'
import type { LineTold, OwnInvoice } from './contract.ts'
import { numberOf } from './number.ts'
import { sumsOf, type InvoiceLine, type Sums } from './lines.ts'
import type { Invoice } from './store.ts'

/** Returns an invoice as an entry in the guest's list. */
export const inShort = (invoice: Invoice): OwnInvoice => ({
  id: invoice.id,
  kind: invoice.kind,
  number: numberOf(invoice),
  at: isoInstant(invoice.at),
  total: bdtOf(invoice.total_poisha),
})

export function lineTold(line: InvoiceLine, language: Language): LineTold {
  const { what, name, from, to, quantity, vat_basis_points, service_basis_points } = line
  return {
    what,
    name: name[language],
    from: isoDay(from),
    to: isoDay(to),
    quantity,
    vat_percent: vat_basis_points / 100,
    service_percent: service_basis_points / 100,
    ...inBdt(sumsOf([line])),
  }
}

export const inBdt = ({ net_poisha, service_poisha, vat_poisha, total_poisha }: Sums) => ({
  net: bdtOf(net_poisha),
  service: bdtOf(service_poisha),
  vat: bdtOf(vat_poisha),
  total: bdtOf(total_poisha),
})
