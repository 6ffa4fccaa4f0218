import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { bookingStatus } from '#stays/bookings/office/contract.ts'
import { deskStatuses } from '#stays/bookings/office/desk-status.ts'
import { languages } from '#routes/public.ts'
import { billedMethods, paymentMethods } from '#schema/bills.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)

const agedBalance = {
  balance: z.number().describe('Below zero: a credit balance'),
  not_due: z.number(),
  overdue_30: z.number().describe('Overdue for 1 to 30 days'),
  overdue_60: z.number().describe('Overdue for 31 to 60 days'),
  overdue_90: z.number().describe('Overdue for 61 to 90 days'),
  overdue_more: z.number().describe('Overdue for more than 90 days'),
}

const statementLine = z.object({
  day: z.iso.date(),
  amount: z.number().describe('Above zero: billed; below zero: received or refunded'),
  balance: z.number().describe('The balance after this line. Below zero: a credit balance'),
  stay: z
    .object({ code: z.string(), guest: z.string(), invoices: z.array(z.string()) })
    .nullable()
    .describe('Null: a payment of the customer'),
  method: z.enum(billedMethods),
  reference: z.string(),
  due_day: z.iso.date().nullable().describe('The last day to pay a bill in time'),
  is_reversal: z.boolean(),
  voidable: z.int().nullable().describe('The ID of a payment that the caller may void'),
})

const unbilledStay = z.object({
  code: z.string(),
  guest: z.string(),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: bookingStatus(),
  desk_status: z.enum(deskStatuses),
  amount: z.number().describe('The open balance'),
})

const account = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  today: z.iso.date(),
  opening: z.number(),
  lines: z.array(statementLine).describe('Oldest first'),
  closing: z.number(),
  ...agedBalance,
  unbilled: z.number().describe('The sum of the open balances in `unbilled_stays`. It is not part of the balance'),
  unbilled_stays: z
    .array(unbilledStay)
    .describe('The stays of the customer that are neither billed to it nor paid, earliest arrival first'),
})

const period = { from: day().optional().describe('By default 90 days ago'), to: day().optional() }

export const customerAccountContract = {
  getCustomerAccount: {
    summary: 'Returns the account of a customer for a period: bills, payments and the balance by age',
    input: z.object({ id: id(), ...period }),
    response: account,
    who: 'see money',
  },
  getStatementPdf: {
    summary: 'Returns the statement of a customer as a PDF',
    input: z.object({ id: id(), ...period, language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'statement.pdf' },
    who: 'see money',
  },
  takeCustomerPayment: {
    summary: 'Records a payment of a customer. It settles the bills that are due first',
    input: z.object({
      id: id(),
      amount: z
        .number()
        .min(0.01)
        .max(100_000_000)
        .multipleOf(0.01, 'error.two_decimals' satisfies MessageKey),
      method: z.enum(paymentMethods),
      reference: line(80).default(''),
    }),
    response: account,
    keyed: true,
    who: 'take money',
  },
  voidCustomerPayment: {
    summary:
      'Voids a payment of a customer that was recorded by mistake. Staff can void their own payments within minutes; others require the permission to refund',
    input: z.object({ id: id(), payment: id(), reason: requiredLine(200) }),
    response: account,
    who: 'take money',
  },
  getReceivables: {
    summary: 'Lists the customers with a balance, by age of the open amounts',
    input: z.object({}),
    response: z.object({
      data: z.array(z.object({ id: z.int(), name: z.string(), ...agedBalance })),
      ...agedBalance,
    }),
    who: 'see money',
  },
  getReceivablesFile: {
    summary: 'Exports the receivables as a table. The export is recorded in the audit log',
    input: z.object({}),
    response: z.unknown(),
    file: 'sent',
    who: 'see money',
  },
} satisfies Contract

export type CustomerAccountApi = Client<typeof customerAccountContract>
export type CustomerAccount = z.infer<typeof account>
export type Receivables = z.infer<(typeof customerAccountContract.getReceivables)['response']>
