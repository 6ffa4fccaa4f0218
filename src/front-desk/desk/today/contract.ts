import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import { guestFieldNames } from '#stays/bookings/guest-fields.ts'
import { createTextOutputs } from '#stays/bookings/guest-inputs.ts'
import { customerOfStay } from '#stays/customers/contract.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)

/** The API format of a note or task. */
export const noteShape = z.object({
  id: z.int(),
  text: z.string(),
  task: z.boolean(),
  code: z.string().nullable(),
  guest: z.string().nullable(),
  unit: z.string().nullable(),
  show_at: z.enum(['arrival', 'departure']).nullable(),
  due_day: z.iso.date().nullable(),
  due_time: z.string().nullable().describe('HH:MM in the time zone of the property; null: any time that day'),
  written_at: z.iso.datetime(),
  by: z.string(),
  done: z.boolean(),
})

const row = z.object({
  booking: z.int(),
  version: z.int(),
  code: z.string().describe('The reference of the stay'),
  ...createTextOutputs(guestFieldNames),
  checkin: z.iso.date(),
  checkout: z.iso.date(),
  nights: z.int(),
  adults: z.int(),
  children: z.int(),
  room: z.int(),
  room_name: z.string(),
  unit: z
    .object({ id: z.int(), name: z.string(), condition: z.enum(['clean', 'dirty', 'inspected', 'out_of_service']) })
    .nullable(),
  current_guest: z.string().nullable().describe('The guest who still occupies the assigned unit'),
  owed: z
    .number()
    .nullable()
    .describe(
      'The open balance of the whole stay in BDT; below zero: a refund is due; null if the caller may not see money',
    ),
  customer: customerOfStay(),
  late: z.boolean().describe('Whether the arrival or departure was due before today'),
  preferences: z.string().describe('The preferences of the guest that staff recorded for later stays'),
  arrival: z.string().describe('The arrival time as text; empty: unknown'),
  bed: z.string().describe('The bed set-up that the guest asks for, as text; empty: none'),
  package: z.string().describe('The name of the stay package; empty: none'),
  notes: z.array(noteShape).describe('Open notes about the stay, of any due date'),
  needs_unit: z
    .object({ room: z.int(), from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .describe('The nights without a unit; null: none'),
  unregistered: z.int().describe('The number of guests of the stay without a complete entry in the guest register'),
  fee: z.number().nullable().describe('The agreed no-show fee in BDT; null if the caller may not see money'),
})

/** Nights that are sold both on another channel and by us. */
export const doubleBookingShape = z.object({
  id: z.int(),
  unit: z.string(),
  source: z.string().describe('The name of the external calendar'),
  title: z.string().describe('The title of the event in that calendar'),
  from: z.iso.date(),
  to: z.iso.date(),
  nights: z.string().describe('The nights that are booked twice, as text'),
  since: z.iso.datetime(),
  stays: z
    .array(
      z.object({
        code: z.string(),
        name: z.string(),
        checkin: z.iso.date(),
        checkout: z.iso.date(),
        has_unit: z.boolean(),
      }),
    )
    .describe('Own stays that may be affected'),
})

const staleCalendar = z.object({ unit: z.string(), source: z.string(), good_at: z.iso.datetime().nullable() })

const sheet = z.object({
  day: z.iso.date(),
  arrivals: z.array(row),
  departures: z.array(row),
  in_house: z.array(row),
  arrived: z.int(),
  left: z.int(),
  units: z.int(),
  closed: z.int(),
  sold: z.int(),
  notes: z.array(noteShape),
  double_bookings: z.array(doubleBookingShape),
  stale: z.array(staleCalendar).describe('External calendars that could not be read for a long time'),
  to_close: z.iso.date().nullable().describe('The next day to close, past or in progress; null if there is none'),
  last_closed: z.iso.date().nullable().describe('The last closed day; null if there is none'),
})

const emptyResponse = z.object({})

export const todayContract = {
  getToday: {
    summary: 'Returns the arrivals, departures, guests in house and open tasks of today',
    input: z.object({}),
    response: sheet,
    who: 'run the desk',
  },
  addDeskNote: {
    summary: 'Adds a note or a task for the next shift, about a stay or general',
    input: z.object({
      text: paragraphs(500).min(1),
      task: z.boolean().default(false),
      code: line(40).default(''),
      show_at: z.enum(['arrival', 'departure']).nullable().default(null),
      due_day: z
        .union([z.literal(''), day()])
        .default('')
        .describe('Empty: today, if a time is given'),
      due_time: z
        .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'error.time_of_day' satisfies MessageKey)])
        .default('')
        .describe('In the time zone of the property. Empty: any time that day'),
    }),
    response: emptyResponse,
    who: 'run the desk',
  },
  markDeskNote: {
    summary: 'Marks a note as read or a task as done, or reopens it',
    input: z.object({ id: id(), done: z.boolean() }),
    response: emptyResponse,
    who: 'run the desk',
  },
  resolveDoubleBooking: {
    summary: 'Marks a double booking as resolved, with an explanation',
    input: z.object({ id: id(), note: requiredLine(200) }),
    response: emptyResponse,
    who: 'run the desk',
  },
  getEmergencySheet: {
    summary: 'Returns the emergency sheet as a PDF: all that the desk needs today during a power cut',
    input: z.object({}),
    response: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'emergency-sheet.pdf' },
    who: 'run the desk',
  },
} satisfies Contract

export type TodayApi = Client<typeof todayContract>
export type TodaysSheet = z.infer<typeof sheet>
export type TodaysRow = z.infer<typeof row>
export type DoubleBookingRow = z.infer<typeof doubleBookingShape>
export type StaleCalendar = z.infer<typeof staleCalendar>
export type DeskNote = z.infer<typeof noteShape>
