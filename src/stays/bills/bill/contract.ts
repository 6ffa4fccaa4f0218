import { z } from 'zod'
import type { CallOptions, Client, Contract } from '#platform/contract.ts'
import { count, line, requiredLine } from '#platform/http/fields.ts'
import { paymentMethods } from '#schema/bills.ts'
import { languages } from '#routes/public.ts'
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
        .describe('None: it was given back at a cost'),
      total: z.number(),
    }),
  ),
  charges: z.array(
    z.object({
      id: z.int(),
      day: z.iso.date(),
      room: z.string().nullable().describe('Where the stay has several'),
      name: z.string(),
      quantity: z.int(),
      total: z.number(),
      by: z.string(),
      taken_back: reversal,
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      amount: z.number().describe('Below zero: given back'),
      method: z.enum([...paymentMethods, 'online']),
      reference: z.string(),
      reason: z.string(),
      by: z.string().describe('Empty: it came by itself'),
      taken_back: reversal,
      may_take_back: z
        .boolean()
        .describe('Whether whoever asks may take it back, as a slip of their own or as anybody’s'),
    }),
  ),
  costs: z.number(),
  vat: z.number().describe('In the prices'),
  service: z.number().describe('Service charge in the prices, on what is left without the VAT'),
  paid: z.number(),
  owed: z.number().describe('Below zero: to be given back'),
  takes_money: z.boolean().describe('Whether its state lets the desk take money for it'),
  paid_online: z.number().describe('Of what was received, by the website and not given back yet'),
  takes_online: z.boolean().describe('Whether a link can be sent by which what is owed is paid'),
  extras: z
    .array(z.object({ id: z.int(), name: z.string(), price: z.number() }))
    .describe('What the house sells beside'),
})

const paymentFields = {
  code: code(),
  amount: amount(),
  method: z.enum(paymentMethods),
  reference: line(80).default(''),
}

export const billContract = {
  getBill: {
    summary: 'What a stay costs with all that came to it, what was received for it, and what is owed',
    input: z.object({ code: code() }),
    answer: bill,
    who: 'see money',
  },
  getBillPaper: {
    summary: 'The same on paper, as a PDF',
    input: z.object({ code: code(), language: z.enum(languages) }),
    answer: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'bill.pdf' },
    who: 'see money',
  },
  addCharge: {
    summary: 'Put something on the bill of a stay beside its nights, with the VAT of today in its price',
    input: z.object({
      code: code(),
      booking: id().describe('In which of its rooms'),
      extra: id().nullable().default(null).describe('From the list; null for what is not in it'),
      name: requiredLine(80).describe('What is on the list is called as there'),
      quantity: count(1, 999),
      each: amount(),
    }),
    answer: bill,
    keyed: true,
    who: 'take money',
  },
  takePayment: {
    summary: 'Money that was received for a stay; never more than is owed',
    input: z.object(paymentFields),
    answer: bill,
    keyed: true,
    who: 'take money',
  },
  payBack: {
    summary: 'Money that is given back; never more than was received',
    input: z.object({ ...paymentFields, reason: reason() }),
    answer: bill,
    keyed: true,
    who: 'give money back',
  },
  voidCharge: {
    summary: 'Take something from the bill that was put on it by mistake',
    input: z.object({ code: code(), id: id(), reason: reason() }),
    answer: bill,
    who: 'give money back',
  },
  voidPayment: {
    summary:
      'Take a payment back that was written down by mistake: one’s own within minutes, others as whoever may give back',
    input: z.object({ code: code(), id: id(), reason: reason() }),
    answer: bill,
    who: 'take money',
  },
} satisfies Contract

export type BillApi = Client<typeof billContract>

/** The online payment endpoints that the bill page calls. */
export interface OnlinePaymentApi {
  sendPayLink(input: { code: string; sentence: string }): Promise<object>
  giveBackOnline(input: { code: string; amount: number; reason: string }, options: CallOptions): Promise<object>
}
export type BillTold = z.infer<typeof bill>
