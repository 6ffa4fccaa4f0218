import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { day, paragraphs } from '#platform/http/fields.ts'

const guest = z.object({ code: z.string(), name: z.string() })

const openDay = z.object({
  day: z.iso.date().nullable().describe('The day that is to be closed next; null where none is'),
  last: z.iso.date().nullable().describe('The last one that was closed'),
  arrivals: z.array(guest).describe('Of whom it must be said that they came or did not'),
  departures: z.array(guest).describe('Of whom it must be said that they left or stay on'),
  expected: z.array(guest).describe('Who has not come, and may still come on another day'),
  owing: z
    .array(guest.extend({ owed: z.number(), why: z.enum(['left', 'no_show', 'cancelled', 'here', 'back']) }))
    .describe('What is to be paid, or below zero to be paid back, and why; none for who may not see money'),
  unregistered: z
    .array(guest.extend({ persons: z.int() }))
    .describe('Who slept here and does not stand in the register of guests'),
  dirty: z.array(z.string()),
  tasks: z.int(),
})

export const dayContract = {
  getDay: {
    summary: 'The day that is to be closed next, and what is open in it',
    input: z.object({}),
    answer: openDay,
    who: 'run the desk',
  },
  closeDay: {
    summary: 'Close a day: nobody arrives in it any more',
    input: z.object({ day: day(), note: paragraphs(1_000).default('') }),
    answer: openDay,
    who: 'run the desk',
  },
} satisfies Contract

export type DayApi = Client<typeof dayContract>
export type OpenDay = z.infer<typeof openDay>
