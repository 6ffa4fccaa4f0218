import { z } from 'zod'
import { stayReferenceFields } from '#stays/bookings/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { day } from '#platform/http/fields.ts'

const otherDates = z.object({ ...stayReferenceFields, checkin: day(), checkout: day() })
const limit = { bucket: 'other dates', times: 120, seconds: 3600 }

const plan = z.object({
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  total: z.number().describe('The new total of the stay in BDT'),
  difference: z.number().describe('The difference to the current total in BDT; below zero: it costs less'),
  goes_back: z.number().describe('The amount in BDT that would be refunded'),
  terms: z.string().describe('The cancellation terms of the new dates'),
})

export const rebookingContract = {
  previewDates: {
    summary:
      'Previews a change of dates: the new price, or why it is not possible. The guest signs in and sends the reference, or uses the link from the email',
    input: otherDates,
    answer: plan,
    who: 'stay link',
    limit,
  },
  changeDates: {
    summary: 'Changes the dates of a stay. A repeated request has no effect and gets the same response',
    input: otherDates.extend({
      total: z
        .number()
        .min(0)
        .max(1_000_000_000)
        .describe('The total in BDT that the guest saw. The request is rejected if it differs'),
    }),
    answer: z.object({ message: z.string(), checkin: z.iso.date(), checkout: z.iso.date(), total: z.number() }),
    who: 'stay link',
    limit,
  },
} satisfies Contract

export type RebookingApi = Client<typeof rebookingContract>
