import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, email, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { acceptedQuantities, quotationContent } from '../contract.ts'
import { currencies, incoterms, quotationLimits, units } from '../limits.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const messageKey = (key: MessageKey) => key

/** A unit price with up to six decimals. */
const price = () =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null ? undefined : messageKey('error.number')) })
    .min(0)
    .max(quotationLimits.price)
    .refine(
      (value) =>
        Math.abs(value * 10 ** quotationLimits.decimals - Math.round(value * 10 ** quotationLimits.decimals)) < 1e-4,
      messageKey('quotation.six_decimals'),
    )
const amount = () =>
  z
    .number({ error: ({ input }) => (input === undefined || input === null ? undefined : messageKey('error.number')) })
    .min(0)
    .max(quotationLimits.charge)
    .multipleOf(0.01, messageKey('error.two_decimals'))

const termFields = {
  currency: z.enum(currencies),
  incoterm: z.enum(['', ...incoterms]),
  place: line(120),
  payment: line(300),
  lead_time: line(200),
  tolerance: count(0, 50).nullable(),
  remarks: paragraphs(2_000),
}

/** The fields of a draft. They may be empty; only sending requires them. */
const draftFields = {
  company: line(120),
  name: line(100),
  email: email().or(z.literal('')),
  language: z.enum(languages),
  buyer: line(120),
  reference: line(120),
  ...termFields,
  valid_until: day(),
  lines: z
    .array(
      z.object({
        item: line(160),
        specification: line(400),
        colour: line(120),
        size: line(120),
        quantity: count(0, quotationLimits.quantity),
        unit: z.enum(units),
        price: price(),
        breaks: z
          .array(z.object({ from: count(1, quotationLimits.quantity), price: price() }))
          .max(quotationLimits.breaks),
        minimum: count(1, quotationLimits.quantity).nullable(),
        hs: line(20),
      }),
    )
    .max(quotationLimits.lines),
  charges: z.array(z.object({ name: requiredLine(120), amount: amount() })).max(quotationLimits.charges),
}

const states = ['draft', 'sent', 'expired', 'superseded', 'accepted', 'declined', 'withdrawn', 'lost'] as const

export const quotationRow = z.object({
  id: z.int(),
  number: z.string().nullable(),
  state: z.enum(states),
  company: z.string(),
  name: z.string(),
  currency: z.enum(currencies),
  total_minor: z.int(),
  valid_until: z.iso.date(),
  at: z.iso.datetime(),
})

const revision = z.object({
  id: z.int(),
  revision: z.int(),
  version: z.int(),
  number: z.string().nullable(),
  state: z.enum(states),
  written_at: z.iso.datetime(),
  sent_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
  reason: z.string(),
  accepted_by: z.string().nullable().describe('The person who accepted it. Null if staff recorded the acceptance'),
  ordered_minor: z.int().nullable().describe('The total of the order, if it was accepted'),
  questions: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
  form: z.object({
    ...draftFields,
    lines: z.array(
      z.object({
        item: z.string(),
        specification: z.string(),
        colour: z.string(),
        size: z.string(),
        quantity: z.int(),
        unit: z.enum(units),
        price: z.number(),
        breaks: z.array(z.object({ from: z.int(), price: z.number() })),
        minimum: z.int().nullable(),
        hs: z.string(),
      }),
    ),
  }),
  offered: quotationContent,
})

const quotation = z.object({
  id: z.int(),
  enquiry: z.string().nullable(),
  message: z.int().nullable().describe('The message that it answers'),
  customer: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe('The customer that has the address of the buyer'),
  today: z.iso.date(),
  revisions: z.array(revision).describe('Newest first'),
})

const views = ['open', 'drafts', 'won', 'lost', 'all'] as const
export type QuotationView = (typeof views)[number]
const quotationQueryFields = {
  view: z.enum(views).default('all'),
  search: line(120).optional().describe('Searches numbers, companies, names, addresses and enquiries'),
}
const operationDefaults = { who: 'make quotations', response: quotation } as const

