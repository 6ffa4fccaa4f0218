import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { momentShape } from '#content/moments.ts'
import { policyView } from '../policies/contract.ts'
import { bedSetups } from './bed-setups.ts'

export const roomShape = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  roomImage: z.string().nullable(),
  picture: pictureSchema.nullable(),
  roomPrice: z
    .number()
    .describe(
      'The lowest price per night in BDT, including VAT, of any stay in the next 90 days that rates, rules and closures allow; sold nights count. If there is none, the price of nights without a rate of their own',
    ),
  bed_name: z.string(),
  bed_setups: z.array(z.enum(bedSetups)).describe('The possible bed set-ups. With two or more, guests may ask for one'),
  roomDescription: z.string(),
  roomType: z.string(),
  size_sqm: z.int(),
  max_adults: z.int(),
  max_children: z.int(),
  max_guests: z.int(),
  units: z.int().describe('The number of units of this type'),
})

const roomRule = z.object({
  label: z.string(),
  text: z.string(),
  fees: policyView.pick({ note: true, rows: true }).nullable().describe('The cancellation fees as a table; null: none'),
})

const facility = z.object({ id: z.int(), facility_group_name: z.string(), facilities_name: z.string() })

const floorPlan = z.object({
  length_cm: z.int(),
  width_cm: z.int(),
  drawing: z.string().describe('The plan to scale, as an SVG element'),
  text: z.string().describe('The plan in words'),
})

export const roomsContract = {
  activeRooms: {
    summary: 'Lists all active rooms',
    input: z.object({ nights: count(1, 365).optional().describe('Returns `total` for stays of this length') }),
    response: z.object({
      data: z.array(
        roomShape.extend({
          total: z
            .number()
            .optional()
            .describe('The lowest total in BDT of a stay of `nights` nights in the next 90 days, if any is possible'),
        }),
      ),
    }),
    who: 'anyone',
  },
  getRoomDetails: {
    summary: 'Returns one room with its pictures, by its current or a former slug',
    input: z.object({ slug: line(200) }),
    response: z.object({
      roomParticular: roomShape,
      activeRoomImg: z.array(z.object({ roomImage: z.string(), picture: pictureSchema })),
      policy: policyView,
      rules: z.array(roomRule).describe('The rules for every stay, and other facts for guests'),
      party_limits: z.string().describe('The largest party as text'),
      floor_plan: floorPlan.nullable().describe('The floor plan; null: the office has not entered its measures'),
      day: z.array(momentShape).describe('A day at the property: times (HH:MM) and what happens then'),
    }),
    who: 'anyone',
  },
  getFacilities: {
    summary: 'Lists the facilities that only some rooms have, for search filters',
    input: z.object({
      rooms: z
        .string()
        .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/)
        .optional()
        .describe('Only these rooms: their IDs, separated by commas'),
    }),
    response: z.object({
      data: z.array(facility.extend({ rooms: z.int().describe('The number of these rooms that have the facility') })),
    }),
    who: 'anyone',
  },
  checkSelectedFacilities: {
    summary: 'Returns the facilities of one room by group',
    input: z.object({ id: count(1, 2_147_483_647) }),
    response: z.object({ data: z.array(facility) }),
    who: 'anyone',
  },
} satisfies Contract

export type RoomsApi = Client<typeof roomsContract>
export type Room = z.infer<typeof roomShape>
export type RoomRule = z.infer<typeof roomRule>
export type Moment = z.infer<typeof momentShape>
export type FloorPlan = z.infer<typeof floorPlan>
export type Facility = z.infer<typeof facility>
export type FilterFacility = Awaited<ReturnType<RoomsApi['getFacilities']>>['data'][number]
