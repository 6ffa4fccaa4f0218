import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, email, requiredLine } from '#platform/http/fields.ts'
import { paymentMethods } from '#schema/bills.ts'
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
  is_credited: z.boolean().describe('Whether nothing of it stands any more'),
})

const stayInvoices = z.object({
  code: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  buyer: buyer.extend({ version: z.int() }),
  lines: z.array(invoiceLine).describe('What stands on the bill and on no invoice'),
  ...sums,
  credit_first: z
    .array(z.object({ id: z.int(), number: z.string(), name: z.string() }))
    .describe('Lines that are otherwise on the bill by now: they must be credited before anything else is invoiced'),
  invoices: z.array(invoiceSummary),
  takes_invoices: z.boolean().describe('Whether its state lets one be issued'),
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
  lines: z.array(invoiceLine.extend({ credited_by: z.string().describe('The number of the note; empty: it stands') })),
  payments: z.array(
    z.object({
      day: z.iso.date(),
      method: z.enum([...paymentMethods, 'online']),
      reference: z.string(),
      amount: z.number(),
    }),
  ),
  ...sums,
  reason: z.string(),
  credits: z.object({ id: z.int(), number: z.string() }).nullable().describe('Of a note, its invoice'),
  email: z.string().describe('Of whoever booked'),
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
    summary: 'What of a stay was invoiced, what was not, and to whom its invoices are made out',
    input: z.object({ code: code() }),
    answer: stayInvoices,
    who: 'see money',
  },
  saveBuyer: {
    summary: 'Say to whom the next invoice of a stay is made out',
    input: z.object({ code: code(), version: count(0, 2_147_483_647), ...buyerFields }),
    answer: stayInvoices,
    who: 'take money',
  },
  issueInvoice: {
    summary: 'Issue an invoice of all that stands on the bill of a stay and on no invoice; it is never changed',
    input: z.object({ code: code(), send: z.boolean().default(false).describe('By letter, to whoever booked') }),
    answer: stayInvoices,
    keyed: true,
    who: 'take money',
  },
  getInvoice: {
    summary: 'An invoice or a credit note, line by line',
    input: z.object({ id: id() }),
    answer: invoice,
    who: 'see money',
  },
  getInvoicePaper: {
    summary: 'The same on paper, as a PDF',
    input: z.object({ id: id(), language: z.enum(languages) }),
    answer: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'invoice.pdf' },
    who: 'see money',
  },
  creditInvoice: {
    summary: 'Take lines of an invoice back by a credit note, each once',
    input: z.object({
      id: id(),
      lines: z.array(count(0, 10_000)).max(10_000).describe('Which of its lines, counted from nought'),
      reason: requiredLine(200),
      send: z.boolean().default(false),
    }),
    answer: invoice,
    keyed: true,
    who: 'give money back',
  },
  sendInvoice: {
    summary: 'Send an invoice or a credit note by letter',
    input: z.object({ id: id(), email: email(), language: z.enum(languages) }),
    answer: z.object({ message: z.string() }),
    limit: { bucket: 'send invoice', times: 60, seconds: 3600 },
    who: 'take money',
  },
  getInvoiceRegister: {
    summary: 'What was issued in a month, credit notes as less, and its sums',
    input: z.object({ month: month().optional().describe('Empty: this one') }),
    answer: register,
    who: 'see money',
  },
  getInvoiceRegisterFile: {
    summary: 'The same as a table; the log is told that it was taken along',
    input: z.object({ month: month() }),
    answer: z.unknown(),
    file: 'sent',
    who: 'see money',
  },
} satisfies Contract

export type InvoicesOfficeApi = Client<typeof invoicesOfficeContract>
export type StayInvoices = z.infer<typeof stayInvoices>
export type InvoiceDetails = z.infer<typeof invoice>
export type InvoiceRegister = z.infer<typeof register>
