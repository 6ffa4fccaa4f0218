import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count, day, line, paragraphs, requiredLine } from '#platform/http/fields.ts'
import type { MessageKey } from '#locales/translator.ts'

const id = () => count(1, 2_147_483_647)

/** A note or task, wherever it is shown. */
export const noteShape = z.object({
  id: z.int(),
  text: z.string(),
  task: z.boolean(),
  code: z.string().nullable(),
  guest: z.string().nullable(),
  unit: z.string().nullable(),
  show_at: z.enum(['arrival', 'departure']).nullable(),
  due_day: z.iso.date().nullable(),
  due_time: z.string().nullable().describe('HH:MM by the clocks of the house; null: at any time of that day'),
  written_at: z.iso.datetime(),
  by: z.string(),
  done: z.boolean(),
})

const row = z.object({
  booking: z.int(),
  version: z.int(),
  code: z.string().describe('Of the whole stay'),
  name: z.string(),
  phone: z.string(),
  email: z.string().describe('Empty where they left none'),
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
  still_there: z.string().nullable().describe('Who is still in the unit that they are to have'),
  owed: z
    .number()
    .nullable()
    .describe('BDT still to be paid for the whole stay, below zero to be given back; null for who may not see money'),
  late: z.boolean().describe('They were to come, or to leave, before today'),
  message: z.string().describe('What they wrote when they booked'),
  notes: z.array(noteShape).describe('What is open about the stay, whenever it is to be shown'),
  needs_unit: z
    .object({ room: z.int(), from: z.iso.date(), to: z.iso.date() })
    .nullable()
    .describe('The nights for which no unit is given yet; null: none'),
  unregistered: z.int().describe('How many of those who sleep there do not stand in the register of guests'),
  fee: z.number().nullable().describe('BDT that not coming costs by what was agreed; null for who may not see money'),
})

/** Nights that are sold both on another channel and here. */
export const soldTwiceShape = z.object({
  id: z.int(),
  unit: z.string(),
  source: z.string().describe('Whose calendar it is'),
  title: z.string().describe('What it calls them'),
  from: z.iso.date(),
  to: z.iso.date(),
  nights: z.string().describe('Those that are sold twice, in words'),
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
    .describe('Who may be meant here'),
})

const stale = z.object({ unit: z.string(), source: z.string(), good_at: z.iso.datetime().nullable() })

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
  sold_twice: z.array(soldTwiceShape),
  stale: z.array(stale).describe('Calendars of others that could not be read for long'),
  to_close: z.iso
    .date()
    .nullable()
    .describe('The day that is to be closed next, over or under way; null where none is'),
})

const done = z.object({})

export const todayContract = {
  getToday: {
    summary: 'Who comes, who leaves, who is here, and what is to be done',
    input: z.object({}),
    answer: sheet,
    who: 'run the desk',
  },
  addDeskNote: {
    summary: 'Leave a note or a task to whoever is at the desk next, about a stay or by itself',
    input: z.object({
      text: paragraphs(500).min(1),
      task: z.boolean().default(false),
      code: line(40).default(''),
      show_at: z.enum(['arrival', 'departure']).nullable().default(null),
      due_day: z
        .union([z.literal(''), day()])
        .default('')
        .describe('Empty: today, if a time is said'),
      due_time: z
        .union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'error.time_of_day' satisfies MessageKey)])
        .default('')
        .describe('By the clocks of the house. Empty: at any time of that day'),
    }),
    answer: done,
    who: 'run the desk',
  },
  markDeskNote: {
    summary: 'A note was read or a task is done, or it is not after all',
    input: z.object({ id: id(), done: z.boolean() }),
    answer: done,
    who: 'run the desk',
  },
  settleSoldTwice: {
    summary: 'Somebody has seen to nights that were sold here and elsewhere, and says how',
    input: z.object({ id: id(), note: requiredLine(200) }),
    answer: done,
    who: 'run the desk',
  },
  getEmergencySheet: {
    summary: 'All that the desk must know of today on one sheet, as a PDF: for when the power is cut',
    input: z.object({}),
    answer: z.instanceof(Uint8Array<ArrayBuffer>),
    file: { type: 'application/pdf', name: 'emergency-sheet.pdf' },
    who: 'run the desk',
  },
} satisfies Contract

export type TodayApi = Client<typeof todayContract>
export type TodaysSheet = z.infer<typeof sheet>
export type TodaysRow = z.infer<typeof row>
export type SoldTwiceRow = z.infer<typeof soldTwiceShape>
export type StaleCalendar = z.infer<typeof stale>
export type DeskNote = z.infer<typeof noteShape>
