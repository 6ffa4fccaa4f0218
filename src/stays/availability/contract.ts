import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { termsView } from '../policies/contract.ts'
import { roomShape } from '../rooms/contract.ts'
import type { MessageKey } from '#locales/translator.ts'
import { maxRoomsPerStay } from './party.ts'

/** The adults of a booked room. */
export const adults = () =>
  z
    .int()
    .min(1, 'error.adult_needed' satisfies MessageKey)
    .max(18)
const children = () => count(0, 18)
export const packageField = () =>
  line(200).optional().describe('The slug of a stay package. Its price applies, and the stay must have its nights')
const id = () => count(1, 2_147_483_647)
const bdt = () => count(0, 1_000_000_000)

const search = z.object({
  check_in: day(),
  check_out: day(),
  adult: count(0, 100),
  child: count(0, 100),
})

const offeredRoom = roomShape.extend({
  nights: z.int(),
  per_night: z.number().describe('The average price per night in BDT'),
  varies: z.boolean().describe('Whether the nights have different prices'),
  total: z.number().describe('The total of the stay in BDT, including VAT'),
})

const freeRoom = offeredRoom.extend({
  free_cancellation: z
    .string()
    .nullable()
    .describe('Until when the stay can be cancelled without a fee, as text. Null: cancelling costs a fee once booked'),
})

/** A room type and the guests of the room. */
export const partyRoom = () => z.object({ slug: requiredLine(200), adult: adults(), child: children() })

/** The rooms of a party that needs several, with the guests of each room. */
export const partyRooms = <Shape extends z.ZodRawShape>(moreFields: Shape) =>
  z.array(partyRoom().extend(moreFields)).min(2).max(maxRoomsPerStay)

const roomCombination = z.object({
  rooms: z.array(offeredRoom.extend({ adult: z.int(), child: z.int() })),
  total: z.number(),
})

const alternativeSearch = z.object({
  kind: z.enum(['earlier', 'later', 'shorter', 'fewer']),
  check_in: z.iso.date(),
  check_out: z.iso.date(),
  adult: z.int(),
  child: z.int(),
  found: z.int().describe('The number of available rooms, at most one page'),
})

const nearOffer = z.object({
  slug: z.string(),
  text: z.string().describe('The dates, or the name of the room'),
  total: z.number().describe('The total of the stay in BDT, including VAT'),
  check_in: z.iso.date(),
  check_out: z.iso.date(),
  adult: z.int(),
  child: z.int(),
  package: z.string().optional().describe('The package of the request, if it applies to this stay'),
  path: z.string().describe('The page of the room with this stay'),
})

const nearStays = z.object({
  title: z.string().describe('Why the room cannot be booked. Empty if the cause is not the room'),
  lists: z
    .array(z.object({ title: z.string(), data: z.array(nearOffer) }))
    .describe('The nearest dates of the room, the nearest first, and other rooms for the same dates'),
  action: z
    .object({
      label: z.string(),
      to: z.string(),
      stay: z.object({ nights: z.int(), total: z.number() }).optional(),
    })
    .nullable()
    .describe('The link to the nearest dates. Without such dates, the link to the form'),
})

const unavailableRooms = z.object({
  data: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      reason: z.string(),
      near: nearOffer.nullable().describe('The nearest dates with as many nights'),
    }),
  ),
})

const stayPrice = z.object({
  free: z.boolean().describe('Whether a unit is available on every night'),
  near: nearStays.nullable().describe('Other dates and other rooms, if no unit is available'),
  nights: z.array(z.object({ night: z.iso.date(), price: z.number() })),
  total: z.number(),
  vat: z.number().describe('The VAT included in the total'),
  cancelling: termsView.describe('The cancellation terms if the stay is booked now'),
})

const roomNights = z.object({
  data: z.array(
    z.object({
      date: z.iso.date(),
      state: z.enum(['free', 'sold_out', 'closed']).describe('The state of the night that begins on this date'),
      price: z
        .number()
        .nullable()
        .describe('The price of the night in BDT; for any room, the lowest price; null if unknown'),
      arrival: z.boolean().describe('Whether a stay can begin on this date'),
      departure: z
        .boolean()
        .describe('Whether a stay can end on this date, even if the following night is not available'),
      min_nights: z.int().describe('The minimum number of nights of a stay that begins on this date'),
      max_nights: z.int().nullable(),
    }),
  ),
  max_nights: z.int().describe('The maximum number of nights of any stay'),
})

export const availabilityContract = {
  filterBooking: {
    summary: 'Lists the rooms that are available on all nights and large enough, cheapest first, in pages',
    input: search.extend({
      min_price: bdt().optional().describe('The average price per night in BDT'),
      max_price: bdt().optional(),
      sleeps: count(1, 36).optional().describe('The minimum capacity of the room'),
      facilities: z.array(id()).max(20).optional().describe('Facilities that the room must all have'),
      after: z
        .string()
        .regex(/^\d{1,12}-\d{1,9}$/)
        .optional()
        .describe('`more` of the previous page'),
    }),
    response: z.object({ data: z.array(freeRoom), more: z.string().nullable() }),
    who: 'anyone',
  },
  nearBooking: {
    summary: 'Returns alternatives to a search without results: other dates, fewer guests or room combinations',
    input: search,
    response: z.object({
      data: z.array(alternativeSearch),
      one_room: z.boolean().describe('Whether any single room is large enough, available or not'),
      together: roomCombination.nullable(),
    }),
    who: 'anyone',
  },
  getStayPrice: {
    summary:
      'Returns the price of a stay in a room by night, and whether it is available. Otherwise, returns the rule that the stay violates',
    input: search.extend({ slug: line(200), package: packageField() }),
    response: stayPrice,
    who: 'anyone',
    fresh: true,
  },
  getNearStays: {
    summary:
      'Returns why a stay in a room cannot be booked, the nearest dates on which it can, and other rooms for the dates',
    input: search.extend({ slug: line(200), package: packageField() }),
    response: nearStays,
    who: 'anyone',
  },
  getUnavailableRooms: {
    summary: 'Lists the rooms that are large enough but cannot be booked for a stay, with the reason and nearest dates',
    input: search,
    response: unavailableRooms,
    who: 'anyone',
  },
  priceParty: {
    summary: 'Returns the price of a combination of rooms for one party, and whether all of them are available',
    input: z.object({ check_in: day(), check_out: day(), rooms: partyRooms({}) }),
    response: roomCombination.extend({
      free: z.boolean(),
      vat: z.number().describe('The VAT included in the total'),
      cancelling: termsView.describe('The cancellation terms if all rooms are booked now'),
    }),
    who: 'anyone',
  },
  getRoomNights: {
    summary:
      'Returns a calendar of one room, or of any room that is large enough: prices, and why nights are not available',
    input: z.object({
      slug: line(200).optional(),
      from: day(),
      nights: count(1, 124),
      adult: adults().optional(),
      child: children().optional(),
    }),
    response: roomNights,
    who: 'anyone',
    fresh: true,
  },
} satisfies Contract

export type AvailabilityApi = Client<typeof availabilityContract>
export type Search = z.output<typeof search>
export type Alternatives = z.infer<(typeof availabilityContract.nearBooking)['response']>
export type RoomCombinationOffer = z.infer<typeof roomCombination>
export type NearOffer = z.infer<typeof nearOffer>
export type NearStays = z.infer<typeof nearStays>
export type UnavailableRooms = z.infer<typeof unavailableRooms>
export type FreeRoom = z.infer<typeof freeRoom>