export const quotationsOfficeContract = {
  getQuotations: {
    summary: 'Lists quotations with their latest revision, newest first, in pages',
    input: z.object({
      ...quotationQueryFields,
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    response: z.object({ data: z.array(quotationRow), more: z.string().nullable() }),
    who: 'make quotations',
  },
  getQuotationsFile: {
    summary: 'Exports the quotations as a table. The export is recorded in the audit log',
    input: z.object(quotationQueryFields),
    response: z.unknown(),
    file: 'sent',
    who: 'make quotations',
  },
  getQuotationRecord: {
    summary: 'Returns a quotation with all its revisions',
    input: z.object({ id: id() }),
    ...operationDefaults,
  },
  getQuotationProducts: {
    summary: 'Lists the offered products for the lines of a quotation, with their minimum order',
    input: z.object({ language: z.enum(languages).describe('The language of the buyer') }),
    response: z.object({
      data: z.array(z.object({ name: z.string(), minimum: z.int().nullable(), unit: z.enum(units).nullable() })),
    }),
    who: 'make quotations',
  },
  saveQuotationTerms: {
    summary: 'Saves the terms with which new quotations start',
    input: z.object({
      ...termFields,
      valid_days: count(0, 365).describe('The days from creation to the last valid day'),
    }),
    response: z.object({}),
    who: 'make quotations',
  },
  startQuotation: {
    summary: 'Starts a quotation: from an enquiry or a message, as a copy of another one, or empty',
    input: z.object({
      enquiry: requiredLine(40).nullable().default(null),
      message: id().nullable().default(null),
      copy: id().nullable().default(null),
    }),
    keyed: true,
    ...operationDefaults,
  },
  saveQuotation: {
    summary: 'Updates a draft. Sent quotations cannot be changed',
    input: z.object({ id: id().describe('The ID of the revision'), version: id(), ...draftFields }),
    ...operationDefaults,
  },
  discardQuotation: {
    summary: 'Discards a draft that was never sent',
    input: z.object({ id: id(), version: id() }),
    response: z.object({}),
    who: 'make quotations',
  },
  sendQuotation: {
    summary: 'Emails a draft to the buyer. It supersedes the revision that was sent before',
    input: z.object({ id: id(), version: id() }),
    keyed: true,
    ...operationDefaults,
  },
  resendQuotation: {
    summary: 'Sends the email again with a new link',
    input: z.object({ id: id() }),
    keyed: true,
    limit: { bucket: 'quotation again', times: 30, seconds: 3600 },
    ...operationDefaults,
  },
  reviseQuotation: {
    summary: 'Starts the next revision with the content of the last one',
    input: z.object({ id: id().describe('The ID of the quotation') }),
    ...operationDefaults,
  },
  recordQuotationOutcome: {
    summary: 'Records the outcome of a sent quotation: won, lost or withdrawn',
    input: z.object({
      id: id(),
      outcome: z.enum(['accepted', 'lost', 'withdrawn']),
      quantities: acceptedQuantities(),
      reason: requiredLine(300),
      message: paragraphs(500).default('').describe('For withdrawn quotations: a message for the email to the buyer'),
    }),
    keyed: true,
    ...operationDefaults,
  },
  getQuotationRevisionPdf: {
    summary: 'Returns a revision as a PDF',
    input: z.object({ id: id(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'quotation.pdf' },
    who: 'make quotations',
  },
} satisfies Contract

export type QuotationsOfficeApi = Client<typeof quotationsOfficeContract>
export type QuotationRecord = z.infer<typeof quotation>
export type ProductChoice = z.infer<typeof quotationsOfficeContract.getQuotationProducts.response>['data'][number]
export type RevisionView = z.infer<typeof revision>
export type QuotationRow = z.infer<typeof quotationRow>
