import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'
import { policyView } from '../policies/contract.ts'

export const roomShape = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  roomImage: z.string().nullable(),
  picture: pictureShape.nullable(),
  roomPrice: z.number().describe('BDT for a night, VAT included'),
  bed_name: z.string(),
  roomDescription: z.string(),
  roomType: z.string(),
  size_sqm: z.int(),
  max_adults: z.int(),
  max_children: z.int(),
  max_guests: z.int(),
  units: z.int().describe('How many of them the house has'),
})

const facility = z.object({ id: z.int(), facility_group_name: z.string(), facilities_name: z.string() })

export const roomsContract = {
  activeRooms: {
    summary: 'Every room that is let',
    input: z.object({}),
    answer: z.object({ data: z.array(roomShape) }),
    who: 'anyone',
  },
  getRoomDetails: {
    summary: 'One room with its pictures, by its address or one that it had before',
    input: z.object({ slug: line(200) }),
    answer: z.object({
      roomParticular: roomShape,
      activeRoomImg: z.array(z.object({ roomImage: z.string(), picture: pictureShape })),
      policy: policyView,
    }),
    who: 'anyone',
  },
  getFacilities: {
    summary: 'The facilities that some rooms have and others lack: what a search can ask for',
    input: z.object({
      rooms: z
        .string()
        .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/)
        .optional()
        .describe('Of these rooms alone: their ids, by commas'),
    }),
    answer: z.object({ data: z.array(facility.extend({ rooms: z.int().describe('How many of them have it') })) }),
    who: 'anyone',
  },
  checkSelectedFacilities: {
    summary: 'The facilities of one room, group by group',
    input: z.object({ id: count(1, 2_147_483_647) }),
    answer: z.object({ data: z.array(facility) }),
    who: 'anyone',
  },
} satisfies Contract

export type RoomsApi = Client<typeof roomsContract>
export type Room = z.infer<typeof roomShape>
export type Facility = z.infer<typeof facility>
export type SomeFacility = Awaited<ReturnType<RoomsApi['getFacilities']>>['data'][number]
