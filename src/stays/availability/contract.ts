import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { toldTerms } from '../policies/contract.ts'
import { roomShape } from '../rooms/contract.ts'
import type { MessageKey } from '#locales/translator.ts'
import { maxRoomsOfStay } from './party.ts'

const adults = () => count(1, 18)
const children = () => count(0, 18)
const id = () => count(1, 2_147_483_647)
const bdt = () => count(0, 1_000_000_000)

const search = z.object({
  check_in: day(),
  check_out: day(),
  adult: z
    .int()
    .min(1, 'error.adult_needed' satisfies MessageKey)
    .max(100),
  child: count(0, 100),
})

const freeRoom = roomShape.extend({
  nights: z.int(),
  per_night: z.number().describe('BDT for a night of the stay, on average'),
  varies: z.boolean().describe('Whether its nights differ in price'),
  total: z.number().describe('BDT for the whole stay, VAT included'),
})

/** The rooms of a party that needs several, with the guests of each room. */
export const roomsOfParty = () =>
  z
    .array(z.object({ slug: requiredLine(200), adult: adults(), child: children() }))
    .min(2)
    .max(maxRoomsOfStay)

const roomCombination = z.object({
  rooms: z.array(freeRoom.extend({ adult: z.int(), child: z.int() })),
  total: z.number(),
})

const alternativeSearch = z.object({
  kind: z.enum(['earlier', 'later', 'shorter', 'fewer']),
  check_in: z.iso.date(),
  check_out: z.iso.date(),
  adult: z.int(),
  child: z.int(),
  found: z.int().describe('Rooms that are free then; a page of them at most'),
})

const stayPrice = z.object({
  free: z.boolean().describe('Whether a unit is left on every night'),
  nights: z.array(z.object({ night: z.iso.date(), price: z.number() })),
  total: z.number(),
  vat: z.number().describe('The part of the total that is tax'),
  cancelling: toldTerms.describe('What cancelling would cost, were it booked now'),
})

const roomNights = z.object({
  data: z.array(
    z.object({
      date: z.iso.date(),
      state: z.enum(['free', 'sold_out', 'closed']).describe('Of the night that begins on this date'),
      price: z.number().nullable().describe('BDT for that night; of any room, the least; null where none is known'),
      arrival: z.boolean().describe('Whether a stay may begin on this date'),
      departure: z.boolean().describe('Whether a stay may end on this date, whatever becomes of the night'),
      min_nights: z.int().describe('The least nights of a stay that begins on this date'),
      max_nights: z.int().nullable(),
    }),
  ),
  max_nights: z.int().describe('The most nights of any stay'),
})

export const availabilityContract = {
  filterBooking: {
    summary: 'The rooms that are free on every night of a stay and large enough, cheapest first, a page at a time',
    input: search.extend({
      min_price: bdt().optional().describe('BDT for a night of the stay, on average'),
      max_price: bdt().optional(),
      sleeps: count(1, 36).optional().describe('Guests the room takes at least'),
      facilities: z.array(id()).max(20).optional().describe('Facilities it has, all of them'),
      after: z
        .string()
        .regex(/^\d{1,12}-\d{1,9}$/)
        .optional()
        .describe('What the page before said under more'),
    }),
    answer: z.object({ data: z.array(freeRoom), more: z.string().nullable() }),
    who: 'anyone',
  },
  nearBooking: {
    summary: 'What is near a search that found nothing: other days, fewer guests, or several rooms together',
    input: search,
    answer: z.object({
      data: z.array(alternativeSearch),
      one_room: z.boolean().describe('Whether any room takes so many guests, free or not'),
      together: roomCombination.nullable(),
    }),
    who: 'anyone',
  },
  getStayPrice: {
    summary: 'What a stay in a room costs, night by night, and whether it is free; or the rule that refuses it',
    input: search.extend({ slug: line(200) }),
    answer: stayPrice,
    who: 'anyone',
    fresh: true,
  },
  priceTogether: {
    summary: 'What several rooms of one party cost together, and whether all of them are free',
    input: z.object({ check_in: day(), check_out: day(), rooms: roomsOfParty() }),
    answer: roomCombination.extend({
      free: z.boolean(),
      vat: z.number().describe('The part of the total that is tax'),
      cancelling: toldTerms.describe('What cancelling all of them would cost, were they booked now'),
    }),
    who: 'anyone',
  },
  getRoomNights: {
    summary:
      'A calendar of one room, or of any room that takes the guests: what each night costs and why it cannot be had',
    input: z.object({
      slug: line(200).optional(),
      from: day(),
      nights: count(1, 124),
      adult: adults().optional(),
      child: children().optional(),
    }),
    answer: roomNights,
    who: 'anyone',
    fresh: true,
  },
} satisfies Contract

export type AvailabilityApi = Client<typeof availabilityContract>
export type Search = z.output<typeof search>
export type Near = z.infer<(typeof availabilityContract.nearBooking)['answer']>
export type Together = z.infer<typeof roomCombination>
export type FreeRoom = z.infer<typeof freeRoom>
