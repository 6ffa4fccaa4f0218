import { z } from 'zod'
import { stayReferenceFields } from '#stays/bookings/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { invoiceKinds } from '#schema/invoices.ts'
import { languages } from '#routes/public.ts'

const limit = { bucket: 'own invoices', times: 120, seconds: 3600 }

/** The buyer that the caller enters. */
export const buyerFields = {
  name: line(120),
  bin: line(40).default('').describe('13 digits, or nine and four; empty if the buyer is not a business'),
  address: line(240).default(''),
}

export const sums = {
  net: z.number().describe('BDT'),
  service: z.number().describe('Service charge in BDT'),
  vat: z.number().describe('BDT'),
  total: z.number().describe('BDT, including service charge and VAT'),
}

/** A line of an invoice, with the names as of the day of issue. */
export const invoiceLine = z.object({
  what: z.enum(['nights', 'charge', 'cancelling']),
  name: z.string(),
  from: z.iso.date(),
  to: z.iso.date().describe('For nights, the departure day'),
  quantity: z.int(),
  vat_percent: z.number(),
  service_percent: z.number(),
  ...sums,
})

/** An issued invoice or credit note. */
const ownInvoice = z.object({
  id: z.int(),
  kind: z.enum(invoiceKinds),
  number: z.string(),
  at: z.iso.datetime(),
  total: z.number(),
})

const ownReceipt = z.object({
  id: z.int(),
  number: z.string(),
  at: z.iso.datetime(),
  amount: z.number().describe('BDT. Below zero: a refund'),
})

const ownInvoices = z.object({
  buyer: z.object({ name: z.string(), bin: z.string(), address: z.string() }),
  invoices: z.array(ownInvoice),
  can_edit_buyer: z.boolean().describe('Whether the guest can still change the buyer'),
  can_request_invoice: z
    .boolean()
    .describe('Whether the guest can request an invoice now: it is available and the stay is not completely invoiced'),
  is_outdated: z.boolean().describe('Whether the stay has changed since its invoice, so that staff must credit it'),
  has_proforma: z.boolean().describe('Whether there is a proforma: the stay is not over and an amount is due'),
  receipts: z.array(ownReceipt).describe('The receipts of payments and refunds, oldest first'),
})

export const invoicesContract = {
  getOwnInvoices: {
    summary:
      'Returns the invoices and receipts of a stay, and the invoice recipient. The guest signs in and sends the reference, or uses the link from the email',
    input: z.object(stayReferenceFields),
    response: ownInvoices,
    who: 'stay link',
    limit,
  },
  requestInvoice: {
    summary:
      'Sets the recipient of the invoice until it is issued. After check-out, or by a setting after full payment, issues the invoice and emails it. A repeated request has no effect and gets the same response',
    input: z.object({ ...stayReferenceFields, ...buyerFields }),
    response: ownInvoices.extend({ message: z.string() }),
    who: 'stay link',
    limit,
  },
  getOwnInvoicePdf: {
    summary: 'Returns an invoice or credit note of a stay as a PDF',
    input: z.object({ ...stayReferenceFields, invoice: count(1, 2_147_483_647), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'invoice.pdf' },
    who: 'stay link',
    limit,
  },
  getOwnProformaPdf: {
    summary:
      'Returns a proforma of a stay as a PDF while an amount is due. With the link, it contains the name only once the email address is verified',
    input: z.object({ ...stayReferenceFields, language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'proforma.pdf' },
    who: 'stay link',
    limit,
  },
} satisfies Contract

export type InvoicesApi = Client<typeof invoicesContract>
export type OwnInvoices = z.infer<typeof ownInvoices>
export type OwnInvoice = z.infer<typeof ownInvoice>
export type InvoiceLineView = z.infer<typeof invoiceLine>
