import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, paragraphs } from '#platform/http/fields.ts'

const guest = z.object({ code: z.string(), name: z.string() })

const openDay = z.object({
  day: z.iso.date().nullable().describe('The next day to close; null if there is none'),
  last: z.iso.date().nullable().describe('The last closed day'),
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
    summary: 'Closes a day. No more arrivals can be recorded for it',
    input: z.object({ day: day(), note: paragraphs(1_000).default('') }),
    answer: openDay,
    who: 'run the desk',
  },
} satisfies Contract

export type DayApi = Client<typeof dayContract>
export type OpenDay = z.infer<typeof openDay>
