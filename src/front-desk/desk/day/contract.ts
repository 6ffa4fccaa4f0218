import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { earningAccounts, moneyAccounts } from '#schema/ledger.ts'
import { languages } from '#routes/public.ts'
import { balanceReasons } from '../balance-reasons.ts'
import { carryOverGroups } from './carry-over.ts'

const guest = z.object({ code: z.string(), name: z.string() })

const reason = () => line(200).default('')

const openDay = z.object({
  day: z.iso.date().nullable().describe('The next day to close; null if there is none'),
  last: z.iso.date().nullable().describe('The last closed day'),
  early: z.boolean().describe('The day has not ended, so closing it needs a reason'),
  carry_over: z
    .array(z.object({ group: z.enum(carryOverGroups), stays: z.int() }))
    .describe('The groups of open items that need a reason to be carried over, with their number of stays'),
  arrivals: z.array(guest).describe('Arrivals to check in or to mark as no-shows'),
  departures: z.array(guest).describe('Departures to check out or to extend'),
  expected: z.array(guest).describe('Guests who have not arrived but may still arrive on a later day'),
  owing: z
    .array(guest.extend({ owed: z.number(), why: z.enum(balanceReasons) }))
    .describe('Open balances and their reasons; below zero: a refund is due. Empty if the caller may not see money'),
  unregistered: z
    .array(guest.extend({ persons: z.int() }))
    .describe('Guests who stayed overnight without a complete entry in the guest register'),
  dirty: z.array(z.string()),
  tasks: z.int(),
})

const stays = z.array(z.object({ code: z.string(), name: z.string().nullable().describe('Null: deleted meanwhile') }))
const revenue = { sold: z.int(), net: z.number(), vat: z.number() }

const closedDay = z.object({
  day: z.iso.date(),
  closed_at: z.iso.datetime(),
  by: z.string(),
  note: z.string(),
  early_reason: z.string().describe('Why the day was closed before its end; empty if it had ended'),
  carried_over: z.array(z.object({ group: z.enum(carryOverGroups), reason: z.string(), stays })),
  reopened: z
    .array(z.object({ at: z.iso.datetime(), by: z.string(), reason: z.string() }))
    .describe('Earlier closings of the day that were undone'),
  previous: z.iso.date().nullable().describe('The closed day before'),
  next: z.iso.date().nullable().describe('The closed day after'),
  rooms: z.object({ units: z.int(), closed: z.int(), sold: z.int() }).nullable().describe('Null: there is no report'),
  money: z
    .object({
      night: z.object(revenue).describe('The revenue of the night itself, however early it was booked'),
      corrections: z
        .array(z.object({ day: z.iso.date(), ...revenue }))
        .describe('Changes of earlier nights since their reports'),
      extras: z.object({ net: z.number(), vat: z.number() }),
      accounts: z.array(z.object({ account: z.enum(moneyAccounts), received: z.number(), back: z.number() })),
      customers: z
        .object({ billed: z.number(), received: z.number() })
        .describe('Billed to customers and received from them. What was received is also among the accounts'),
      posted: z
        .array(z.object({ account: z.enum(earningAccounts), amount: z.number() }))
        .describe('Charges recorded on bills that day, including nights of later days'),
      balances: z.array(
        z.object({ code: z.string(), name: z.string().nullable(), owed: z.number(), why: z.enum(balanceReasons) }),
      ),
    })
    .nullable()
    .describe('Null: there is no report, or the caller may not see money'),
})

export const dayContract = {
  getDay: {
    summary: 'Returns the next day to close and its open items',
    input: z.object({}),
    response: openDay,
    who: 'run the desk',
  },
  closeDay: {
    summary: 'Closes a day. No more arrivals can be recorded for it, and later payments count for the next day',
    input: z.object({
      day: day(),
      note: paragraphs(1_000).default(''),
      early_reason: reason().describe('Why the day is closed before its end'),
      expected_reason: reason().describe('Why expected arrivals are carried over'),
      unpaid_reason: reason().describe('Why open balances are carried over'),
      unregistered_reason: reason().describe('Why guests are not in the register yet'),
      cash_reason: reason().describe('Why the cash was not counted'),
    }),
    response: openDay,
    who: 'run the desk',
  },
  reopenDay: {
    summary: 'Reopens the last closed day. Money that counts for the next day stays there',
    input: z.object({ day: day(), reason: requiredLine(200) }),
    response: openDay,
    who: 'reopen days',
  },
  getClosedDay: {
    summary: 'Returns the report of a closed day, as it was at the closing',
    input: z.object({ day: day() }),
    response: closedDay,
    who: 'run the desk',
  },
  getDailyReportPdf: {
    summary: 'Returns the report of a closed day as a PDF',
    input: z.object({ day: day(), language: z.enum(languages) }),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'daily-report.pdf' },
    who: 'see money',
  },
  getDailyReportFile: {
    summary: 'Returns the report of a closed day as a table',
    input: z.object({ day: day() }),
    response: z.unknown(),
    file: 'sent',
    who: 'see money',
  },
} satisfies Contract

export type DayApi = Client<typeof dayContract>
export type OpenDay = z.infer<typeof openDay>
export type ClosedDay = z.infer<typeof closedDay>
