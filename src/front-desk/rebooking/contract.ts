import { z } from 'zod'
import { changeOptions, changePlan, otherDates, stayChange } from '#stays/bookings/change/contract.ts'
import type { Client, Contract } from '#platform/contract.ts'

const limit = { bucket: 'stay change', times: 120, seconds: 3600 }

export const rebookingContract = {
  getChangeOptions: {
    summary:
      'Lists the room types to which each room of a stay can change on some dates. The guest signs in and sends the reference, or uses the link from the email',
    input: otherDates,
    response: changeOptions,
    who: 'stay link',
    limit: { ...limit, bucket: 'stay change options' },
  },
  previewStayChange: {
    summary: 'Previews a change of dates, room types and guests: the new price, or why it is not possible',
    input: stayChange,
    response: changePlan,
    who: 'stay link',
    limit,
  },
  changeStay: {
    summary:
      'Changes the dates, room types and guests of a stay. A repeated request has no effect and gets the same response',
    input: stayChange.extend({
      total: z
        .number()
        .min(0)
        .max(1_000_000_000)
        .describe('The total in BDT that the guest saw. The request is rejected if it differs'),
    }),
    response: z.object({ message: z.string(), checkin: z.iso.date(), checkout: z.iso.date(), total: z.number() }),
    who: 'stay link',
    limit,
  },
} satisfies Contract

export type RebookingApi = Client<typeof rebookingContract>
