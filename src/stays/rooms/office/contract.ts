import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine, slugLine } from '#platform/http/fields.ts'
import { pictureSchema } from '#platform/pictures.ts'
import { hasWholePoisha } from '#platform/money.ts'
import type { MessageKey } from '#locales/translator.ts'
import { bedSetups } from '../bed-setups.ts'
import { planArmchairs, planBathSides, planBeds, planSides } from '../floor-plan-fields.ts'

const asMessageKey = (key: MessageKey) => key
const id = () => count(1, 2_147_483_647)
const version = () => count(0, 2_147_483_647).describe('The version that the caller saw')
const orderedIds = () => z.array(id()).max(500)

const namedPicture = z.object({ name: z.string(), picture: pictureSchema })

const officeRoom = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  picture: pictureSchema.nullable(),
  units: z.int().describe('The number of units for sale'),
  active: z.boolean(),
  price: z.number().describe('The price per night in BDT, including VAT'),
})

const facilityOfGroup = z.object({ id: z.int(), name_en: z.string(), name_bn: z.string() })
const facilityGroup = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  facilities: z.array(
    facilityOfGroup.extend({ rooms: z.array(z.string()).describe('The rooms that have the facility') }),
  ),
})

const roomRecord = z.object({
  id: z.int(),
  version: z.int(),
  slug: z.string(),
  name_en: z.string(),
  name_bn: z.string(),
  type_en: z.string(),
  type_bn: z.string(),
  bed_en: z.string(),
  bed_bn: z.string(),
  bed_setups: z.array(z.enum(bedSetups)).describe('The possible bed set-ups. With two or more, guests may ask for one'),
  description_en: z.string(),
  description_bn: z.string(),
  size_sqm: z.int(),
  max_adults: z.int(),
  max_children: z.int(),
  max_guests: z.int(),
  plan_length_cm: z.int().nullable(),
  plan_width_cm: z.int().nullable(),
  plan_beds: z.enum(planBeds),
  plan_desk: z.enum(planSides),
  plan_bath: z.enum(planBathSides),
  plan_balcony: z.enum(planSides),
  plan_sofa: z.enum(planSides),
  plan_armchairs: z.enum(planArmchairs),
  price: z.number(),
  active: z.boolean(),
  facilities: z.array(z.int()),
  pictures: z.array(z.string()).describe('The names of the pictures in order; the first is the cover'),
  known_pictures: z.array(namedPicture).describe('The same pictures with their image data'),
  groups: z.array(facilityGroup),
  policy: z.int().nullable().describe('The cancellation policy; null: the default policy'),
  policies: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('The available policies; the default policy comes first'),
  units: z.int(),
  stays: z.int().describe('The number of stays in this room, including past ones'),
  upcoming_stays: z.int(),
})

const planMeasure = () => count(150, 3_000).nullable().default(null)
const MAX_PRICE_BDT = 10_000_000
const roomForm = z.object({
  id: count(0, 2_147_483_647).describe('0: creates a new one'),
  version: version(),
  slug: slugLine(),
  name_en: requiredLine(120),
  name_bn: line(120),
  type_en: requiredLine(80),
  type_bn: line(80),
  bed_en: requiredLine(120),
  bed_bn: line(120),
  bed_setups: z.array(z.enum(bedSetups)).max(bedSetups.length).default([]),
  description_en: paragraphs(5000).min(1),
  description_bn: paragraphs(5000),
  size_sqm: count(1, 10_000),
  max_adults: count(1, 100),
  max_children: count(0, 100),
  max_guests: count(1, 200),
  plan_length_cm: planMeasure().describe('The length of the room in cm, from the door to the opposite wall'),
  plan_width_cm: planMeasure().describe('The width of the room in cm'),
  plan_beds: z.enum(planBeds).default('').describe('The beds on the floor plan'),
  plan_desk: z.enum(planSides).default('').describe('The wall of the desk, seen from the door; empty: no desk'),
  plan_bath: z.enum(planBathSides).default('').describe('The side of the bathroom, seen from the door; empty: none'),
  plan_balcony: z.enum(planSides).default('').describe('The side of the balcony, seen from the door; empty: none'),
  plan_sofa: z.enum(planSides).default('').describe('The wall of the sofa, seen from the door; empty: no sofa'),
  plan_armchairs: z.enum(planArmchairs).default('').describe('The armchairs at the window; empty: none'),
  price: z
    .number()
    .min(0)
    .max(MAX_PRICE_BDT)
    .refine(hasWholePoisha, asMessageKey('error.money'))
    .describe('The price per night in BDT, including VAT'),
  active: z.boolean(),
  facilities: z.array(id()).max(300),
  pictures: z.array(requiredLine(200)).max(40),
  policy: id().nullable().describe('Null: the default policy'),
})

