import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { paymentMethods } from '#schema/bills.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'
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
  id: z.int().nullable().describe('Null: nothing has come, as far as anybody knows'),
  attempt: z.int(),
  ...stay,
  reason: z.string().describe('Why it was not simply taken'),
  amount: z.number(),
  currency: z.string(),
  asked: z.number().describe('BDT that were to be paid'),
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
  most: z.number().describe('BDT of it that are still owed to whoever paid'),
  by_hand: z.boolean().describe('At the desk, and not by the gateway'),
  means: z.string(),
  number: z.string().describe('What the gateway calls it'),
  at: z.iso.datetime(),
})

const received = z.object({
  id: z.int(),
  ...stay,
  state: z.enum(['taken', 'review', 'refused']),
  amount: z.number(),
  currency: z.string(),
  means: z.string(),
  tran_id: z.string(),
  at: z.iso.datetime(),
})

const payments = z.object({
  to_look_at: z.array(paymentInReview),
  refunds: z.array(refund),
  received: z.array(received).describe('The last that came'),
})

const takings = z.object({
  day: z.iso.date(),
  came: z.array(z.object({ account: z.enum(moneyAccounts), received: z.number(), back: z.number() })),
  earned: z.array(z.object({ account: z.enum(earningAccounts), amount: z.number() })),
})

const settlementLine = z.object({
  line: z.int(),
  tran_id: z.string(),
  amount: z.number(),
  kept: z.number(),
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
    summary: 'What came by the gateway: what somebody must look at, what goes back, and the last that came',
    input: emptyObject,
    answer: payments,
    who: 'see money',
  },
  acceptPayment: {
    summary: 'Take a payment that was looked at: it goes on the bill, and a stay that waited for it is confirmed',
    input: z.object({ id: id() }),
    answer: payments,
    who: 'take money',
  },
  refusePayment: {
    summary: 'Not take it: it goes back, or was settled otherwise',
    input: z.object({ id: id(), goes_back: z.boolean(), reason: requiredLine(200) }),
    answer: payments,
    who: 'give money back',
  },
  askPaymentAgain: {
    summary: 'Ask the gateway once more what became of a payment of which nobody knows',
    input: z.object({ attempt: id() }),
    answer: payments,
    who: 'take money',
  },
  closePayment: {
    summary: 'Say that a payment of which nobody knows was never made',
    input: z.object({ attempt: id(), reason: requiredLine(200) }),
    answer: payments,
    who: 'take money',
  },
  approveRefund: {
    summary: 'Give money back, all of what is proposed or a part; never more than is owed to whoever paid',
    input: z.object({ id: id(), amount: amount(), reason: line(200).default('') }),
    answer: payments,
    who: 'give money back',
  },
  dismissRefund: {
    summary: 'Not make a refund: it was given back otherwise, or is owed no more',
    input: z.object({ id: id(), reason: requiredLine(200) }),
    answer: payments,
    who: 'give money back',
  },
  askRefundAgain: {
    summary: 'Ask the gateway for a refund that it would not make, as another one',
    input: z.object({ id: id() }),
    answer: payments,
    who: 'give money back',
  },
  settleRefund: {
    summary: 'Say of a refund of which nobody knows whether it was made',
    input: z.object({ id: id(), was_made: z.boolean() }),
    answer: payments,
    who: 'give money back',
  },
  giveBackAtDesk: {
    summary: 'Give money back by hand, and write it on the bill',
    input: z.object({ id: id(), method: z.enum(paymentMethods), reference: line(80).default('') }),
    answer: payments,
    who: 'give money back',
  },
  giveBackOnline: {
    summary: 'Give back by the gateway what was paid by it for a stay, as much as is owed to whoever paid',
    input: z.object({ code: code(), amount: amount(), reason: requiredLine(200) }),
    answer: emptyObject,
    keyed: true,
    who: 'give money back',
  },
  sendPayLink: {
    summary: 'Send whoever booked a link by which they pay what is owed',
    input: z.object({ code: code(), sentence: paragraphs(500).default('') }),
    answer: emptyObject,
    who: 'take money',
  },
  getTakings: {
    summary: 'What came in on a day and went back, by kind, and what it was earned with',
    input: z.object({ day: day().optional().describe('Today, if nothing is said') }),
    answer: takings,
    who: 'see money',
  },
  readSettlement: {
    summary: 'Read the file of a settlement of the gateway, and compare it with what came',
    input: z.object({ name: requiredLine(120), text: z.string().max(1_000_000) }),
    answer: z.object({ id: z.int() }),
    mostBytes: 3_000_000,
    who: 'take money',
  },
  getSettlements: {
    summary: 'The settlements that were read, the last first',
    input: emptyObject,
    answer: z.object({
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
    summary: 'A settlement line by line: what matches, what differs, what is unknown, and what is missing in it',
    input: z.object({ id: id() }),
    answer: settlement,
    who: 'see money',
  },
} satisfies Contract

export type PaymentsOfficeApi = Client<typeof paymentsOfficeContract>
export type PaymentsOverview = z.infer<typeof payments>
export type TakingsReport = z.infer<typeof takings>
export type SettlementDetails = z.infer<typeof settlement>
