import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { languages } from '#routes/public.ts'
import { requestedRooms } from '../contract.ts'
import { noteShape } from '../today/contract.ts'

const id = () => count(1, 2_147_483_647)
const amount = () => z.number().nullable().describe('BDT; null for who may not see money')

const room = z.object({
  booking: z.int(),
  version: z.int(),
  status: z.string(),
  parts: z.array(
    z.object({
      room: z.int(),
      room_name: z.string(),
      unit: z.int().nullable(),
      unit_name: z.string().nullable(),
      from: z.iso.date(),
      to: z.iso.date(),
    }),
  ),
  adults: z.int(),
  children: z.int(),
  total: amount(),
  late_fee: amount().describe('What cancelling this room costs now by what was agreed'),
  needs_unit: z
    .object({ room: z.int(), from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .describe('The nights for which no unit is given yet; null: none'),
  may_change: z.boolean(),
  may_come: z.boolean().describe('Whether it is the day to let them in'),
  may_leave: z.boolean(),
})

const deskStay = z.object({
  code: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  today: z.iso.date(),
  source: z.enum(['website', 'phone', 'walk_in', 'mail', 'agent']),
  rooms: z.array(room),
  notes: z.array(noteShape),
})

const stayVersion = z.object({ booking: id(), version: id() })
const done = z.object({ act: id(), message: z.string() })

const found = z.object({
  code: z.string(),
  booking: z.int().describe('The first of its rooms'),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  language: z.enum(languages),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: z.string(),
  on_chart: z.boolean().describe('Whether it holds its nights'),
})

export const stayContract = {
  findStays: {
    summary:
      'The newest stays of somebody: by words of the name, the address or the reference, or the end of a phone number',
    input: z.object({ search: requiredLine(100) }),
    answer: z.object({ data: z.array(found), more: z.boolean().describe('Whether others are called so too') }),
    who: 'run the desk',
  },
  getDeskStay: {
    summary: 'A stay as the desk changes it: each room with its nights, and what was noted',
    input: z.object({ code: line(40) }),
    answer: deskStay,
    who: 'run the desk',
  },
  getStayCode: {
    summary: 'The reference of the stay to which a booking belongs',
    input: z.object({ booking: id() }),
    answer: z.object({ code: z.string() }),
    who: 'run the desk',
  },
  addRooms: {
    summary: 'More rooms for a stay that is booked or here: on the same bill, under the same reference',
    input: z.object({
      code: requiredLine(40),
      from: day(),
      to: day(),
      rooms: requestedRooms(),
      tell: z.boolean().default(false).describe('Whether whoever booked is told by letter'),
    }),
    answer: done,
    keyed: true,
    who: 'run the desk',
  },
  changeParty: {
    summary: 'Other people in a room of a stay',
    input: stayVersion.extend({ adults: count(1, 18), children: count(0, 18) }),
    answer: done,
    who: 'run the desk',
  },
  cancelRoom: {
    summary: 'Give one of several rooms of a stay back',
    input: stayVersion.extend({ fee: z.enum(['agreed', 'none']), tell: z.boolean().default(false) }),
    answer: done,
    who: 'run the desk',
  },
} satisfies Contract

export type StayApi = Client<typeof stayContract>
export type FoundStay = z.infer<typeof found>
export type DeskStay = z.infer<typeof deskStay>
export type DeskRoom = z.infer<typeof room>
export type AddRoomsRequest = z.infer<(typeof stayContract.addRooms)['input']>
