import { z } from 'zod'
import type { Client, Contract, StreamedFile } from '#platform/contract.ts'
import { count, line, paragraphs } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { orderStates } from '#schema/quotations.ts'
import { storedFiles } from '../enquiries/contract.ts'
import { quotationContent } from '../quotations/contract.ts'
import { decisions, orderLimits, shipmentKinds } from './limits.ts'

const shipment = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(shipmentKinds),
  contents: z.string(),
  due_on: z.iso.date().nullable(),
  sent_on: z.iso.date().nullable(),
  courier: z.string(),
  tracking_number: z.string(),
  decision: z.enum(decisions).nullable().describe('The decision about a sample'),
  decided_on: z.iso.date().nullable(),
  comment: z.string().describe('What the buyer wrote with the decision'),
})

export const publicOrder = z.object({
  number: z.string(),
  quotation: z.string().describe('The number of the accepted quotation'),
  state: z.enum(orderStates),
  state_on: z.iso.date().describe('The day on which it reached its state'),
  ordered_on: z.iso.date(),
  ship_by: z.iso.date().nullable().describe('The promised day of shipment'),
  po_number: z.string().describe('The number of the purchase order of the buyer'),
  accepted_by: z.string().nullable().describe('The person who accepted it. Null if staff recorded the acceptance'),
  is_partial: z.boolean().describe('Whether less than the quotation was ordered'),
  ordered: quotationContent.describe('The ordered lines, with their quantities and sums'),
  shipments: z.array(shipment).describe('Samples and goods'),
  documents: storedFiles,
})

const id = () => count(1, 2_147_483_647)
const token = () => line(128).describe('The token in an email about the order or its quotation')
const rateLimit = { bucket: 'order', times: 120, seconds: 3600 }

export const ordersContract = {
  getOrder: {
    summary: 'Returns an order with its state, samples, shipments and documents, with the link from an email',
    input: z.object({ token: token() }),
    response: publicOrder,
    who: 'anyone',
    limit: rateLimit,
  },
  getOrderPdf: {
    summary: 'Returns an order confirmation as a PDF, with the link from an email',
    input: z.object({ token: token(), language: z.enum(languages).default('en') }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'order.pdf' },
    who: 'anyone',
    limit: { bucket: 'order paper', times: 30, seconds: 3600 },
  },
  getOrderDocument: {
    summary: 'Returns a document of an order, with the link from an email',
    input: z.object({ token: token(), file: id().describe('The number of the document') }),
    response: z.custom<StreamedFile>(),
    file: 'sent',
    who: 'anyone',
    limit: rateLimit,
  },
  decideSample: {
    summary: 'Approves or rejects a sample that was sent, with the link from an email',
    input: z.object({
      token: token(),
      shipment: id().describe('The ID of the sample'),
      version: id().optional().describe('The version that the buyer read. A sample that was changed since is rejected'),
      decision: z.enum(decisions),
      comment: paragraphs(orderLimits.comment).default('').describe('Required to reject'),
    }),
    response: z.object({}),
    who: 'anyone',
    keyed: true,
    limit: { bucket: 'sample decision', times: 20, seconds: 3600 },
  },
} satisfies Contract

export type OrdersApi = Client<typeof ordersContract>
export type PublicOrder = z.infer<typeof publicOrder>
export type PublicShipment = PublicOrder['shipments'][number]