const rooms = z.object({ data: z.array(officeRoom) })
const groups = z.object({ data: z.array(facilityGroup) })
const emptyResponse = z.object({})

export const roomsOfficeContract = {
  getOfficeRooms: {
    summary: 'Lists all rooms in order, including inactive ones',
    input: z.object({}),
    response: rooms,
    who: 'change rooms',
  },
  getRoomRecord: {
    summary: 'Returns all editable details of a room, or an empty form for a new room',
    input: z.object({ id: count(0, 2_147_483_647) }),
    response: roomRecord,
    who: 'change rooms',
  },
  saveRoom: {
    summary: 'Updates all details of a room, or adds a room',
    input: roomForm,
    response: roomRecord,
    who: 'change rooms',
  },
  removeRoom: {
    summary: 'Deletes a room that was never booked',
    input: z.object({ id: id(), version: version() }),
    response: emptyResponse,
    who: 'change rooms',
  },
  orderRooms: {
    summary: 'Changes the order of the rooms. Requires the IDs of all rooms',
    input: z.object({ ids: orderedIds() }),
    response: rooms,
    who: 'change rooms',
  },
  getFacilityGroups: {
    summary: 'Lists the facilities by group, and the rooms that have them',
    input: z.object({}),
    response: groups,
    who: 'change rooms',
  },
  getFacilityGroup: {
    summary: 'Returns one group of facilities, or an empty form for a new group',
    input: z.object({ id: count(0, 2_147_483_647) }),
    response: facilityGroup,
    who: 'change rooms',
  },
  saveFacilityGroup: {
    summary: 'Updates a group with all its facilities in order, or adds a group',
    input: z.object({
      id: count(0, 2_147_483_647).describe('0: creates a new one'),
      version: version(),
      name_en: requiredLine(80),
      name_bn: line(80),
      facilities: z
        .array(
          z.object({
            id: count(0, 2_147_483_647).describe('0: creates a new one'),
            name_en: requiredLine(80),
            name_bn: line(80),
          }),
        )
        .max(100),
      force_delete: orderedIds().default([]).describe('Facilities to delete although rooms have them'),
    }),
    response: facilityGroup,
    who: 'change rooms',
  },
  removeFacilityGroup: {
    summary: 'Deletes an empty group of facilities',
    input: z.object({ id: id(), version: version() }),
    response: emptyResponse,
    who: 'change rooms',
  },
  orderFacilityGroups: {
    summary: 'Changes the order of the groups. Requires the IDs of all groups',
    input: z.object({ ids: orderedIds() }),
    response: groups,
    who: 'change rooms',
  },
} satisfies Contract

export type RoomsOfficeApi = Client<typeof roomsOfficeContract>
export type OfficeRooms = z.infer<typeof rooms>
export type OfficeRoom = z.infer<typeof officeRoom>
export type RoomRecord = z.infer<typeof roomRecord>
export type NamedPicture = z.infer<typeof namedPicture>
export type FacilityGroup = z.infer<typeof facilityGroup>
export type FacilityGroups = z.infer<typeof groups>
