import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
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
    .array(guest.extend({ owed: z.number(), why: z.enum(['left', 'no_show', 'cancelled', 'here', 'back']) }))
    .describe('Open balances and their reasons; below zero: a refund is due. Empty if the caller may not see money'),
  unregistered: z
    .array(guest.extend({ persons: z.int() }))
    .describe('Guests who stayed overnight and are missing in the guest register'),
  dirty: z.array(z.string()),
  tasks: z.int(),
})

export const dayContract = {
  getDay: {
    summary: 'Returns the next day to close and its open items',
    input: z.object({}),
    answer: openDay,
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
    answer: openDay,
    who: 'run the desk',
  },
  reopenDay: {
    summary: 'Reopens the last closed day. Money that counts for the next day stays there',
    input: z.object({ day: day(), reason: requiredLine(200) }),
    answer: openDay,
    who: 'reopen days',
  },
} satisfies Contract

export type DayApi = Client<typeof dayContract>
export type OpenDay = z.infer<typeof openDay>
