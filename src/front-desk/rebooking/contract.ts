import { z } from 'zod'
import { whichStay } from '#stays/bookings/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { day } from '#platform/http/fields.ts'

const otherDates = z.object({ ...whichStay, checkin: day(), checkout: day() })
const limit = { bucket: 'other dates', times: 120, seconds: 3600 }

const plan = z.object({
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  total: z.number().describe('BDT that the stay costs then'),
  difference: z.number().describe('BDT that it costs more than now; below zero, less'),
  goes_back: z.number().describe('BDT of what was paid that are given back then'),
  terms: z.string().describe('What it costs to cancel then'),
})

export const rebookingContract = {
  planDates: {
    summary:
      'What a stay would cost on other days, and what is against them: by its reference for whoever booked it, or by the link in its letter. Nothing is changed',
    input: otherDates,
    answer: plan,
    who: 'whoever booked',
    limit,
  },
  changeDates: {
    summary: 'Come on other days than were booked. Again, it is answered alike and nothing happens',
    input: otherDates.extend({
      total: z
        .number()
        .min(0)
        .max(1_000_000_000)
        .describe('BDT that the person was told it costs then: refused where it is otherwise'),
    }),
    answer: z.object({ message: z.string(), checkin: z.iso.date(), checkout: z.iso.date(), total: z.number() }),
    who: 'whoever booked',
    limit,
  },
} satisfies Contract

export type RebookingApi = Client<typeof rebookingContract>
