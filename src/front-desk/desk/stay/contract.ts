import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, requiredLine } from '#platform/http/fields.ts'
import { bookingStatus } from '#stays/bookings/office/contract.ts'
import { deskStatuses } from '#stays/bookings/office/desk-status.ts'
import { arrivalInput } from '#stays/bookings/guest-inputs.ts'
import { customerOfStay } from '#stays/customers/contract.ts'
import { bookingSources } from '#schema/bookings.ts'
import { languages } from '#routes/public.ts'
import { operationResult, requestedRooms } from '../contract.ts'
import { noteShape } from '../today/contract.ts'

const id = () => count(1, 2_147_483_647)
const amount = () => z.number().nullable().describe('BDT; null if the caller may not see money')

const guest = () =>
  z.object({
    id: z.int().describe('The ID of the guest as a person'),
    preferences: z.string().describe('The preferences of the guest that staff recorded for later stays'),
  })

const room = z.object({
  booking: z.int(),
  version: z.int(),
  status: bookingStatus(),
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
  bed: z.string().describe('The bed set-up that the guest asks for, as text; empty: none'),
  total: amount(),
  late_fee: amount().describe('The agreed fee for cancelling this room now'),
  needs_unit: z
    .object({ room: z.int(), from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .describe('The nights without a unit; null: none'),
  can_change: z.boolean(),
  can_check_in: z.boolean().describe('Whether the guests can be checked in today'),
  can_check_out: z.boolean(),
  unregistered: z.int().describe('The number of guests in the room without a complete entry in the guest register'),
})

const deskStay = z.object({
  code: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  today: z.iso.date(),
  last_closed: z.iso.date().nullable().describe('The last closed day; null if there is none'),
  source: z.enum(bookingSources),
  customer: customerOfStay(),
  arrival_time: z.string(),
  is_expected: z.boolean().describe('Whether the guests have not arrived yet'),
  rooms: z.array(room),
  notes: z.array(noteShape),
})

const stayHeader = z.object({
  code: z.string(),
  name: z.string(),
  guest: guest(),
  status: bookingStatus(),
  desk_status: z.enum(deskStatuses).describe('The status today, as the desk sees it'),
  can_be_answered: z.boolean(),
  held_until: z.iso.datetime().nullable().describe('When the request expires; null: never'),
  asked_at: z.iso.datetime(),
  is_of_desk: z.boolean().describe('Whether the desk booked the stay, not the guest'),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  adult: z.int(),
  child: z.int(),
  customer: customerOfStay(),
  owed: amount().describe('The balance in BDT; below zero: a refund is due; null if the caller may not see money'),
  takes_money: z.boolean().describe('Whether the status of the stay allows payments at the desk'),
  today: z.iso.date(),
  last_closed: z.iso.date().nullable().describe('The last closed day; null if there is none'),
  rooms: z.array(room),
})

const stayVersion = z.object({ booking: id(), version: id() })

const foundStay = z.object({
  code: z.string(),
  booking: z.int().describe('The booking of the first room'),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  language: z.enum(languages),
  room_name: z.string(),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  status: bookingStatus(),
  is_on_chart: z.boolean().describe('Whether the stay occupies nights on the chart'),
})

export const stayContract = {
  findStays: {
    summary:
      'Finds the newest matching stays: by words of the name, address or reference, or by the last digits of a phone number',
    input: z.object({ search: requiredLine(100) }),
    response: z.object({ data: z.array(foundStay), more: z.boolean().describe('Whether there are more matches') }),
    who: 'run the desk',
  },
  getStayHeader: {
    summary: 'Returns the header of a stay: guest, rooms, dates, status, balance and available actions',
    input: z.object({ code: line(40) }),
    response: stayHeader,
    who: 'enter the office',
  },
  getDeskStay: {
    summary: 'Returns a stay for the desk: each room with its nights, and the notes',
    input: z.object({ code: line(40) }),
    response: deskStay,
    who: 'run the desk',
  },
  getStayCode: {
    summary: 'Returns the reference of the stay to which a booking belongs',
    input: z.object({ booking: id() }),
    response: z.object({ code: z.string() }),
    who: 'run the desk',
  },
  addRooms: {
    summary: 'Adds rooms to a booked or checked-in stay, with the same reference and bill',
    input: z.object({
      code: requiredLine(40),
      from: day(),
      to: day(),
      rooms: requestedRooms(),
      notify_guest: z.boolean().default(false).describe('Whether to email the guest'),
    }),
    response: operationResult,
    keyed: true,
    who: 'run the desk',
  },
  setArrivalTime: {
    summary: 'Changes the arrival time of a stay before arrival',
    input: z.object({ code: requiredLine(40), arrival_time: arrivalInput() }),
    response: z.object({ message: z.string() }),
    who: 'run the desk',
  },
  changeParty: {
    summary: 'Changes the number of guests in a room',
    input: stayVersion.extend({ adults: count(1, 18), children: count(0, 18) }),
    response: operationResult,
    who: 'run the desk',
  },
  cancelRoom: {
    summary: 'Cancels one room of a stay with several rooms',
    input: stayVersion.extend({ fee: z.enum(['agreed', 'none']), notify_guest: z.boolean().default(false) }),
    response: operationResult,
    who: 'run the desk',
  },
} satisfies Contract

export type StayApi = Client<typeof stayContract>
export type FoundStay = z.infer<typeof foundStay>
export type StayHeader = z.infer<typeof stayHeader>
export type DeskStay = z.infer<typeof deskStay>
export type DeskRoom = z.infer<typeof room>
export type AddRoomsRequest = z.infer<(typeof stayContract.addRooms)['input']>
