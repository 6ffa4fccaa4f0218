import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { deskMethods } from '#schema/bills.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'
import { languages } from '#routes/public.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)
const code = () => requiredLine(40)
const amount = () =>
  z
    .number()
    .min(0.01)
    .max(10_000_000)
    .multipleOf(0.01, 'error.two_decimals' satisfies MessageKey)
const emptyObject = z.object({})

const stay = { code: z.string(), name: z.string() }

const paymentInReview = z.object({
  id: z.int().nullable().describe('Null: no payment is known to have arrived'),
  attempt: z.int(),
  ...stay,
  reason: z.string().describe('Why the payment was not accepted automatically'),
  amount: z.number(),
  currency: z.string(),
  requested_amount: z.number().describe('The requested amount in BDT'),
  means: z.string(),
  risk: z.string(),
  tran_id: z.string(),
  at: z.iso.datetime(),
})

const refund = z.object({
  id: z.int(),
  ...stay,
  phone: z.string(),
  state: z.enum(['to approve', 'queued', 'processing', 'unsure', 'failed']),
  why: z.string(),
  reason: z.string(),
  trouble: z.string(),
  amount: z.number(),
  refundable_amount: z.number().describe('The part of it in BDT that is still due to the payer'),
  by_hand: z.boolean().describe('Whether the desk makes the refund, not the gateway'),
  billed_to: z.string().nullable().describe('The customer to whom the stay is billed'),
  means: z.string(),
  number: z.string().describe('The reference at the gateway'),
  at: z.iso.datetime(),
})

const receivedPayment = z.object({
  id: z.int(),
  ...stay,
  state: z.enum(['taken', 'review', 'refused']),
  amount: z.number(),
  currency: z.string(),
  means: z.string(),
  tran_id: z.string(),
  at: z.iso.datetime(),
  payment: z.int().nullable().describe('The payment on the bill, which has a receipt'),
  language: z.enum(languages).describe('The language of the guest'),
})

const payments = z.object({
  today: z
    .object({
      day: z.iso.date(),
      received: z.number(),
      online: z.number().describe('The part that came through the gateway'),
      refunded: z.number(),
    })
    .describe('The takings of the open day, by all payment methods'),
  under_review: z.array(paymentInReview),
  refunds: z.array(refund),
  received: z.array(receivedPayment).describe('The latest received payments'),
})

const takings = z.object({
  day: z.iso.date(),
  accounts: z.array(z.object({ account: z.enum(moneyAccounts), received: z.number(), back: z.number() })),
  customers: z.object({ billed: z.number(), received: z.number() }),
  earned: z.array(z.object({ account: z.enum(earningAccounts), amount: z.number() })),
})

const settlementLine = z.object({
  line: z.int(),
  tran_id: z.string(),
  amount: z.number(),
  fee: z.number(),
  outcome: z.enum(['matched', 'differs', 'unknown', 'twice']),
  note: z.string(),
  code: z.string().nullable(),
})
const settlement = z.object({
  id: z.int(),
  name: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  lines: z.array(settlementLine),
  missing: z.array(z.object({ ...stay, tran_id: z.string(), amount: z.number(), at: z.iso.datetime() })),
  paid_out: z.number(),
})

export const paymentsOfficeContract = {
  getPayments: {
    summary:
      'Lists online payments: those to review, the refunds in progress, and the latest received, with the takings of today',
    input: emptyObject,
    response: payments,
    who: 'see money',
  },
  getReceiptPdf: {
    summary: 'Returns the receipt of a payment or a refund as a PDF',
    input: z.object({ id: id(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'receipt.pdf' },
    who: 'see money',
  },
  acceptPayment: {
    summary: 'Accepts a payment under review. It is added to the bill, and a stay that waits for it is confirmed',
    input: z.object({ id: id() }),
    response: payments,
    who: 'take money',
  },
  rejectPayment: {
    summary: 'Rejects a payment under review. It is refunded, or was settled another way',
    input: z.object({ id: id(), is_refunded: z.boolean(), reason: requiredLine(200) }),
    response: payments,
    who: 'give money back',
  },
  queryPaymentAgain: {
    summary: 'Queries the gateway again about a payment with unknown outcome',
    input: z.object({ attempt: id() }),
    response: payments,
    who: 'take money',
  },
  closePayment: {
    summary: 'Closes a payment with unknown outcome as never made',
    input: z.object({ attempt: id(), reason: requiredLine(200) }),
    response: payments,
    who: 'take money',
  },
  approveRefund: {
    summary: 'Approves a refund of the proposed amount or less, at most the amount due to the payer',
    input: z.object({ id: id(), amount: amount(), reason: line(200).default('') }),
    response: payments,
    who: 'give money back',
  },
  dismissRefund: {
    summary: 'Dismisses a refund that was paid another way or is no longer due',
    input: z.object({ id: id(), reason: requiredLine(200) }),
    response: payments,
    who: 'give money back',
  },
  retryRefund: {
    summary: 'Requests a refund that the gateway has refused again, as a new refund',
    input: z.object({ id: id() }),
    response: payments,
    who: 'give money back',
  },
  resolveRefund: {
    summary: 'Records whether a refund with unknown outcome was made',
    input: z.object({ id: id(), was_made: z.boolean() }),
    response: payments,
    who: 'give money back',
  },
  refundAtDesk: {
    summary: 'Records a refund that the desk has paid, on the bill',
    input: z.object({ id: id(), method: z.enum(deskMethods), reference: line(80).default('') }),
    response: payments,
    who: 'give money back',
  },
  refundOnline: {
    summary: 'Refunds an online payment through the gateway, at most the amount due to the payer',
    input: z.object({ code: code(), amount: amount(), reason: requiredLine(200) }),
    response: emptyObject,
    keyed: true,
    who: 'give money back',
  },
  sendPayLink: {
    summary: 'Emails the guest a link to pay the balance',
    input: z.object({ code: code(), message: paragraphs(500).default('') }),
    response: emptyObject,
    who: 'take money',
  },
  getTakings: {
    summary: 'Returns the payments and refunds of a day by method, and the revenue of the day by account',
    input: z.object({ day: day().optional().describe('Today by default') }),
    response: takings,
    who: 'see money',
  },
  importSettlement: {
    summary: 'Imports a settlement file of the gateway and compares it with the received payments',
    input: z.object({ name: requiredLine(120), text: z.string().max(1_000_000) }),
    response: z.object({ id: z.int() }),
    maxBytes: 3_000_000,
    who: 'take money',
  },
  getSettlements: {
    summary: 'Lists the imported settlements, newest first',
    input: emptyObject,
    response: z.object({
      data: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          at: z.iso.datetime(),
          by: z.string(),
          paid_out: z.number(),
          unmatched: z.int(),
        }),
      ),
    }),
    who: 'see money',
  },
  getSettlement: {
    summary: 'Returns a settlement by line: matching, different, unknown and missing payments',
    input: z.object({ id: id() }),
    response: settlement,
    who: 'see money',
  },
} satisfies Contract

export type PaymentsOfficeApi = Client<typeof paymentsOfficeContract>
export type PaymentsOverview = z.infer<typeof payments>
export type TakingsReport = z.infer<typeof takings>
export type SettlementDetails = z.infer<typeof settlement>
