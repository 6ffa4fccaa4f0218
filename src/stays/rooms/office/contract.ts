import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, line, paragraphs, requiredLine, slugLine } from '#platform/http/fields.ts'
import { pictureShape } from '#platform/pictures.ts'
import type { MessageKey } from '#locales/translator.ts'

const messageKey = (key: MessageKey) => key
const id = () => count(1, 2_147_483_647)
const version = () => count(0, 2_147_483_647).describe('Of what was read before it was changed')
const orderedIds = () => z.array(id()).max(500)

const namedPicture = z.object({ name: z.string(), picture: pictureShape })

const officeRoom = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  picture: pictureShape.nullable(),
  units: z.int().describe('How many of them are sold'),
  active: z.boolean(),
  price: z.number().describe('BDT for a night, VAT included'),
})

const facilityOfGroup = z.object({ id: z.int(), name_en: z.string(), name_bn: z.string() })
const facilityGroup = z.object({
  id: z.int(),
  version: z.int(),
  name_en: z.string(),
  name_bn: z.string(),
  facilities: z.array(facilityOfGroup.extend({ rooms: z.array(z.string()).describe('Which rooms have it') })),
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
  description_en: z.string(),
  description_bn: z.string(),
  size_sqm: z.int(),
  max_adults: z.int(),
  max_children: z.int(),
  max_guests: z.int(),
  price: z.number(),
  active: z.boolean(),
  facilities: z.array(z.int()),
  pictures: z.array(z.string()).describe('By name, in their order; the first is the cover'),
  known_pictures: z.array(namedPicture).describe('The same, as they look'),
  groups: z.array(facilityGroup),
  policy: z.int().nullable().describe('By which its stays are cancelled; null: by that of the house'),
  policies: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('Those that can be chosen; that of the house first'),
  units: z.int(),
  stays: z.int().describe('How many there are of it, over ones among them'),
  stays_to_come: z.int(),
})

const MAX_PRICE = 10_000_000
const roomForm = z.object({
  id: count(0, 2_147_483_647).describe('0: a new one'),
  version: version(),
  slug: slugLine(),
  name_en: requiredLine(120),
  name_bn: line(120),
  type_en: requiredLine(80),
  type_bn: line(80),
  bed_en: requiredLine(120),
  bed_bn: line(120),
  description_en: paragraphs(5000).min(1),
  description_bn: paragraphs(5000),
  size_sqm: count(1, 10_000),
  max_adults: count(1, 100),
  max_children: count(0, 100),
  max_guests: count(1, 200),
  price: z
    .number()
    .min(0)
    .max(MAX_PRICE)
    .refine((bdt) => Math.abs(bdt * 100 - Math.round(bdt * 100)) < 1e-6, messageKey('error.money'))
    .describe('BDT for a night, VAT included'),
  active: z.boolean(),
  facilities: z.array(id()).max(300),
  pictures: z.array(requiredLine(200)).max(40),
  policy: id().nullable().describe('Null: that of the house'),
})

const rooms = z.object({ data: z.array(officeRoom) })
const groups = z.object({ data: z.array(facilityGroup) })
const empty = z.object({})

export const roomsOfficeContract = {
  getOfficeRooms: {
    summary: 'Every room, also those that are not let, in their order',
    input: z.object({}),
    answer: rooms,
    who: 'change rooms',
  },
  getRoomFile: {
    summary: 'Everything about a room that can be changed; of none, an empty one',
    input: z.object({ id: count(0, 2_147_483_647) }),
    answer: roomRecord,
    who: 'change rooms',
  },
  saveRoom: {
    summary: 'Change a room as a whole, or add one',
    input: roomForm,
    answer: roomRecord,
    who: 'change rooms',
  },
  removeRoom: {
    summary: 'Remove a room that nobody has ever booked',
    input: z.object({ id: id(), version: version() }),
    answer: empty,
    who: 'change rooms',
  },
  orderRooms: {
    summary: 'Put the rooms into an order: all of them, by their ids',
    input: z.object({ ids: orderedIds() }),
    answer: rooms,
    who: 'change rooms',
  },
  getFacilityGroups: {
    summary: 'The facilities, group by group, and which rooms have each',
    input: z.object({}),
    answer: groups,
    who: 'change rooms',
  },
  getFacilityGroup: {
    summary: 'One group of facilities; of none, an empty one',
    input: z.object({ id: count(0, 2_147_483_647) }),
    answer: facilityGroup,
    who: 'change rooms',
  },
  saveFacilityGroup: {
    summary: 'Change a group with all of its facilities, in their order, or add one',
    input: z.object({
      id: count(0, 2_147_483_647).describe('0: a new one'),
      version: version(),
      name_en: requiredLine(80),
      name_bn: line(80),
      facilities: z
        .array(
          z.object({
            id: count(0, 2_147_483_647).describe('0: a new one'),
            name_en: requiredLine(80),
            name_bn: line(80),
          }),
        )
        .max(100),
      give_up: orderedIds().default([]).describe('Those that go although rooms have them'),
    }),
    answer: facilityGroup,
    who: 'change rooms',
  },
  removeFacilityGroup: {
    summary: 'Remove a group in which nothing is left',
    input: z.object({ id: id(), version: version() }),
    answer: empty,
    who: 'change rooms',
  },
  orderFacilityGroups: {
    summary: 'Put the groups into an order: all of them, by their ids',
    input: z.object({ ids: orderedIds() }),
    answer: groups,
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
