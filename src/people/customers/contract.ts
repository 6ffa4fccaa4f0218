import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, email, line, paragraphs, phone, requiredLine } from '#platform/http/fields.ts'
import { customerKinds } from '#schema/customers.ts'
import type { MessageKey } from '#locales/translator.ts'
import { maxContacts } from './limits.ts'

const id = () => count(1, 2_147_483_647)
const messageKey = (key: MessageKey) => key

const contactFields = {
  name: requiredLine(100),
  job: line(80).default(''),
  email: email().or(z.literal('')).default(''),
  phone: phone().or(z.literal('')).default(''),
}
const customerFields = {
  kind: z.enum(customerKinds),
  name: requiredLine(120),
  bin: line(20).default('').describe('The business identification number. Empty: unknown'),
  address: paragraphs(300).default(''),
  notes: paragraphs(2_000).default('').describe('For staff only'),
  payment_days: count(0, 365).describe('The days until a bill is due'),
  active: z.boolean().default(true).describe('Whether the customer is offered for new stays'),
  contacts: z.array(z.object(contactFields)).max(maxContacts).default([]),
  rates: z
    .array(
      z.object({
        room: id(),
        night: z
          .number()
          .min(0.01)
          .max(10_000_000)
          .multipleOf(0.01, messageKey('error.two_decimals'))
          .describe('The agreed price per night in BDT, including VAT'),
      }),
    )
    .max(200)
    .default([]),
}

const customer = z.object({
  id: z.int(),
  version: z.int(),
  kind: z.enum(customerKinds),
  name: z.string(),
  bin: z.string(),
  address: z.string(),
  notes: z.string(),
  payment_days: z.int(),
  active: z.boolean(),
  contacts: z.array(z.object({ name: z.string(), job: z.string(), email: z.string(), phone: z.string() })),
  rates: z.array(z.object({ room: z.int(), night: z.number() })).describe('The agreed prices per night'),
})
const customerRow = z.object({
  id: z.int(),
  kind: z.enum(customerKinds),
  name: z.string(),
  active: z.boolean(),
  contact: z.string().describe('The name of the first contact'),
  email: z.string(),
  phone: z.string(),
})
const roomPrice = z.object({ room: z.int(), name: z.string(), price: z.number().describe('The usual price per night') })

const limit = { bucket: 'customers', times: 600, seconds: 3600 }

export const customersContract = {
  getCustomers: {
    summary: 'Lists customers by name, in pages. Searches names, contacts and BINs',
    input: z.object({
      search: line(100).optional(),
      view: z.enum(['active', 'inactive', 'all']).default('active'),
      after: line(120).optional(),
    }),
    response: z.object({ data: z.array(customerRow), more: z.string().nullable() }),
    who: 'manage customers',
  },
  getCustomer: {
    summary: 'Returns a customer with its contacts and agreed rates',
    input: z.object({ id: id() }),
    response: customer,
    who: 'manage customers',
  },
  getCustomerNames: {
    summary: 'Lists the names of the active customers, for a choice',
    input: z.object({}),
    response: z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) }),
    who: 'run the desk',
  },
  getRoomPrices: {
    summary: 'Lists the room types with their usual price per night, for agreed rates',
    input: z.object({}),
    response: z.object({ data: z.array(roomPrice) }),
    who: 'manage customers',
  },
  addCustomer: {
    summary: 'Adds a customer',
    input: z.object(customerFields),
    response: customer,
    limit,
    who: 'manage customers',
  },
  saveCustomer: {
    summary: 'Updates a customer with its contacts and agreed rates. Existing stays keep their prices',
    input: z.object({ id: id(), version: id(), ...customerFields }),
    response: customer,
    limit,
    who: 'manage customers',
  },
} satisfies Contract

export type CustomersApi = Client<typeof customersContract>
export type CustomerRecord = z.infer<typeof customer>
export type CustomerRow = z.infer<typeof customerRow>
export type RoomPrice = z.infer<typeof roomPrice>
