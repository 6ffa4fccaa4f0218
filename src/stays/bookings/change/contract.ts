import { z } from 'zod'
import { day } from '#platform/http/fields.ts'
import { partyRoom } from '../../availability/contract.ts'
import { maxRoomsPerStay } from '../../availability/party.ts'
import { bookedRoom, stayReferenceFields } from '../contract.ts'

/* The input and the responses of the endpoints that change a stay. The pages of a stay depend only on these types. */

export const otherDates = z.object({ ...stayReferenceFields, checkin: day(), checkout: day() })

export const stayChange = otherDates.extend({
  rooms: z
    .array(partyRoom())
    .min(1)
    .max(maxRoomsPerStay)
    .optional()
    .describe(
      'All rooms of the stay in their order, with their room type and guests. Without it, they stay as they are',
    ),
})

const roomOption = z.object({
  slug: z.string(),
  name: z.string(),
  max_adults: z.int(),
  max_children: z.int(),
  max_guests: z.int(),
  total: z.number().describe('The total in BDT of this room if it has this type on these dates'),
  available: z.int().describe('How many rooms of the stay can have this type on these dates; 0: not available'),
})

export const changeOptions = z.object({
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  rooms: z
    .array(
      z.object({
        name: z.string(),
        slug: z.string(),
        adult: z.int(),
        child: z.int(),
        options: z.array(roomOption).describe('The room types by price'),
      }),
    )
    .describe('Each room as booked, and what it can change to. Empty for stays whose rooms cannot be changed online'),
})

const stayState = z.object({
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  rooms: z.array(bookedRoom),
  total: z.number(),
})

export const changePlan = stayState.extend({
  before: stayState.describe('The stay as it is now'),
  difference: z.number().describe('The difference to the current total in BDT; below zero: it costs less'),
  due: z.number().describe('The amount in BDT to pay after the change'),
  due_text: z.string().nullable().describe('Until when the amount due is to be paid, as a sentence; null: no deadline'),
  refund: z.number().describe('The amount in BDT that would be refunded'),
  terms: z.string().describe('The cancellation terms after the change'),
})

type StayChange = z.input<typeof stayChange>
export type RoomChoice = NonNullable<StayChange['rooms']>[number]
export type ChangeOptions = z.infer<typeof changeOptions>
export type RoomOptions = ChangeOptions['rooms'][number]
export type ChangePlan = z.infer<typeof changePlan>

/** The endpoints that the pages of a stay need. */
export interface StayChangesApi {
  getChangeOptions(dates: z.input<typeof otherDates>): Promise<ChangeOptions>
  previewStayChange(change: StayChange): Promise<ChangePlan>
  changeStay(change: StayChange & { total: number }): Promise<{ message: string }>
}
