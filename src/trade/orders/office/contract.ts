import { z } from 'zod'
import type { Client, Contract, StreamedFile } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { orderStates } from '#schema/quotations.ts'
import { attachedFiles } from '../../enquiries/contract.ts'
import { fileLimits } from '../../enquiries/limits.ts'
import { currencies } from '../../quotations/limits.ts'
import { publicOrder } from '../contract.ts'
import { decisions, orderViews, shipmentKinds } from '../limits.ts'

const id = () => count(1, 2_147_483_647)

export const orderRow = z.object({
  id: z.int(),
  number: z.string(),
  state: z.enum(orderStates),
  company: z.string(),
  name: z.string(),
  po_number: z.string(),
  currency: z.enum(currencies),
  total_minor: z.int(),
  ordered_on: z.iso.date(),
  ship_by: z.iso.date().nullable(),
  is_late: z.boolean().describe('Whether the promised day has passed and nothing was shipped'),
})

const order = publicOrder.extend({
  id: z.int().describe('The ID of the order and of its quotation'),
  version: z.int(),
  email: z.string().describe('The address of the buyer'),
  language: z.enum(languages).describe('The language of the buyer'),
  is_late: z.boolean(),
  today: z.iso.date(),
  enquiry: z.string().nullable(),
  customer: z.object({ id: z.int(), name: z.string() }).nullable(),
})

const notification = {
  notify: z.boolean().default(false).describe('Whether the buyer gets an email'),
  message: paragraphs(500).default('').describe('A message for that email'),
}
const operationDefaults = { who: 'make quotations', response: order } as const

export const ordersOfficeContract = {
  getOrders: {
    summary: 'Lists orders, newest first, in pages',
    input: z.object({
      view: z.enum(orderViews).default('all'),
      search: line(120).optional().describe('Searches numbers, companies, names, addresses and purchase orders'),
      after: z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    }),
    response: z.object({ data: z.array(orderRow), more: z.string().nullable() }),
    who: 'make quotations',
  },
  getOrderRecord: { summary: 'Returns an order', input: z.object({ id: id() }), ...operationDefaults },
  saveOrder: {
    summary: 'Updates the state, the promised day and the purchase order number of an order',
    input: z.object({
      id: id(),
      version: id(),
      state: z.enum(orderStates),
      ship_by: day().nullable(),
      po_number: line(60),
      ...notification,
    }),
    keyed: true,
    ...operationDefaults,
  },
  saveOrderShipment: {
    summary: 'Adds or updates a sample or a shipment of goods',
    input: z.object({
      order: id(),
      shipment: id().nullable().default(null).describe('Null to add one'),
      version: id().nullable().default(null).describe('The edited version of an existing one'),
      kind: z.enum(shipmentKinds),
      contents: requiredLine(160),
      due_on: day().nullable(),
      sent_on: day().nullable(),
      courier: line(60),
      tracking_number: line(60),
      decision: z.enum(decisions).nullable().default(null).describe('The decision of the buyer about a sample'),
      ...notification,
    }),
    keyed: true,
    ...operationDefaults,
  },
  removeOrderShipment: {
    summary: 'Removes a sample or a shipment',
    input: z.object({ order: id(), shipment: id() }),
    ...operationDefaults,
  },
  addOrderDocuments: {
    summary: 'Adds documents that the buyer can download',
    input: z.object({ id: id() }),
    keyed: true,
    files: attachedFiles(fileLimits.enquiry),
    ...operationDefaults,
  },
  removeOrderDocument: {
    summary: 'Removes a document',
    input: z.object({ id: id(), file: id() }),
    ...operationDefaults,
  },
  getOrderFile: {
    summary: 'Returns a document of an order',
    input: z.object({ id: id(), file: id() }),
    response: z.custom<StreamedFile>(),
    file: 'sent',
    who: 'make quotations',
  },
  getOrderConfirmation: {
    summary: 'Returns the order confirmation as a PDF',
    input: z.object({ id: id(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'order.pdf' },
    who: 'make quotations',
  },
} satisfies Contract

export type OrdersOfficeApi = Client<typeof ordersOfficeContract>
export type OrderRecord = z.infer<typeof order>
export type OrderListRow = z.infer<typeof orderRow>
