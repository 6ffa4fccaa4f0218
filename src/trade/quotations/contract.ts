import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs } from '#platform/http/fields.ts'
import type { Events } from '#platform/events.ts'
import { languages } from '#routes/public.ts'
import { currencies, quotationLimits, units } from './limits.ts'

/** The content of a quotation as the buyer reads it, with computed sums. */
export const quotationContent = z.object({
  company: z.string(),
  name: z.string(),
  buyer: z.string(),
  reference: z.string(),
  currency: z.enum(currencies),
  incoterm: z.string(),
  place: z.string(),
  payment: z.string(),
  lead_time: z.string(),
  valid_until: z.iso.date(),
  tolerance: z.int().nullable(),
  remarks: z.string(),
  lines: z.array(
    z.object({
      item: z.string(),
      specification: z.string(),
      colour: z.string(),
      size: z.string(),
      quantity: z.int(),
      unit: z.enum(units),
      price_micros: z.int().describe('The price per unit at this quantity, in millionths of the currency unit'),
      base_price_micros: z.int().describe('The price per unit below all price breaks'),
      breaks: z.array(z.object({ from: z.int(), price_micros: z.int() })),
      minimum: z.int().nullable(),
      hs: z.string(),
      total_minor: z.int().describe('In hundredths of the currency unit'),
    }),
  ),
  charges: z.array(z.object({ name: z.string(), amount_minor: z.int() })).describe('One-time charges'),
  total_minor: z.int(),
})

const publicQuotation = z.object({
  number: z.string(),
  state: z.enum(['sent', 'expired', 'superseded', 'accepted', 'declined', 'withdrawn', 'lost']),
  newer: z.string().nullable().describe('The number of the newer revision'),
  sent_on: z.iso.date(),
  closed_on: z.iso.date().nullable().describe('The day on which it was accepted, declined, replaced or withdrawn'),
  accepted_by: z.string().nullable().describe('The person who accepted it. Null if staff recorded the acceptance'),
  ordered_minor: z.int().nullable().describe('The total of the order, if it was accepted'),
  questions: z.array(z.object({ asked_on: z.iso.date(), text: z.string() })).describe('The questions of the buyer'),
  offered: quotationContent,
})

export const acceptedQuantities = () =>
  z
    .array(count(0, quotationLimits.quantity))
    .max(quotationLimits.lines)
    .nullable()
    .default(null)
    .describe('The accepted quantity of each line, at most as quoted. 0 leaves a line out. Null accepts all as quoted')

const rateLimit = { bucket: 'quotation', times: 120, seconds: 3600 }

export const quotationsContract = {
  getQuotation: {
    summary: 'Returns a quotation with the link from the email',
    input: z.object({ token: line(128) }),
    response: publicQuotation,
    who: 'anyone',
    limit: rateLimit,
  },
  answerQuotation: {
    summary: 'Accepts, declines or asks about a quotation, with the link from the email',
    input: z.object({
      token: line(128),
      answer: z.enum(['accept', 'decline', 'ask']),
      name: line(100).default('').describe('The full name of the person who accepts. Required to accept'),
      text: paragraphs(2_000)
        .default('')
        .describe('The question, which is required to ask, or the reason for declining'),
      quantities: acceptedQuantities(),
    }),
    response: z.object({}),
    who: 'anyone',
    keyed: true,
    limit: { bucket: 'quotation answer', times: 20, seconds: 3600 },
  },
  getQuotationPdf: {
    summary: 'Returns a quotation as a PDF, with the link from the email',
    input: z.object({ token: line(128), language: z.enum(languages).default('en') }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'quotation.pdf' },
    who: 'anyone',
    limit: { bucket: 'quotation paper', times: 30, seconds: 3600 },
  },
} satisfies Contract

const quotationEventData = z.object({
  number: z.string(),
  company: z.string().describe('The company of the buyer'),
  currency: z.enum(currencies),
  total_minor: z.int().describe('In hundredths of the currency unit. After an acceptance, the total of the order'),
  valid_until: z.iso.date(),
})
const endedEventData = quotationEventData.extend({ by: z.enum(['buyer', 'house']).describe('Who recorded it') })

/** Webhook events about quotations. */
export const quotationEvents = {
  'quotation.sent': {
    summary: 'A quotation was sent. A later revision replaces it',
    data: quotationEventData.extend({ name: z.string(), email: z.string() }),
  },
  'quotation.accepted': { summary: 'The buyer accepted a quotation', data: endedEventData },
  'quotation.declined': { summary: 'The buyer declined a quotation', data: endedEventData },
  'quotation.withdrawn': { summary: 'The company withdrew a quotation', data: endedEventData },
} satisfies Events

export type QuotationsApi = Client<typeof quotationsContract>
export type PublicQuotation = z.infer<typeof publicQuotation>
export type QuotationContent = z.infer<typeof quotationContent>
