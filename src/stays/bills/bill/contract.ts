import { z } from 'zod'
import type { CallOptions, Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { customerOfStay } from '../../customers/contract.ts'
import { billedMethods, deskMethods } from '#schema/bills.ts'
import { languages, type Language } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const code = () => requiredLine(40)
/** An amount in BDT, precise to the poisha. */
const amount = () =>
  z
    .number()
    .min(0.01)
    .max(10_000_000)
    .multipleOf(0.01, 'error.two_decimals' satisfies MessageKey)
const reason = () => requiredLine(200)

const reversal = z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }).nullable()

const bill = z.object({
  code: z.string(),
  name: z.string(),
  language: z.enum(languages),
  rooms: z.array(
    z.object({
      booking: z.int(),
      name: z.string(),
      status: z.string(),
      checkin: z.iso.date(),
      checkout: z.iso.date(),
      nights: z
        .array(z.object({ night: z.iso.date(), price: z.number() }))
        .describe('Empty: the room was cancelled for a fee'),
      total: z.number(),
    }),
  ),
  charges: z.array(
    z.object({
      id: z.int(),
      day: z.iso.date(),
      room: z.string().nullable().describe('Only for stays with several rooms'),
      name: z.string(),
      quantity: z.int(),
      total: z.number(),
      by: z.string(),
      reversal,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      amount: z.number().describe('Below zero: a refund'),
      method: z.enum(billedMethods),
      reference: z.string(),
      reason: z.string(),
      by: z.string().describe('Empty: recorded automatically'),
      reversal,
      can_void: z.boolean().describe('Whether the caller may void the payment: their own recent entry, or any entry'),
    }),
  ),
  costs: z.number(),
  vat: z.number().describe('VAT included in the prices'),
  service: z.number().describe('Service charge included in the prices, after subtracting the VAT'),
  paid: z.number(),
  owed: z.number().describe('Below zero: a refund is due'),
  takes_money: z.boolean().describe('Whether the status of the stay allows payments at the desk'),
  paid_online: z.number().describe('Payments received online and not refunded'),
  takes_online: z.boolean().describe('Whether a payment link for the balance can be sent'),
  extras: z.array(z.object({ id: z.int(), name: z.string(), price: z.number() })).describe('Extras for sale'),
  customer: customerOfStay(),
})

export const paymentFields = {
  amount: amount(),
  method: z.enum(deskMethods),
  reference: line(80).default(''),
}

export const billContract = {
  getBill: {
    summary: 'Returns the bill of a stay: nights, charges, payments and the balance',
    input: z.object({ code: code() }),
    response: bill,
    who: 'see money',
  },
  getBillPdf: {
    summary: 'Returns the bill as a PDF',
    input: z.object({ code: code(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'bill.pdf' },
    who: 'see money',
  },
  addCharge: {
    summary: 'Adds a charge to the bill of a stay. The price includes VAT at the current rate',
    input: z.object({
      code: code(),
      booking: id().describe('The room of the stay'),
      extra: id().nullable().default(null).describe('An extra from the list; null for other charges'),
      name: requiredLine(80).describe('Extras always get their name from the list'),
      quantity: count(1, 999),
      each: amount(),
    }),
    response: bill,
    keyed: true,
    who: 'take money',
  },
  takePayment: {
    summary: 'Records a payment for a stay, at most the balance',
    input: z.object({ code: code(), ...paymentFields }),
    response: bill,
    keyed: true,
    who: 'take money',
  },
  recordRefund: {
    summary: 'Records a refund, at most the amount received',
    input: z.object({ code: code(), ...paymentFields, reason: reason() }),
    response: bill,
    keyed: true,
    who: 'give money back',
  },
  voidCharge: {
    summary: 'Voids a charge that was added by mistake',
    input: z.object({ code: code(), id: id(), reason: reason() }),
    response: bill,
    who: 'give money back',
  },
  voidPayment: {
    summary:
      'Voids a payment that was recorded by mistake. Staff can void their own payments within minutes; others require the permission to refund',
    input: z.object({ code: code(), id: id(), reason: reason() }),
    response: bill,
    who: 'take money',
  },
} satisfies Contract

export type BillApi = Client<typeof billContract>

/** The payment endpoints that the bill page calls. */
export interface OnlinePaymentApi {
  getReceiptPdf(input: { id: number; language: Language }): Promise<BlobPart>
  sendPayLink(input: { code: string; message: string }): Promise<object>
  refundOnline(input: { code: string; amount: number; reason: string }, options: CallOptions): Promise<object>
}
export type BillDetails = z.infer<typeof bill>
