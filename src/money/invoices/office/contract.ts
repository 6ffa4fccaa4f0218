import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, email, requiredLine } from '#platform/http/fields.ts'
import { billedMethods } from '#schema/bills.ts'
import { invoiceKinds } from '#schema/invoices.ts'
import { languages } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'
import { buyerFields, invoiceLine, sums } from '../contract.ts'

const id = () => count(1, 2_147_483_647)
const code = () => requiredLine(40)
const month = () => z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, { error: 'error.date' satisfies MessageKey })

const buyer = z.object({ name: z.string(), bin: z.string(), address: z.string() })
const invoiceSummary = z.object({
  id: z.int(),
  kind: z.enum(invoiceKinds),
  number: z.string(),
  at: z.iso.datetime(),
  total: z.number(),
  is_credited: z.boolean().describe('Whether all of its lines are credited'),
})

const stayInvoices = z.object({
  code: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  buyer: buyer.extend({ version: z.int() }),
  lines: z.array(invoiceLine).describe('Lines of the bill that are not invoiced yet'),
  ...sums,
  credit_first: z
    .array(z.object({ id: z.int(), number: z.string(), name: z.string() }))
    .describe('Invoiced lines that have changed on the bill. They must be credited before the next invoice'),
  invoices: z.array(invoiceSummary),
  has_proforma: z.boolean().describe('Whether there is a proforma: the stay is not over and an amount is due'),
  takes_invoices: z.boolean().describe('Whether the status of the stay allows an invoice'),
})

const invoice = z.object({
  id: z.int(),
  kind: z.enum(invoiceKinds),
  number: z.string(),
  code: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  seller: z.object({ name: z.string(), bin: z.string(), address: z.string() }),
  buyer,
  lines: z.array(
    invoiceLine.extend({ credited_by: z.string().describe('The number of the credit note; empty: not credited') }),
  ),
  payments: z.array(
    z.object({
      day: z.iso.date(),
      method: z.enum(billedMethods),
      reference: z.string(),
      amount: z.number(),
    }),
  ),
  ...sums,
  reason: z.string(),
  credits: z.object({ id: z.int(), number: z.string() }).nullable().describe('Credit notes only: the credited invoice'),
  email: z.string().describe('The email address of the guest'),
  language: z.enum(languages),
})

const register = z.object({
  month: z.string(),
  data: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(invoiceKinds),
      number: z.string(),
      day: z.iso.date(),
      code: z.string(),
      buyer: z.string(),
      bin: z.string(),
      ...sums,
    }),
  ),
  ...sums,
})

export const invoicesOfficeContract = {
  getStayInvoices: {
    summary: 'Returns the invoices of a stay, the lines that are not invoiced yet, and the buyer',
    input: z.object({ code: code() }),
    response: stayInvoices,
    who: 'see money',
  },
  saveBuyer: {
    summary: 'Sets the buyer for the next invoice of a stay',
    input: z.object({ code: code(), version: count(0, 2_147_483_647), ...buyerFields }),
    response: stayInvoices,
    who: 'take money',
  },
  issueInvoice: {
    summary: 'Issues an invoice for all lines of the bill that are not invoiced yet. Invoices cannot be changed',
    input: z.object({
      code: code(),
      send: z.boolean().default(false).describe('Whether to email the invoice to the guest'),
    }),
    response: stayInvoices,
    keyed: true,
    who: 'take money',
  },
  getInvoice: {
    summary: 'Returns an invoice or credit note with its lines',
    input: z.object({ id: id() }),
    response: invoice,
    who: 'see money',
  },
  getInvoicePdf: {
    summary: 'Returns an invoice or credit note as a PDF',
    input: z.object({ id: id(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'invoice.pdf' },
    who: 'see money',
  },
  getProformaPdf: {
    summary: 'Returns a proforma of a stay as a PDF while an amount is due',
    input: z.object({ code: code(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'proforma.pdf' },
    who: 'see money',
  },
  creditInvoice: {
    summary: 'Credits lines of an invoice with a credit note. Each line can be credited once',
    input: z.object({
      id: id(),
      lines: z.array(count(0, 10_000)).max(10_000).describe('The indexes of the lines, counted from 0'),
      reason: requiredLine(200),
      send: z.boolean().default(false),
    }),
    response: invoice,
    keyed: true,
    who: 'give money back',
  },
  sendInvoice: {
    summary: 'Emails an invoice or credit note',
    input: z.object({ id: id(), email: email(), language: z.enum(languages) }),
    response: z.object({ message: z.string() }),
    limit: { bucket: 'send invoice', times: 60, seconds: 3600 },
    who: 'take money',
  },
  getInvoiceRegister: {
    summary: 'Lists the invoices and credit notes of a month with totals. Credit notes are subtracted',
    input: z.object({ month: month().optional().describe('The month of the last invoice by default') }),
    response: register,
    who: 'see money',
  },
  getInvoiceRegisterFile: {
    summary: 'Exports the invoice register of a month as a table. The export is recorded in the audit log',
    input: z.object({ month: month() }),
    response: z.unknown(),
    file: 'sent',
    who: 'see money',
  },
} satisfies Contract

export type InvoicesOfficeApi = Client<typeof invoicesOfficeContract>
export type StayInvoices = z.infer<typeof stayInvoices>
export type InvoiceDetails = z.infer<typeof invoice>
export type InvoiceRegister = z.infer<typeof register>
